import { nameMatcher } from '../discovery/listing.ts';
import type { Page } from './page-definition.ts';
import { pages } from './site.ts';

const single = new Map(pages.filter(({ names }) => !names).map((page) => [page.path, page]));
const families = pages.filter(({ names }) => names).map((page) => ({ page, nameIn: nameMatcher(page.path) }));

/** A page of the table, and the name in its address: '' for a path without `{…}`. */
type PageAddress = { page: Page; name: string };

/** The page whose address, without `.md`, a path is; undefined when there is none. */
export function pageAt(path: string): PageAddress | undefined {
  const page = single.get(path);
  if (page) return { page, name: '' };
  for (const { page, nameIn } of families) {
    const name = nameIn(path);
    if (name !== undefined) return { page, name };
  }
  return undefined;
}
