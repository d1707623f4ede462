import type { Snapshot } from '../../../catalogue/snapshot.ts';

/** The lists of public addresses, and whether one address (or family of addresses) is in each: a string says why not. */
export type Listing = {
  /** Root-relative. `{…}` stands for any of `names`; where a path has two, a name is both parts, joined by a slash. */
  path: string;
  title: string;
  /** In the navigation of every page, under its title. */
  nav: { bar: 'header' | 'footer' } | string;
  /** In /sitemap.xml. */
  sitemap: true | string;
  /** In the tree that `readymark export` writes. */
  exported: true | string;
  /** In /llms-full.txt; pages are linked as Markdown. */
  llms: { section: LlmsSection; note: string | ((facts: { tools: number }) => string) } | string;
  /** Day of its last change, `YYYY-MM-DD`, where it is known; of a path with `{…}`, `names` say it. */
  modified?: (snapshot: Snapshot) => string;
  /** Only for a path with `{…}`. */
  names?: Names;
  /** The address of the same content in Markdown. */
  twin?: (address: string) => string;
  /** Further addresses of the same bytes. */
  aliases?: readonly string[];
};

/** Why most documents are in no list of pages. */
export const NOT_A_PAGE = 'for programs, not a page';
export const not_a_page = { nav: NOT_A_PAGE, sitemap: NOT_A_PAGE } as const;

export type LlmsSection = 'Scores' | 'Agents' | 'Optional';

/** The values of the `{…}` in a path: how many there are, and those from one position to another. */
export type Names = {
  count(snapshot: Snapshot): number;
  slice(snapshot: Snapshot, from: number, to: number): readonly { name: string; modified?: string }[];
};

const placeholder = /\{\w+\}/g;

/** The address of a path for one of its names. */
export function addressOf(path: string, name: string): string {
  const parts = name.split('/');
  return path.replace(placeholder, () => parts.shift() ?? '');
}

/** Number of addresses of a listing, without twins and aliases. */
export const addressCount = ({ names }: Listing, snapshot: Snapshot): number => names?.count(snapshot) ?? 1;

/** The addresses of a listing from one position to another, each with the date of its last change where it is known. */
export function addresses(
  { path, names, modified }: Listing,
  snapshot: Snapshot,
  from = 0,
  to = Number.POSITIVE_INFINITY,
): readonly { address: string; modified?: string }[] {
  if (!names) return from <= 0 && to > 0 ? [{ address: path, ...(modified && { modified: modified(snapshot) }) }] : [];
  const until = Math.min(to, names.count(snapshot));
  return names
    .slice(snapshot, Math.max(0, from), until)
    .map(({ name, ...rest }) => ({ address: addressOf(path, name), ...rest }));
}

/**
 * Returns a function from a requested path to the name in it: '' for a path without `{…}`; undefined where it does not
 * match.
 */
export function nameMatcher(path: string): (requested: string) => string | undefined {
  const [before = '', ...rest] = path.split(placeholder);
  const after = rest.pop();
  if (after === undefined) return (requested) => (requested === path ? '' : undefined);
  // What is between two placeholders is a slash: a name has as many parts as the path has placeholders.
  const parts = rest.length + 1;
  return (requested) => {
    if (!requested.startsWith(before) || !requested.endsWith(after)) return undefined;
    const name = requested.slice(before.length, requested.length - after.length);
    const found = name.split('/', parts + 1);
    return found.length !== parts || found.includes('') ? undefined : name;
  };
}
