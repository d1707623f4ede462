import type { Context } from '../../../operations/context.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { AboutTools } from '../discovery/catalogs.ts';
import { openDiscovery } from '../discovery/documents.ts';
import type { Lookup } from '../documents/documents.ts';
import { openPages, type Pages } from '../pages/pages.ts';
import type { Site } from './site.ts';

/**
 * Every public document: scores from the snapshot, watch statistics, discovery documents and pages. `lookup` finds pages
 * that are in the cache; `pages.draw` draws the others.
 */
export function openPublicDocuments(
  ctx: Context,
  operations: readonly Operation[],
  about: AboutTools,
  site: Site,
): { lookup: Lookup; pages: Pages } {
  const discovery = openDiscovery(ctx, operations, about, site.documents);
  const pages = openPages(ctx, operations, site);
  const lookup: Lookup = (path, accept, query) => {
    const scores = ctx.catalogue.current().document(path);
    // Only documents of the snapshot are below this prefix, and a guessed slug must not cost a search for a page.
    if (scores !== undefined || path.startsWith('/api/audits/')) return scores;
    return path === '/api/watch-stats'
      ? ctx.watch_stats.document()
      : (discovery(path) ?? pages.lookup(path, accept, query));
  };
  return { lookup, pages };
}
