import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { REQUESTS_PAGE } from '../../../domain/request/request.ts';
import type { Context } from '../../context.ts';
import type { FurtherPages } from '../../operation.ts';
import { withStoreErrors } from '../../run.ts';

/** A page of REQUESTS_PAGE requests, or fewer where the list ends: as rows, and what a reply has of them. */
type Page<Row> = { rows: readonly Row[]; items: readonly unknown[] };

/**
 * The pages after a first one, each read when the one before was taken; undefined when the first has the whole list.
 *
 * @param read reads the page that follows a row. The order of rows never changes, so none is left out or repeated
 */
export function laterPages<Row extends object>(
  ctx: Context,
  first: Page<Row>,
  read: (after: Row) => Promise<Page<Row>>,
): FurtherPages | undefined {
  const begin = lastOf(first);
  if (begin === undefined) return undefined;
  return async function* pages() {
    let after: Row | undefined = begin;
    while (after !== undefined) {
      // However fast the reader is, others have their turn between two pages.
      await yieldToOthers();
      const last: Row = after;
      const page = await withStoreErrors(ctx, () => read(last));
      yield page.items;
      after = lastOf(page);
    }
  };
}

/** The last row of a full page, which others may follow. */
const lastOf = <Row>({ rows }: Page<Row>): Row | undefined => (rows.length < REQUESTS_PAGE ? undefined : rows.at(-1));
