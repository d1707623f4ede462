import { objectsIn } from '../../read/objects.ts';
import type { Site } from '../../read/site.ts';
import { remembered } from '../../remembered.ts';

const own = new WeakMap<Site, ReadonlySet<string>>();
const proper = new WeakMap<Site, ReadonlySet<string>>();

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}][\p{L}\p{N}.'’-]*/gu) ?? [];
const plain = remembered(20_000, (word) =>
  word
    .toLowerCase()
    .replace(/['’]s?$/u, '')
    .replace(/\.$/, ''),
);

const priced = /[$€£] ?\d|\d ?[€£]/;

/** Words of the offerer's own names, in lower case: of its domain, of the site, of its organisation, products, plans and pages at its root (decision 201). */
export function ownNames(site: Site): ReadonlySet<string> {
  const known = own.get(site);
  if (known) return known;
  const names = new Set<string>();
  const add = (text: unknown) => {
    if (typeof text === 'string' && text.length < 80)
      for (const word of wordsOf(text)) if (word.length > 2) names.add(plain(word));
  };
  for (const label of site.domain.split('.').slice(0, 1)) {
    names.add(label);
    for (const part of label.split('-')) if (part.length > 2) names.add(part);
  }
  const others = properNouns(site);
  const addNames = (text: string) => {
    for (const word of wordsOf(text)) if (word.length > 2 && others.has(plain(word))) names.add(plain(word));
  };
  addNames(commonEnd(site.pages.map(({ title }) => title)));
  for (const { meta, data, role, headings, title, path, tables } of site.pages) {
    add(meta.get('og:site_name'));
    add(meta.get('application-name'));
    for (const { value, types } of data)
      if (types.some((type) => /Organization|Business|Software|Product|Service|WebSite|Store|Brand|Offer/i.test(type)))
        for (const object of objectsIn(value)) if (typeof object.name === 'string') addNames(object.name);
    // A page of its own at the root is a part of the offer, and so is what a table gives prices of.
    const [top = '', ...below] = path.split('/').filter((part) => part !== '');
    if (below.length === 0 && role !== 'blog' && role !== 'compare') addNames(top.replace(/\.\w{2,5}$/, ''));
    for (const { rows } of tables.slice(0, 20))
      if (role !== 'compare' && role !== 'blog' && rows.some((row) => row.some((cell) => priced.test(cell))))
        for (const cell of rows[0] ?? []) if (cell.length < 30) addNames(cell);
    if (role === 'home' || role === 'pricing' || role === 'product') {
      if (role === 'home') addNames(title);
      for (const { text } of headings) addNames(text);
    }
  }
  for (const { title } of site.llms) addNames(title);
  own.set(site, names);
  return names;
}

/** Says that a site is made of another's pages, so that its names are the same. */
export function keepNames(made: Site, site: Site): void {
  own.set(made, ownNames(site));
  proper.set(made, properNouns(site));
}

/** What most titles end with: ` – Name of the site`. */
export function commonEnd(titles: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const title of titles) {
    const end =
      title
        .split(/\s[|–—·:-]\s/)
        .at(-1)
        ?.trim() ?? '';
    if (end !== title && end !== '') counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best && best[1] >= Math.max(2, titles.length / 3) ? best[0] : '';
}

/** How a word is written: it begins with a small letter, with a capital, or has a further one. */
const lettersOf = remembered(20_000, (word) => {
  if (/^\p{Ll}/u.test(word)) return 'small';
  if (!/^\p{Lu}/u.test(word)) return 'other';
  return /\p{Lu}/u.test(word.slice(1)) ? 'capitals' : 'capital';
});

/** Words that the site writes with a capital inside sentences, and never without: names of others, where they are not its own. */
export function properNouns(site: Site): ReadonlySet<string> {
  const known = proper.get(site);
  if (known) return known;
  const capital = new Set<string>();
  const small = new Set<string>();
  const read = new Set<string>();
  for (const { sentences } of site.pages)
    for (const sentence of sentences.slice(0, 1500)) {
      // Pages repeat what is around their text.
      if (read.has(sentence)) continue;
      read.add(sentence);
      const words = wordsOf(sentence);
      for (let at = 0; at < words.length; at++) {
        const word = words[at] as string;
        const letters = lettersOf(word);
        if (letters === 'small') small.add(plain(word));
        else if (letters === 'capitals' || (letters === 'capital' && at > 0)) capital.add(plain(word));
      }
    }
  const names = new Set([...capital].filter((name) => name.length > 1 && !small.has(name)));
  proper.set(site, names);
  return names;
}
