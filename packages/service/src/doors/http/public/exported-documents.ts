import type { Document } from '../../../documents/document.ts';
import type { Context } from '../../../operations/context.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { AboutTools } from '../discovery/catalogs.ts';
import { addressCount, addresses } from '../discovery/listing.ts';
import { assetDocuments } from '../html/assets.ts';
import { openPublicDocuments } from './public-documents.ts';
import type { Site } from './site.ts';

/** What is asked for where an address has more than one form: Markdown has addresses of its own. */
export const HTML = 'text/html';

/**
 * Every public document for `export`, with its path; each is made on the way and not cached. Pages are exported as HTML,
 * and their Markdown twins at the addresses of their own.
 *
 * @returns `total` is about how many there are, for a progress bar
 */
export function exportedDocuments(
  ctx: Context,
  operations: readonly Operation[],
  about: AboutTools,
  site: Site,
): { total: number; documents: Iterable<[string, Document]> } {
  const { lookup, pages: drawn } = openPublicDocuments(ctx, operations, about, site);
  const exported = [...site.documents, ...site.pages].filter((listing) => listing.exported === true);
  const snapshot = ctx.catalogue.current();
  function* documents(): Iterable<[string, Document]> {
    yield* snapshot.documents();
    yield* assetDocuments;
    for (const listing of exported)
      for (const { address } of addresses(listing, snapshot))
        for (const path of [address, ...(listing.twin ? [listing.twin(address)] : []), ...(listing.aliases ?? [])]) {
          const document = lookup(path, HTML, '') ?? drawn.draw(path, HTML, '');
          if (document) yield [path, document];
        }
  }
  const listed = exported.reduce(
    (sum, listing) => sum + addressCount(listing, snapshot) * (listing.twin ? 2 : 1) + (listing.aliases?.length ?? 0),
    0,
  );
  // A company has its record, history, brief and replies, five pillars, and its audits by date, which are counted as one.
  return { total: snapshot.count * 10 + 1 + assetDocuments.size + listed, documents: documents() };
}
