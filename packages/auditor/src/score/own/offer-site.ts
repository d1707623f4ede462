import type { Page, ReadItem, Site } from '../../read/site.ts';
import { keepNames } from '../statements/names.ts';
import { unconfirmedOf } from './confirmed.ts';
import { keepKind, kindOf } from './page-kind.ts';

type Sentences = ReadonlyMap<Page, ReadonlySet<string>>;

/**
 * A site as criteria read it: articles have the role `blog` whatever their address, and sentences that nothing confirms are no part of
 * any text. With `own`, pages about others are left out: only what the site is made of (P1) is judged on them too.
 *
 * @param unshown further sentences that are no part of any text
 */
export function offerSite(site: Site, own: boolean, unshown: Sentences = new Map()): Site {
  const unconfirmed = together(unconfirmedOf(site), unshown);
  const items = new Map<ReadItem, ReadItem>();
  const itemOf = (item: ReadItem): ReadItem => items.get(item) ?? item;
  for (const page of site.pages) {
    const lines = unconfirmed.get(page);
    if (lines && page.item.text !== undefined && page.format !== 'html')
      items.set(page.item, { ...page.item, text: without(page.item.text, lines) });
  }
  const pages = site.pages.flatMap((page): Page[] => {
    const kind = kindOf(site, page);
    if (own && kind === 'apart') return [];
    const about_others = kind === 'article' || kind === 'apart';
    const lines = unconfirmed.get(page);
    const item = itemOf(page.item);
    if (!about_others && !lines && item === page.item) return [page];
    const read = lines ? withoutLines(page, lines) : page;
    const role = about_others && page.role !== 'compare' ? 'blog' : page.role;
    return [keepKind({ ...read, item, role }, kind)];
  });
  const offered: Site = {
    ...site,
    pages,
    items: site.items.map(itemOf),
    llms: site.llms.map((document) => {
      const page = site.pages.find(({ item }) => item === document.item);
      const lines = [...((page && unconfirmed.get(page)) ?? [])];
      return {
        ...document,
        item: itemOf(document.item),
        links: document.links.filter(({ url }) => !isNamed(url, lines)),
      };
    }),
    machine: site.machine.map((document) => ({ ...document, item: itemOf(document.item) })),
  };
  keepNames(offered, site);
  return offered;
}

function together(some: Sentences, others: Sentences): Sentences {
  if (others.size === 0) return some;
  const both = new Map(some);
  for (const [page, sentences] of others) both.set(page, new Set([...(both.get(page) ?? []), ...sentences]));
  return both;
}

function withoutLines(page: Page, lines: ReadonlySet<string>): Page {
  const whole = [...lines];
  const unless = (text: string): string => (isPartOf(text, lines, whole) ? '' : text);
  return {
    ...page,
    sentences: page.sentences.filter((sentence) => !lines.has(sentence)),
    text: without(page.text, lines),
    full_text: without(page.full_text, lines),
    headings: page.headings.filter(({ text }) => !lines.has(text)),
    lists: page.lists.map((list) => list.map(unless)),
    code: page.code.flatMap(
      (code) =>
        code
          .split('\n')
          .filter((line) => !isPartOf(line, lines, whole))
          .join('\n') || [],
    ),
    links: page.links.filter(({ url }) => !isNamed(url, whole)),
  };
}

/** An address that only a line names which nothing confirms. */
const isNamed = (url: string, lines: readonly string[]): boolean =>
  lines.some((line) => line.includes(url.replace(/\/$/, '')));

const isPartOf = (text: string, lines: ReadonlySet<string>, whole: readonly string[]): boolean =>
  lines.has(text) || (text.length > 20 && whole.some((line) => line.includes(text)));

/** Text line by line, without what nothing confirms. */
function without(text: string, lines: ReadonlySet<string>): string {
  return text
    .split('\n')
    .map((line) => {
      let rest = line;
      for (const sentence of lines)
        if (sentence.length > 8 && rest.includes(sentence)) rest = rest.replace(sentence, '');
      return rest;
    })
    .join('\n');
}
