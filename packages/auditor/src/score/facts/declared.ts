import { passagesWith, placeIn } from '../../read/phrases.ts';
import type { MachineDocument, Site } from '../../read/site.ts';
import { type Fact, type Found, sourceOf, surely } from '../fact.ts';
import type { HumanReason } from '../proposal.ts';
import { hostOf, listed, placeOf } from '../seen.ts';
import { linksOf, lookedAt, MANY, textsOf, unseen } from '../site-texts.ts';
import { list } from './written.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A part that says of itself that it offers nothing. */
const isOff = (value: Json) => value.available === false || value.enabled === false || value.supported === false;

/** What stands in a document under a name, in parts that are not switched off. Documents are at most some thousand values. */
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

const statusHosts = [
  'statuspage.io',
  'instatus.com',
  'betteruptime.com',
  'status.io',
  'statuspal.io',
  'stats.uptimerobot.com',
  'freshstatus.io',
  'hund.io',
  'openstatus.dev',
];

const isStatusHost = (host: string) =>
  host.startsWith('status.') || statusHosts.some((each) => host === each || host.endsWith(`.${each}`));

/** What a status page has that a word on a page has not. */
const ofStatus = ['operational', 'incident*', 'outage*', 'degraded', 'uptime', 'maintenance'];

/** Pages that only a service with accounts or an interface has. */
const ofService = ['docs', 'agent', 'integrations', 'changelog', 'status'];
const entrances = [
  'log in',
  'login',
  'sign in',
  'signin',
  'sign up',
  'signup',
  'my account',
  'customer portal',
  'member login',
];

export const declared: Record<string, Fact> = {
  is_service: {
    about:
      'Possibly 1, never more, where customers have an account, an interface or documentation: what ladders look for by words may ' +
      'then be said in other words. 0 on a site without any of these, which has been read.',
    find(site): Found {
      const page = site.pages.find(({ role }) => ofService.includes(role));
      const link = linksOf(site).find(
        ({ words, role }) => role !== 'blog' && entrances.some((phrase) => placeIn(words, phrase) >= 0),
      );
      const from = site.apis[0]?.item ?? page?.item ?? link?.from;
      return {
        sure: 0,
        likely: 0,
        possible: from ? 1 : 0,
        reasons: from ? ['lexical'] : [],
        sources: from ? [sourceOf(from, from === link?.from ? link.text : '')] : lookedAt(site, ['home']),
        says: { service: from ? 'yes' : 'no' },
      };
    },
  },

  declares: {
    about:
      'Counts machine documents of `kinds` that have one of `fields` anywhere (one of `values` in it, where given) and do not say of ' +
      'themselves that it is not available. A document is sure when the site speaks of it elsewhere with one of the phrases in `known` ' +
      '(or none are given), else likely: a file that no documentation knows may be a leftover.',
    find(site, args): Found {
      const found = declaring(site, list(args, 'kinds'), list(args, 'fields'), list(args, 'values'));
      const known = list(args, 'known');
      const { index, owners } = textsOf(site);
      const spoken = [...passagesWith(index, known)].find((at) => {
        const role = owners[at]?.role;
        return role !== undefined && role !== 'blog' && role !== 'compare';
      });
      const backed = known.length === 0 || spoken !== undefined;
      const reasons: HumanReason[] = found.length > 0 && !backed ? ['conflict'] : [];
      const sources = found.slice(0, 2).map(({ document, field }) => sourceOf(document.item, field));
      const owner = spoken === undefined ? undefined : owners[spoken];
      if (owner && found.length > 0) sources.push(sourceOf(owner.item, index.passages[spoken ?? 0]?.text));
      return {
        sure: backed ? found.length : 0,
        likely: found.length,
        possible: found.length,
        reasons,
        sources: sources.length > 0 ? sources : lookedAt(site, ['home']),
        says: {
          count: found.length,
          list: listed(
            found.map(({ document }) => placeOf(site, document.item.final_url)),
            2,
          ),
          field: found[0]?.field ?? '',
        },
      };
    },
  },

  status_page: {
    about:
      'How far a status page can be checked: 1 linked (a host `status.…`, a known service for status pages), 2 read and speaking of ' +
      'operation or incidents, 3 with an answer for machines. One that is linked and was not read is possibly 3.',
    find(site): Found {
      const machine = site.machine.find(({ kind, empty }) => kind === 'status_json' && !empty);
      const page = site.pages.find(({ role, url, words, shell }) => {
        if (shell || words < 15) return false;
        return isStatusHost(hostOf(url)) || role === 'status';
      });
      const { index, owners } = textsOf(site);
      const tells = page && [...passagesWith(index, ofStatus)].some((at) => owners[at]?.item === page.item);
      const link = linksOf(site).find(({ url }) => isStatusHost(hostOf(url)));
      const level = machine ? 3 : tells ? 2 : link || page ? 1 : 0;
      const hidden = unseen(site, ['status'], ['status', 'uptime']);
      const open = level < 2 && (level === 1 || hidden.some(({ url }) => url !== site.origin));
      const url = machine?.item.final_url ?? page?.url ?? link?.url ?? '';
      const from = machine?.item ?? page?.item ?? link?.from;
      const sources = from
        ? [sourceOf(from, from === page?.item ? page.title : from === link?.from ? link.text : '')]
        : [];
      return {
        sure: level,
        likely: level,
        possible: open ? 3 : level,
        reasons: open && level === 1 ? ['unobserved'] : [],
        sources: [...sources, ...hidden.slice(0, 1), ...(from ? [] : lookedAt(site, ['home']))],
        says: { level, where: url === '' ? '' : placeOf(site, url) },
      };
    },
  },

  answered_live: {
    about:
      'Counts declared interfaces of `kinds` (api_live, mcp_live) that answered our request with success, without credentials.',
    find(site, args): Found {
      const kinds = list(args, 'kinds');
      const asked = site.machine.filter(({ kind }) => kinds.includes(kind));
      const found = asked.filter(
        ({ item: { status, problem } }) => problem === null && status !== null && status < 300,
      );
      const tried = site.items.filter(({ role }) => kinds.includes(role));
      const hidden = tried.some(({ problem }) => problem !== null);
      const sources = [...found.map(({ item }) => item), ...tried].slice(0, 2).map((item) => sourceOf(item));
      const from = { sources: sources.length > 0 ? sources : lookedAt(site, ['docs']), says: { count: found.length } };
      if (found.length > 0 || !hidden) return surely(found.length, from);
      return { sure: 0, likely: 0, possible: MANY, reasons: ['unobserved'], ...from };
    },
  },
};
