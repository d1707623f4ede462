import type { Page } from '../../read/site.ts';

/** Sentences of a page that belong together. */
export type PagePart = { page: Page; sentences: readonly string[] };

const known = new WeakMap<Page, ReadonlySet<string>>();

/** The texts of the headings of a page. */
export function headingsOf(page: Page): ReadonlySet<string> {
  const made = known.get(page) ?? new Set(page.headings.map(({ text }) => text));
  known.set(page, made);
  return made;
}

/** The sentences under each heading. */
export function blocksOf(page: Page): (readonly string[])[] {
  const headings = headingsOf(page);
  const blocks: string[][] = [[]];
  for (const sentence of page.sentences) {
    if (headings.has(sentence)) blocks.push([]);
    blocks.at(-1)?.push(sentence);
  }
  return blocks.filter(({ length }) => length > 0);
}

/** Sentences that the same pages repeat: a text that is put on many pages is one text. */
export function repeatedOn(pages: readonly Page[]): (readonly PagePart[])[] {
  const places = new Map<string, Set<number>>();
  for (const [at, { sentences }] of pages.entries())
    for (const sentence of sentences) {
      const known = places.get(sentence);
      if (known) known.add(at);
      else places.set(sentence, new Set([at]));
    }
  const groups = Map.groupBy(
    [...places].filter(([, on]) => on.size > 1),
    ([, on]) => [...on].join(),
  );
  return [...groups.values()].map((group) => {
    const sentences = group.map(([sentence]) => sentence);
    return [...(group[0]?.[1] ?? [])].flatMap((at) => {
      const page = pages[at];
      return page === undefined ? [] : [{ page, sentences }];
    });
  });
}

/** Pages that any site has are no entries of a template. */
const OF_EVERY_SITE: ReadonlySet<string> = new Set([
  ...['home', 'pricing', 'terms', 'refund', 'privacy', 'contact', 'about'],
]);
/** How many short pages of one template are weighed together. */
const TEMPLATE = 3;

/** Pages of one template that say little each. @param most sentences of such a page */
export function templatesOf(pages: readonly Page[], most: number): (readonly PagePart[])[] {
  const short = pages.filter(
    ({ role, shape, sentences }) => shape !== '' && sentences.length <= most && !OF_EVERY_SITE.has(role),
  );
  return [...Map.groupBy(short, ({ shape }) => shape).values()]
    .filter(({ length }) => length >= TEMPLATE)
    .map((group) => group.map((page) => ({ page, sentences: page.sentences })));
}
