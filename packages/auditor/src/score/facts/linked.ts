import { asksNewPassword } from '../../read/html/form-fields.ts';
import type { Page, PageRole, Registered, Site } from '../../read/site.ts';
import { asWritten, placeIn, wordsOf } from '../../read/text/phrases.ts';
import { registries } from '../../standards/registries.ts';
import { packagesOf } from '../agent-access/packages.ts';
import { wordsIn } from '../claims/texts.ts';
import { type Fact, type FactArguments, list, rolesOf } from '../fact.ts';
import { finding, provenAt } from '../finding.ts';
import { commandsOf, installationPages, isOwnPackage, isOwnSource } from '../own/installed.ts';
import { hostOf, isArticle, isOwn, listed, pathOf, placeOf, placesOf } from '../presence.ts';
import { framedOf, isUnfilled, linksOf, MANY, planned, type SiteLink, searchedAt, unseen } from '../site-texts.ts';
import { languages } from '../statements/languages/index.ts';
import { isAsked } from '../statements/mood.ts';

/** The words of a link, where they are words and no address. */
const labelOfLink = (text = ''): string => (/\p{L}/u.test(text) && !/["/]/.test(text) && text.length <= 80 ? text : '');

/** Words of a link that say what it is followed for; an address may say it where they do not. */
const saidBy = (link: SiteLink | undefined, args: FactArguments): string =>
  link &&
  !ON_HOW.test(link.text) &&
  inAllLanguages(args, 'words').some((phrase) => placeIn(wordsOf(link.text), phrase) >= 0)
    ? labelOfLink(link.text)
    : '';

/** Leads to words on how something is done, and not to where it is done; or to a register. */
const ON_HOW =
  /^\s{0,9}(?:register of|how|what|why|when|where|wie|warum|comment|pourquoi|cómo|come|perché|hoe|waarom|como) /i;

const sharing = /\/(?:sharer?|intent|share-offsite|dialog)(?:[/.?]|$)/;

/**
 * `statuspage.io` is that host and those below it, `status.` any host that begins so, `=g2.com` that host, with `www.` or two
 * letters of a country before it, and `github.com/marketplace/` what is below that path.
 */
function isAt(url: URL, wanted: string): boolean {
  const [host = '', ...path] = wanted.replace('=', '').split('/');
  if (path.length > 0 && !url.pathname.startsWith(`/${path.join('/')}`)) return false;
  const { hostname } = url;
  if (host.endsWith('.')) return hostname.startsWith(host);
  if (hostname === host) return true;
  if (!hostname.endsWith(`.${host}`)) return false;
  return !wanted.startsWith('=') || /^(?:www|[a-z]{2})$/u.test(hostname.slice(0, -host.length - 1));
}

/** Links are short and lead to pages of any language: their words are looked for in all. */
const inAllLanguages = (args: FactArguments, name: string): readonly string[] => [
  ...new Set(languages.flatMap((language) => wordsIn(args, name, language) ?? [])),
];

/** As many words as one says of where a link leads. */
const LABEL_WORDS = 10;
const EDGE_WORDS = 4;

/**
 * Whether words of a link have a phrase. A whole card that is a link begins with its name and ends with what one does there: one word in its
 * text, such as `basket`, is about other things.
 */
const hasPhrase = (words: readonly string[], phrase: string): boolean =>
  words.length <= LABEL_WORDS || phrase.includes(' ')
    ? placeIn(words, phrase) >= 0
    : placeIn(words.slice(0, EDGE_WORDS), phrase) >= 0 || placeIn(words.slice(-EDGE_WORDS), phrase) >= 0;

/** Up to this many words, what begins and ends with a pair of words is a call to do it: `Start my first trial`. */
const CALL_WORDS = 6;
/** Words between them that name nothing else: `Try gluten free` and `Start a clinical trial` start nothing. */
const BETWEEN = new Set(
  'a an the my your our first new for free now it us days day months month teams team business personal developer developers api'.split(
    ' ',
  ),
);

/** Whether words begin with the first and end with the second word of one of these pairs, with nothing else of weight between, or it is free. */
const spansOne = (words: readonly string[], pairs: readonly string[]): boolean =>
  words.length <= CALL_WORDS &&
  pairs.some((pair) => pair === `${words[0]} ${words.at(-1)}`) &&
  (words.slice(1, -1).includes('free') || words.slice(1, -1).every((word) => BETWEEN.has(word) || /^\d+$/.test(word)));

/** A page of links to others, by its address. */
const OF_LINKS =
  /\/(?:web-?)?(?:links?|liens?|partners?|partenaires|partner-?links|enlaces|collegamenti)(?:\.\w{2,5})?\/?$/i;

/** What the first link to an address says of it that holds for further ones: people are written to there. */
const TO_PEOPLE = ['contact', 'sales', 'quote', 'newsletter', 'enquir*'];

function linksTo(site: Site, args: FactArguments): SiteLink[] {
  const [hosts, on] = [list(args, 'hosts'), list(args, 'on')];
  const [words, not, spans] = [inAllLanguages(args, 'words'), inAllLanguages(args, 'not'), list(args, 'spans')];
  const weak = inAllLanguages(args, 'weak');
  const once = new Map<string, SiteLink>();
  for (const link of args.framed === true ? [...linksOf(site), ...framedOf(site)] : linksOf(site)) {
    if (args.own !== undefined && args.own !== link.own) continue;
    if (args.messages === true && !link.message) continue;
    if (args.forms === true && !link.form) continue;
    if (args.asks === false && (link.message || link.form)) continue;
    if ((args.enquires === false && link.enquires) || (!link.own && isUnfilled(link.url))) continue;
    const url = URL.parse(link.url);
    if (!url || (hosts.length > 0 && !hosts.some((host) => isAt(url, host)))) continue;
    const at = link.words.indexOf('');
    const [address, text] = [link.words.slice(0, at), link.words.slice(at + 1)];
    const said = (phrase: string) => hasPhrase(text, phrase) || (args.said !== true && placeIn(address, phrase) >= 0);
    const { before } = link;
    // A weak word needs an address of its own: `Get started` beside `Contact sales` leads to the same people.
    const telling = before ? words.filter((phrase) => !weak.includes(phrase)) : words;
    if (words.length > 0 && !telling.some(said) && !spansOne(text, spans)) continue;
    if (before?.url === link.url && TO_PEOPLE.some((phrase) => placeIn(before.words, phrase) >= 0)) continue;
    if (on.length > 0 && !on.includes(link.role)) continue;
    if (not.some((phrase) => placeIn(link.words, phrase) >= 0 || placeIn(link.named, phrase) >= 0)) continue;
    // A front page shows nothing of the firm that links it, and neither does what a page of links leads to.
    const deep = url.pathname.split('/').join('').length >= 3 && !OF_LINKS.test(pathOf(link.from.final_url));
    if (args.deep === true && !deep) continue;
    // A question, or an article, is about something; nothing begins there.
    if (words.length > 0 && (link.article || isAsked(link.text))) continue;
    const place = url.hostname.replace(/^www\./, '') + url.pathname;
    if (!sharing.test(link.url) && !once.has(place)) once.set(place, link);
  }
  return [...once.values()];
}

/** Short texts that say what a page or a part of it is about. */
const namesOn = (page: Page): string[] => [
  page.title,
  ...page.headings.map(({ text }) => text),
  ...(page.role === 'integrations'
    ? [
        ...page.links.filter(({ area }) => area === 'main').map(({ text }) => text),
        ...page.lists.flat().map((entry) => entry.split(/[:–—.]/u)[0] ?? ''),
        // A row of its own says something of a product only where it has more than its name.
        ...page.tables.flatMap(({ rows }) =>
          rows.filter((row) => row.length > 2).flatMap(([first = '']) => first.split(',')),
        ),
      ]
    : []),
];

/** Which of declared, answers and conforms a name in a registry is. */
function registeredWords({ registry, name, state, names, others }: Registered): string {
  const { title } = registries[registry];
  if (state === 'declared') return `${name} (declared, and not in ${title})`;
  if (state === 'conforms') return `${name} (conforms: ${title} leads from it to ${names})`;
  return `${name} (answers in ${title}, which ${others ? 'leads from it to others alone' : 'does not say whose it is'})`;
}

/** A name right before "planned" or "coming soon". */
function isPlanned(page: Page, name: string): boolean {
  const lines = page.text.split('\n');
  return lines.some((line, at) => {
    if (placeIn(wordsOf(line.slice(0, 200)), name) < 0) return false;
    const near = wordsOf(
      lines
        .slice(at, at + 3)
        .join(' ')
        .slice(0, 300),
    );
    return planned.some((phrase) => placeIn(near, phrase) >= 0);
  });
}

/** A page about what is to come says so at its beginning. */
const beginsPlanned = (page: Page): boolean => {
  const words = wordsOf(page.text.slice(0, 600));
  return planned.some((phrase) => placeIn(words, phrase) >= 0);
};

const titled = ({ item, title }: Page) => ({ item, excerpt: title });

export const linked: Record<string, Fact> = {
  links_to: {
    about:
      'Counts addresses that the site links: on `hosts` (`statuspage.io`, `status.` for any host that begins so, `=g2.com` without hosts below it, a path after it), with one of ' +
      '`words` in the address or the words of the link (those of all languages with the `finder`; with `said: true` in those of the link alone), or words that begin and end with a pair of `spans`; a further link to the same address needs one that is not `weak`, `own` true or false for the own domain, `deep: true` for no front pages and none on a page of links, `enquires: false` for none that asks for a message alone, `messages: true` for those that open one, `forms: true` for those to forms at other hosts, `asks: false` for neither, `framed: true` for those that a page shows in a frame, too, none of `not`, also not in the name of the page that it leads to, and on pages of the roles in `on`. With `branded: true` one without the name of the domain in its address is likely only, with `branded: only` it is none.',
    find(site, args) {
      const all = linksTo(site, args);
      const branded = args.branded === undefined ? all : all.filter(({ url }) => isOwnPackage(site, pathOf(url)));
      const found = args.branded === 'only' ? branded : all;
      const [first] = branded.length > 0 ? branded : found;
      return finding(site, {
        // The words of a link say something only where it was found by them.
        at: found.map(({ from, text }) => ({ item: from, excerpt: list(args, 'words').length > 0 ? text : '' })),
        sure: branded.length,
        searched: searchedAt(site, ['home']),
        says: {
          list: listed(
            found.map(({ url }) => ({ name: hostOf(url) })),
            3,
          ),
          url: first?.url.slice(0, 150) ?? '',
          where: first ? placeOf(site, first.from.final_url) : '',
          ...provenAt(first && placeOf(site, first.from.final_url), saidBy(first, args)),
        },
      });
    },
  },

  pages_of: {
    about:
      'Counts pages that were read with one of `roles`, at least `least` words (default 80) and, where given, one of `words` in ' +
      'address, title or first heading. Linked pages with `links` in their address that were not read are possible.',
    find(site, args) {
      const roles = new Set<string>(list(args, 'roles'));
      const words = list(args, 'words');
      const least = Number(args.least ?? 80);
      const found = site.pages.filter((page) => {
        if (!roles.has(page.role) || page.shell || page.words < least || beginsPlanned(page)) return false;
        const about = wordsOf(`${pathOf(page.url)} ${page.title} ${page.headings[0]?.text ?? ''}`);
        return words.length === 0 || words.some((phrase) => placeIn(about, phrase) >= 0);
      });
      const once = [...new Map(found.map((page) => [page.path.replace(/(?:\.md|\.html)?\/?$/u, ''), page])).values()];
      const links = list(args, 'links');
      const hidden = links.length > 0 || once.length === 0 ? unseen(site, [...roles] as PageRole[], links) : [];
      return finding(site, {
        at: once.map(titled),
        open: hidden.length > 0 && MANY,
        searched: [...hidden.slice(0, 2), ...searchedAt(site, ['home'])],
        because: once.length > 0 ? [] : undefined,
        says: { list: placesOf(site, once) },
      });
    },
  },

  forms_with: {
    about:
      'Counts forms of at least `least` fields (default 3) of which one has a word of `fields` in its name, and none of `not`. With `account: true` those that ask for a new password, by their fields alone.',
    find(site, args) {
      const fields = list(args, 'fields');
      const has = (names: readonly string[], phrases: readonly string[]) =>
        names.some((name) => phrases.some((phrase) => placeIn(wordsOf(name), phrase) >= 0));
      const found = site.pages.flatMap((page) =>
        page.forms
          .filter(
            (form) =>
              form.fields.length >= Number(args.least ?? 3) && (isOwn(site, form.action) || !isUnfilled(form.action)),
          )
          .filter((form) => (fields.length === 0 || has(form.fields, fields)) && !has(form.fields, list(args, 'not')))
          .filter(
            ({ action, fields }) =>
              args.account !== true || (isOwn(site, action) && !isArticle(page) && asksNewPassword(fields)),
          )
          .map(() => page),
      );
      return finding(site, {
        at: found.map(titled),
        open: site.pages.some((page) => page.shell),
        searched: searchedAt(site, ['contact', 'home']),
        show: 2,
      });
    },
  },

  buttons_with: {
    about:
      'Counts pages of the roles in `on` with a button that is seen and has one of `words` on it, or is one of `whole`, in which numbers are left out, in any language, or begins and ends with a pair of `spans`, and none of `not`.',
    find(site, args) {
      const [words, not, whole] = ['words', 'not', 'whole'].map((name) => inAllLanguages(args, name));
      const [on, spans] = [list(args, 'on'), list(args, 'spans')];
      const orders = (text: string) => {
        const said = wordsOf(text);
        const has = (phrases: readonly string[] = []) => phrases.some((phrase) => placeIn(said, phrase) >= 0);
        const alone = said.filter((word) => !/^\d+$/.test(word)).join(' ');
        return (
          (has(words) || whole?.includes(alone) || spansOne(alone.split(' '), spans)) &&
          !has(not) &&
          !has(planned) &&
          !isAsked(text) &&
          !ON_HOW.test(text)
        );
      };
      const found = site.pages.flatMap((page) => {
        const button = on.includes(page.role) && !isArticle(page) ? page.buttons.find(orders) : undefined;
        return button === undefined ? [] : [{ item: page.item, excerpt: labelOfLink(button) }];
      });
      const [first] = found;
      return finding(site, {
        at: found,
        searched: searchedAt(site, ['product', 'home']),
        show: 2,
        says: provenAt(first && placeOf(site, first.item.final_url), first?.excerpt),
      });
    },
  },

  package_languages: {
    about:
      'Counts the languages for which the firm publishes a package: a link to a registry or an install command whose package has the ' +
      'name of the domain in it; a repository named after a language is likely.',
    find(site) {
      const found = packagesOf(site);
      const sure = new Map(found.filter((each) => each.sure).map((each) => [each.language, each]));
      const all = new Map([...found.map((each) => [each.language, each] as const), ...sure]);
      const hidden = all.size < 2 ? unseen(site, ['docs'], ['sdk', 'sdks', 'client libraries', 'libraries']) : [];
      const places = [...all.values()];
      return finding(site, {
        at: places,
        sure: sure.size,
        open: hidden.length > 0 && MANY,
        searched: [...hidden.slice(0, 1), ...searchedAt(site, ['docs', 'agent'])],
        says: { list: listed([...all.keys()], 6), example: places[0]?.name ?? '' },
      });
    },
  },

  own_source: {
    about: 'Counts pages of `roles` that link a repository of source which has the name of the domain.',
    find(site, args) {
      const roles = list(args, 'roles');
      const at = site.pages.flatMap(({ item, role, links }) => {
        const link = roles.includes(role) ? links.find((one) => isOwnSource(site, one)) : undefined;
        return link ? [{ item, excerpt: link.text }] : [];
      });
      return finding(site, { at, says: { where: placesOf(site, at) } });
    },
  },

  programs_installed: {
    about:
      'Counts pages with a command that installs a program of the firm (`brew install`, `docker pull`, a release that is loaded), with the ' +
      'name of the domain in it, and pages called after installing that link a repository with this name: its page, archive or releases.',
    find(site) {
      const commands = commandsOf(site).map(({ item, commands: [excerpt] }) => ({ item, excerpt }));
      const found = [...commands, ...installationPages(site)];
      return finding(site, { at: found, searched: searchedAt(site, ['docs', 'agent']) });
    },
  },

  registered: {
    about: 'Counts what the `registries` (npm, pypi, mcp) answered about names that the site says it published there.',
    find(site, args) {
      const of = list(args, 'registries');
      const found = site.registered.filter(({ registry }) => of.includes(registry));
      const named = found.map((one) => ({ name: registeredWords(one), item: one.item, excerpt: one.excerpt }));
      return finding(site, { at: named, says: { list: listed(named, 4) } });
    },
  },

  platforms_named: {
    about:
      'Counts which of the products in `names` have a page, a heading or (on pages of integrations) a link, an item of a list or a row of a table of their own on pages of ' +
      '`roles` with at least 60 words. One that is called planned does not count, and none on a site without documentation, integrations and an API.',
    find(site, args) {
      const roles = new Set<string>(rolesOf(args));
      // Who has neither documentation nor an interface works on these products, or sells them.
      const connects =
        site.apis.length > 0 ||
        site.pages.some(({ role, words }) => (role === 'docs' || role === 'integrations') && words >= 60);
      const pages = connects ? site.pages.filter((page) => roles.has(page.role) && page.words >= 60) : [];
      const named = pages.map((page) => ({
        page,
        names: namesOn(page)
          .slice(0, 2000)
          .map((text) => wordsOf(text.slice(0, 200))),
      }));
      const found = list(args, 'names').flatMap((name) => {
        const at = named.filter(({ names }) => names.some((words) => placeIn(words, name) >= 0));
        const [first] = at;
        if (!first || at.some(({ page }) => isPlanned(page, name))) return [];
        const excerpt = namesOn(first.page).find((text) => placeIn(wordsOf(text.slice(0, 200)), name) >= 0) ?? '';
        return [
          {
            name: asWritten(excerpt, name) ?? name,
            item: first.page.item,
            excerpt: isAsked(excerpt) ? '' : excerpt.slice(0, 200),
          },
        ];
      });
      const hidden = unseen(site, ['integrations'], ['integrations', 'connectors', 'integration', 'plugins']);
      return finding(site, {
        at: found,
        open: hidden.length > 0 && MANY,
        searched: searchedAt(site, ['integrations', 'docs', 'product']),
        because: found.length > 0 ? [] : undefined,
        says: { list: listed(found, 5) },
      });
    },
  },
};
