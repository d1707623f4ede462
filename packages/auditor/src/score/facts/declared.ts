import type { MachineDocument, Site } from '../../read/site.ts';
import { passagesWith, placeIn } from '../../read/text/phrases.ts';
import { type Fact, list, sourcesAt } from '../fact.ts';
import { finding } from '../finding.ts';
import { hostOf, isArticle, placeOf, placesOf } from '../presence.ts';
import { linksOf, MANY, searchedAt, textsOf, unseen } from '../site-texts.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A part that says of itself that it offers nothing. */
const isOff = (value: Json) => value.available === false || value.enabled === false || value.supported === false;

/** The values of a document under a name, in parts that are not switched off. Documents are at most some thousand values. */
function valuesOf(value: unknown, name: string, left = { steps: 5000 }, depth = 0): unknown[] {
  if (!isObject(value) || depth > 8 || left.steps-- < 0) return [];
  if (!Array.isArray(value) && isOff(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key === name && !(isObject(inner) && !Array.isArray(inner) && isOff(inner)) ? [inner] : []),
    ...valuesOf(inner, name, left, depth + 1),
  ]);
}

const says = (value: unknown, wanted: readonly string[]): boolean =>
  value !== null &&
  value !== undefined &&
  value !== false &&
  value !== '' &&
  (wanted.length === 0 || wanted.some((each) => value === each || (Array.isArray(value) && value.includes(each))));

function declaring(site: Site, kinds: readonly string[], fields: readonly string[], wanted: readonly string[]) {
  const documents: { document: MachineDocument; field: string }[] = [];
  for (const document of site.machine) {
    if (!kinds.includes(document.kind) || document.empty) continue;
    if (isObject(document.value) && nothingInside(document.value)) continue;
    const field = fields.find((name) => valuesOf(document.value, name).some((value) => says(value, wanted)));
    if (field !== undefined || fields.length === 0) documents.push({ document, field: field ?? '' });
  }
  return documents;
}

/** All of its parts are switched off: `{"ucp": {"available": false}}`. */
const nothingInside = (value: Json): boolean => {
  const parts = Object.values(value).filter((part): part is Json => isObject(part) && !Array.isArray(part));
  return parts.length > 0 && parts.some(isOff) && !parts.some((part) => !isOff(part) && Object.keys(part).length > 3);
};

const statusHosts = (
  'statuspage.io instatus.com betteruptime.com status.io statuspal.io stats.uptimerobot.com freshstatus.io ' +
  'hund.io openstatus.dev'
).split(' ');

const isStatusHost = (host: string) =>
  host.startsWith('status.') || statusHosts.some((each) => host === each || host.endsWith(`.${each}`));

/** What a status page has that a word on a page has not. */
const ofStatus = ['operational', 'incident*', 'outage*', 'degraded', 'uptime', 'downtime', 'maintenance'];
/** Shares of a time in which it worked: two of them are a record. */
const WORKED = /\b(?:9[5-9](?:[.,]\d{1,3})?|100)\s?%/g;

/** Pages that only a service with accounts or an interface has. */
const ofService = ['docs', 'agent', 'integrations', 'changelog', 'status'];
const entrances = (
  'log in, login, sign in, signin, sign up, signup, ' + 'my account, customer portal, member login'
).split(', ');

/** Headings of figures of work that was done. */
const OF_WORK =
  /\b(?:run|on time|punctual\w*|completed|uptime|availability|complaints?|resolved|answered|delivered|success\w*|satisf\w+|pass(?:ed| rate)|incidents?|cancell\w+|pünktlich\w*|verfügbarkeit|beschwerden|erfolg\w*|ponctualité|disponibilité|réclamations|réussite|puntualidad|disponibilidad|reclamaciones|puntualità|disponibilità|reclami|beschikbaarheid|klachten|pontualidade|disponibilidade|reclamações)\b/iu;
/** A year or a month with its year, as the first cell of a row. */
const TIME = /^(?:\p{L}{3,10}\.? )?(?:19|20)\d\d(?:[/–-]\d{2,4})?$/u;

function isRecord([head = [], ...rest]: readonly (readonly string[])[]): boolean {
  if (rest.filter(([first = '']) => TIME.test(first.trim())).length < 2) return false;
  return head.some((name, at) => at > 0 && OF_WORK.test(name) && rest.some((row) => /\d/.test(row[at] ?? '')));
}

export const declared: Record<string, Fact> = {
  is_service: {
    about:
      'Possibly 1, never more, where customers have an account, an interface or documentation: what ladders look for by words may ' +
      'then be said in other words. 0 on a site without any of these, which has been read.',
    find(site) {
      const page = site.pages.find(({ role }) => ofService.includes(role));
      const link = linksOf(site).find(
        ({ words, role }) => role !== 'blog' && entrances.some((phrase) => placeIn(words, phrase) >= 0),
      );
      const from = site.apis[0]?.item ?? page?.item ?? link?.from;
      return finding(site, {
        at: from ? [{ item: from, excerpt: from === link?.from ? link.text : '' }] : [],
        count: 0,
        open: from !== undefined,
        searched: searchedAt(site, ['home']),
        because: from ? ['lexical'] : [],
      });
    },
  },

  declares: {
    about:
      'Counts machine documents of `kinds` that have one of `fields` anywhere (one of `values` in it, where given) and do not say of ' +
      'themselves that it is not available. A document is sure when the site speaks of it elsewhere with one of the phrases in `known` ' +
      '(or none are given), else likely: a file that no documentation knows may be a leftover.',
    find(site, args) {
      const found = declaring(site, list(args, 'kinds'), list(args, 'fields'), list(args, 'values'));
      const known = list(args, 'known');
      const { index, owners } = textsOf(site);
      const spoken = [...passagesWith(index, known)].find((at) => {
        const role = owners[at]?.role;
        return role !== undefined && role !== 'blog' && role !== 'compare';
      });
      const backed = known.length === 0 || spoken !== undefined;
      const places = found.map(({ document, field }) => ({ item: document.item, excerpt: field }));
      const owner = spoken === undefined ? undefined : owners[spoken];
      const elsewhere =
        owner && found.length > 0 ? [{ item: owner.item, excerpt: index.passages[spoken ?? 0]?.text }] : [];
      return finding(site, {
        at: [...places.slice(0, 2), ...elsewhere],
        count: found.length,
        sure: backed ? found.length : 0,
        searched: searchedAt(site, ['home']),
        because: found.length > 0 && !backed ? ['conflict'] : undefined,
        says: { list: placesOf(site, places, 2) },
      });
    },
  },

  status_page: {
    about:
      'How far a status page can be checked: 1 linked (a host `status.…`, a known service for status pages), 2 read and speaking of ' +
      'operation or incidents, 3 with an answer for machines. One that is linked and was not read is possibly 3.',
    find(site) {
      const machine = site.machine.find(({ kind, empty }) => kind === 'status_json' && !empty);
      const page = site.pages.find(({ role, url, words, text, shell }) => {
        if (shell || words < 15) return false;
        return isStatusHost(hostOf(url)) || (role === 'status' && MEASURED.test(text));
      });
      const { index, owners } = textsOf(site);
      const says_status =
        page &&
        ([...passagesWith(index, ofStatus)].some((at) => owners[at]?.item === page.item) ||
          (page.text.match(WORKED)?.length ?? 0) > 1);
      const link = linksOf(site).find(({ url }) => isStatusHost(hostOf(url)));
      const level = machine ? 3 : says_status ? 2 : link || page ? 1 : 0;
      const hidden = unseen(site, ['status'], ['status', 'uptime']);
      const open = level < 2 && (level === 1 || hidden.some(({ url }) => url !== site.origin));
      const url = machine?.item.final_url ?? page?.url ?? link?.url ?? '';
      const ofPage = page && { item: page.item, excerpt: page.title };
      const place = machine ?? ofPage ?? (link && { item: link.from, excerpt: link.text });
      return {
        ...finding(site, {
          count: level,
          open: open && 3,
          because: open && level === 1 ? ['unobserved'] : [],
          says: { where: url === '' ? '' : placeOf(site, url) },
        }),
        sources: [
          ...(place ? sourcesAt([place], 1) : []),
          ...hidden.slice(0, 1),
          ...(place ? [] : searchedAt(site, ['home'])),
        ],
      };
    },
  },

  status_bare: {
    about: 'How many pages of status say that all works, and neither since when nor how often: they show nothing.',
    find(site) {
      const at = site.pages.filter(
        ({ role, url, text }) => role === 'status' && !isStatusHost(hostOf(url)) && !MEASURED.test(text),
      );
      return finding(site, {
        at: at.map(({ item, title }) => ({ item, excerpt: title })),
        show: 1,
        says: { where: placesOf(site, at, 1) },
      });
    },
  },

  performance_record: {
    about:
      'How many pages have a table of two times or more (years, months) with how well the firm did what it does: a share in percent below a heading about it, or its complaints.',
    find(site) {
      const at = site.pages.filter((page) => !isArticle(page) && page.tables.some(({ rows }) => isRecord(rows)));
      return finding(site, {
        at,
        sure: 0,
        searched: searchedAt(site, ['home', 'about']),
        says: { where: placesOf(site, at, 1) },
      });
    },
  },

  numbered_licences: {
    about:
      'How many pages of `roles` name a licence, charity, certificate or registration with its number, in their footers too: who has the number can look it up. Numbers of companies and of taxes are none.',
    find(site, args) {
      const roles = list(args, 'roles');
      const at = site.pages.flatMap(({ item, role, full_text }) => {
        const [words] = roles.includes(role) ? licencesIn(full_text) : [];
        return words === undefined ? [] : [{ item, excerpt: words }];
      });
      return finding(site, {
        at,
        show: 1,
        searched: searchedAt(site, ['home', 'about']),
        says: { where: placesOf(site, at, 1) },
      });
    },
  },

  payment_asked: {
    about:
      'How many addresses that were asked anyway answered 402 with what to pay (x402): a `PAYMENT-REQUIRED` header, or a body with `accepts`. A declaration alone is none.',
    find(site) {
      const at = site.items.filter(
        ({ status, headers, text = '' }) =>
          status === 402 &&
          ((headers['payment-required'] ?? '') !== '' ||
            /"x402Version"/.test(text) ||
            /"accepts"\s{0,9}:\s{0,9}\[/.test(text)),
      );
      return finding(site, {
        at,
        searched: searchedAt(site, ['docs']),
        show: 2,
        says: { list: placesOf(site, at, 2) },
      });
    },
  },

  answered_live: {
    about:
      'Counts declared interfaces of `kinds` (api_live, mcp_live) that answered our request with success, without credentials.',
    find(site, args) {
      const kinds = list(args, 'kinds');
      const found = site.machine.filter(
        ({ kind, item: { status, problem } }) =>
          kinds.includes(kind) && problem === null && status !== null && status < 300,
      );
      const tried = site.items.filter(({ role }) => kinds.includes(role));
      const unseen = found.length === 0 && tried.some(({ problem }) => problem !== null);
      return finding(site, {
        at: [...found, ...tried],
        count: found.length,
        open: unseen && MANY,
        searched: searchedAt(site, ['docs']),
        show: 2,
      });
    },
  },
};

/** A share, a time, a day or how long something took. */
const MEASURED =
  /\d ?%|(?<!\d)\d{1,2}:\d\d(?!\d)|(?<!\d)20\d\d(?!\d)|\d ?(?:ms|s|sec|min|seconds?|minutes?|hours?|days?)(?!\p{L})/u;

/** What a number is of that others keep a list of, in the languages that are judged, with a word or a sign that a number follows. */
const LICENCE =
  /(?<!\p{L})(?:charity|lic\.|licen[cs]e|accreditation|certificate|approval|permit|registration|zulassung|erlaubnis|konzession|agr[ée]ment|licencia|colegiad[oa]|licenza|albo|vergunning|erkenning|licença|cédula)\p{L}{0,10}(?: \p{L}{1,12}){0,2}?(?: ?#| (?:no|nr|n)[.°º:]{1,2}|(?: |s)?(?:number|nummer|numéro|número|numero):?)[ #]{0,2}([A-Z0-9][A-Z0-9./-]{4,19})/giu;
/** Least digits of such a number, and what is a day or a year. */
const DIGITS = 5;
const DAY = /^(?:\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|(?:19|20)\d\d(?:[./-]\d{1,2}){0,2})\.?$/;
/** Numbers that every company has, that taxes are paid under, or of names that are protected. */
const OF_COMPANY =
  /(?:company|companies house|registered in|business|trade|commercial|vat|tax|gst|handels|gewerbe|commerce|mercantil|imprese|kvk|software|product|open[- ]source|apache|marks?)(?!\p{L})/iu;
/** How far before the number that is said, in characters. */
const BEFORE = 60;

/** Such numbers of a text with what they are of. */
const licencesIn = (text: string): string[] =>
  [...text.slice(0, 200_000).matchAll(LICENCE)]
    .filter(
      ({ index, 0: words, 1: number = '' }) =>
        number.replace(/\D/g, '').length >= DIGITS &&
        !DAY.test(number) &&
        !OF_COMPANY.test(
          text
            .slice(Math.max(0, index - BEFORE), index)
            .split(/[.\n]/)
            .at(-1) + words,
        ),
    )
    .map(([words]) => words);
