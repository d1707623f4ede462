import { basesIn, callsOn } from '../../read/api/shown-calls.ts';
import { isTheirs } from '../../read/machine/others.ts';
import { API_SERVER, isCallable, isHostThere, namesHost, plainHost } from '../../read/machine/servers.ts';
import type { Page, Site } from '../../read/site.ts';
import { pricesIn } from '../../read/text/prices.ts';
import { remembered } from '../../remembered.ts';
import { commonWords } from '../statements/common-words.ts';
import { blocksOf, repeatedOn, templatesOf } from './blocks.ts';
import { interfaceWordsOf, isInterfaceWord, wordsOf } from './interface-words.ts';

/**
 * What is said in one block that no other page repeats and no link leads to is unconfirmed (decision 161): a section that speaks of
 * interfaces which the rest of the site does not know, its documents for machines included, and lines of an llms.txt that no page says.
 */

/**
 * How many sentences a section has to be weighed, and how many words of interfaces it must bring that nothing else has: where there is an
 * interface, a page on security names some of its own. A whole page brings more before it is weighed: genuine ones bring five at most. Pages of one template with so few
 * sentences each (`short`) are weighed together.
 */
const LEAST = { sentences: 5, interfaces: 4, further: 5, of_page: 7, short: 4 };
/** Share of the words of a line that one sentence of a page must have to say the same. */
const SAME = 0.5;

/** How many sentences are compared that have a word. */
const MOST_SENTENCES = 400;

/** The sentences of each page that are said nowhere else, where they had to be. Pages without any are left out. */
export function unconfirmedOf(site: Site): ReadonlyMap<Page, ReadonlySet<string>> {
  const known = unconfirmed.get(site);
  if (known) return known;
  const made = findUnconfirmed(site);
  unconfirmed.set(site, made);
  return made;
}
const unconfirmed = new WeakMap<Site, ReadonlyMap<Page, ReadonlySet<string>>>();

function findUnconfirmed(site: Site): ReadonlyMap<Page, ReadonlySet<string>> {
  const found = new Map<Page, Set<string>>();
  const mark = (page: Page, sentences: readonly string[]) => {
    if (sentences.length > 0) found.set(page, new Set([...(found.get(page) ?? []), ...sentences]));
  };
  for (const page of site.pages) mark(page, namingAbsentHosts(site, page));
  const witnessed = hasInterface(site);
  const documented = witnessed || showsCalls(site);
  const described = witnessed ? describedWords(site) : new Set<string>();
  const brought = wordsBrought(site, described);
  const least = witnessed ? LEAST.further : LEAST.interfaces;
  for (const page of site.pages) {
    if (documented && isDocumentation(page)) continue;
    for (const { sentences, words } of brought.get(page) ?? [])
      if (sentences.length >= LEAST.sentences && words.alone.length >= least) mark(page, sentences);
    // Claims that headings or questions part are one section still.
    const of_page = new Set((brought.get(page) ?? []).flatMap(({ words }) => words.on_page));
    if (of_page.size >= LEAST.of_page)
      mark(
        page,
        page.sentences.filter((sentence) => interfaceWordsOf(sentence).some((word) => of_page.has(word))),
      );
  }
  const saying = sentencesWith(site);
  for (const parts of [...repeatedOn(site.pages), ...templatesOf(site.pages, LEAST.short)]) {
    const text = new Set(parts.flatMap(({ sentences }) => sentences));
    if (text.size < LEAST.sentences) continue;
    const words = new Set([...text].flatMap(interfaceWordsOf).filter((word) => !described.has(word)));
    const alone = [...words].filter((word) => saying.get(word)?.isSubsetOf(text) !== false);
    if (alone.length >= least) for (const { page, sentences } of parts) mark(page, sentences);
  }
  const indexes = site.pages.filter(isIndex);
  if (indexes.length === 0) return found;
  // What nothing confirms confirms nothing.
  const said = site.pages
    .filter((page) => !isIndex(page))
    .flatMap((page) => page.sentences.filter((sentence) => !found.get(page)?.has(sentence)).map(contentOf));
  const places = new Map<string, number[]>();
  for (const [at, words] of said.entries())
    for (const word of words) {
      const known = places.get(word);
      if (known === undefined) places.set(word, [at]);
      else if (known.length < MOST_SENTENCES) known.push(at);
    }
  const isSaid = saidIn(said.length, places);
  const priced = pricedPages(site.pages.filter((page) => !isIndex(page)));
  for (const page of indexes)
    mark(
      page,
      page.sentences.filter((sentence) => !isSaid(contentOf(sentence)) && !givesPricesOf(priced, sentence)),
    );
  return found;
}

/** Whether one part of a page has the name and all prices of a line, and the page its other words and numbers: a card says on several lines what llms.txt says on one. */
function givesPricesOf(priced: readonly PricedPage[], line: string): boolean {
  const prices = pricesIn(line);
  const name = wordsOf(line.slice(0, line.indexOf(prices[0]?.words ?? '')));
  if (prices.length === 0 || name.length === 0) return false;
  const said = wordsOf(line).filter((word) => word.length > 3 || /\d/.test(word));
  return priced.some(
    ({ words, parts }) =>
      said.every((word) => words.has(word) || commonWords.has(word)) &&
      parts.some(
        (part) => name.every((word) => part.words.has(word)) && prices.every(({ amount }) => part.amounts.has(amount)),
      ),
  );
}
type PricedPart = { words: ReadonlySet<string>; amounts: ReadonlySet<number> };
type PricedPage = { words: ReadonlySet<string>; parts: readonly PricedPart[] };
const pricedPages = (pages: readonly Page[]): PricedPage[] =>
  pages.flatMap((page) => {
    if (page.role === 'blog' || page.role === 'compare' || pricesIn(page.text).length === 0) return [];
    const parts = blocksOf(page).map((sentences) => ({
      words: new Set(sentences.flatMap(wordsOf)),
      amounts: new Set(sentences.flatMap((sentence) => pricesIn(sentence).map(({ amount }) => amount))),
    }));
    return [{ words: new Set(wordsOf(page.text)), parts }];
  });

/** Sentences, lines and samples of a page that name a host which does not exist. */
function namingAbsentHosts({ absent_hosts }: Site, { full_text, text, sentences, code }: Page): string[] {
  const hosts = [...absent_hosts].filter((host) => [full_text, ...code].some((one) => namesHost(one, host)));
  if (hosts.length === 0) return [];
  const shown = code.flatMap((sample) => sample.split('\n'));
  return [...sentences, ...text.split('\n'), ...shown].filter((one) => hosts.some((host) => namesHost(one, host)));
}

/** llms.txt and what it is extended to: an index for agents, which repeats what pages say. */
const isIndex = ({ path }: Page): boolean => /\/llms[\w-]*\.txt$/.test(path);

/** A description of an API, a live interface or a card is a witness of what is said of interfaces. */
export const hasInterface = (site: Site): boolean =>
  site.apis.length > 0 || site.machine.some(({ kind, empty }) => !empty && INTERFACES.has(kind));

/**
 * Calls to a server of the company that are shown as code or headings are a witness of what documentation says, where that server is there: a host of its own
 * that exists, or an address of the website that answers with something else than a page. Calls without a host go to an address that
 * pages name.
 */
export function showsCalls(site: Site): boolean {
  const before = shown.get(site);
  if (before !== undefined) return before;
  const made = findCalls(site);
  shown.set(site, made);
  return made;
}
const shown = new WeakMap<Site, boolean>();

function findCalls(site: Site): boolean {
  const calls = callsOn(site.pages);
  const named = calls.flatMap(({ url }) => url ?? []);
  const bases = named.length < calls.length ? site.pages.flatMap(({ full_text }) => basesIn(full_text)) : [];
  return [...new Set([...named, ...bases])].some((url) => isThere(site, url));
}

function isThere(site: Site, called: string): boolean {
  const url = URL.parse(called);
  if (!url || !isTheirs(site, url.host)) return false;
  if (plainHost(url.host) !== plainHost(new URL(site.origin).host)) return isHostThere(site, url.host);
  const answer = site.items.find((item) => item.role === API_SERVER && item.url === url.origin + url.pathname);
  return answer !== undefined && isCallable(answer);
}

const isDocumentation = ({ role }: Page): boolean => role === 'docs' || role === 'integrations' || role === 'help';

const INTERFACES: ReadonlySet<string> = new Set(['mcp_live', 'api_live', 'mcp_card']);

const contentOf = remembered(20_000, (sentence): readonly string[] => [
  ...new Set(wordsOf(sentence).filter((word) => word.length > 3 && !commonWords.has(word))),
]);

/** Words of interfaces in descriptions of APIs and other documents for machines. */
const describedWords = (site: Site): ReadonlySet<string> =>
  new Set(
    site.items
      .filter((item) => DESCRIBES.test(item.content_type) && !site.contradicted.includes(item))
      .flatMap(({ text = '' }) => wordsOf(text.slice(0, MOST_DESCRIBED)))
      .filter((word) => isInterfaceWord(word)),
  );
const DESCRIBES = /json|yaml/;
/** How much of a document is looked through, in characters. */
const MOST_DESCRIBED = 1_000_000;

type Brought = { sentences: readonly string[]; words: { alone: string[]; on_page: string[] } };

/**
 * The words of interfaces of each block that no document for machines has: those that no other block has (`alone`), and those that no other
 * page has (`on_page`). An index for agents repeats what pages say, and is none of them.
 */
function wordsBrought(site: Site, described: ReadonlySet<string>): ReadonlyMap<Page, readonly Brought[]> {
  const blocks = site.pages.flatMap((page) =>
    blocksOf(page).map((sentences) => ({
      ...{ page, sentences },
      words: new Set(sentences.flatMap(interfaceWordsOf).filter((word) => !described.has(word))),
    })),
  );
  const places = new Map<string, { blocks: number; pages: Set<Page> }>();
  for (const { page, words } of blocks)
    if (!isIndex(page))
      for (const word of words) {
        const known = places.get(word) ?? { blocks: 0, pages: new Set<Page>() };
        places.set(word, { blocks: known.blocks + 1, pages: known.pages.add(page) });
      }
  const made = blocks.map(({ page, sentences, words }) => {
    const own = Number(!isIndex(page));
    const alone = [...words].filter((word) => (places.get(word)?.blocks ?? 0) <= own);
    const on_page = [...words].filter((word) => (places.get(word)?.pages.size ?? 0) <= own);
    return { page, sentences, words: { alone, on_page } };
  });
  return Map.groupBy(made, ({ page }) => page);
}

/** The sentences of pages that have each word of interfaces, those of indexes left out. */
function sentencesWith(site: Site): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const page of site.pages)
    if (!isIndex(page))
      for (const sentence of page.sentences)
        for (const word of interfaceWordsOf(sentence)) {
          const known = found.get(word);
          if (known) known.add(sentence);
          else found.set(word, new Set([sentence]));
        }
  return found;
}

/**
 * Whether one of so many sentences has enough of the words of a line.
 *
 * @param places the numbers of the sentences that have a word
 */
function saidIn(sentences: number, places: ReadonlyMap<string, readonly number[]>) {
  const counts = new Uint16Array(sentences);
  return (words: readonly string[]): boolean => {
    const enough = words.length * SAME;
    let most = words.length === 0 ? enough : 0;
    for (const word of words)
      for (const at of places.get(word) ?? []) {
        const count = (counts[at] as number) + 1;
        counts[at] = count;
        if (count > most) most = count;
      }
    for (const word of words) for (const at of places.get(word) ?? []) counts[at] = 0;
    return most >= enough;
  };
}
