import type { Fault } from '../../../domain/fault.ts';
import { nameMatcher } from '../discovery/listing.ts';
import type { PageMatch } from './page-definition.ts';
import type { PageInput } from './page-input.ts';
import { pages } from './site.ts';

const single = new Map(pages.filter(({ names }) => !names).map((page) => [page.path, page]));
const families = pages.filter(({ names }) => names).map((page) => ({ page, nameIn: nameMatcher(page.path) }));

/**
 * The page at an address without `.md`; a Fault when it requests something that does not exist; undefined when the path
 * is not a page.
 */
export function findPage(input: PageInput, path: string, query: string): PageMatch | Fault | undefined {
  const page = single.get(path);
  if (page) return page.find(input, '', query);
  for (const { page, nameIn } of families) {
    const name = nameIn(path);
    if (name !== undefined) return page.find(input, name, query);
  }
  return undefined;
}
