import { nameMatcher } from '../discovery/listing.ts';
import type { Page } from './page-definition.ts';

/** A page of the table, and the name in its address: '' for a path without `{…}`. */
type PageAddress = { page: Page; name: string };

/** Finds the page whose address, without `.md`, a path is; undefined when there is none. */
export type FindPage = (path: string) => PageAddress | undefined;

/** Finds pages of a table. */
export function pageFinder(pages: readonly Page[]): FindPage {
  const single = new Map(pages.filter(({ names }) => !names).map((page) => [page.path, { page, name: '' }]));
  const families = pages.filter(({ names }) => names).map((page) => ({ page, nameIn: nameMatcher(page.path) }));
  return (path) => {
    const at = single.get(path);
    if (at) return at;
    for (const { page, nameIn } of families) {
      const name = nameIn(path);
      if (name !== undefined) return { page, name };
    }
    return undefined;
  };
}
