import type { Document } from '../../../documents/document.ts';
import type { Context } from '../../../operations/context.ts';
import type { Operation } from '../../../operations/operation.ts';
import type { AboutTools } from '../discovery/catalogs.ts';
import { assetDocuments } from '../html/assets.ts';
import { openPublicDocuments } from './public-documents.ts';

/**
 * What stands beside the scores in an exported tree. Addresses whose answer follows from a query, an Accept header or a
 * key stay with the service.
 */
const fixed = [
  ...['/', '/index.md', '/rubric', '/rubric.md', '/privacy', '/privacy.md', '/docs', '/docs.md', '/auth.md'],
  ...[
    '/llms.txt',
    '/robots.txt',
    '/sitemap.xml',
    '/openapi.json',
    '/.well-known/openapi.json',
    '/.well-known/security.txt',
  ],
  ...[
    '/.well-known/mcp.json',
    '/.well-known/mcp/server-card.json',
    '/.well-known/agent-skills/index.json',
    '/.well-known/agent-skills/readymark/SKILL.md',
  ],
];

/** Every public document that is the same for all who ask, with its path, for `export`: made one by one, none kept. */
export function exportedDocuments(
  ctx: Context,
  operations: readonly Operation[],
  about: AboutTools,
): { total: number; documents: Iterable<[string, Document]> } {
  const { lookup } = openPublicDocuments(ctx, operations, about);
  const snapshot = ctx.catalogue.current();
  function* named(paths: Iterable<string>): Iterable<[string, Document]> {
    for (const path of paths) {
      const document = lookup(path, '', '');
      if (document) yield [path, document];
    }
  }
  function* documents(): Iterable<[string, Document]> {
    yield* snapshot.documents();
    yield* assetDocuments;
    yield* named(fixed);
    for (let part = 1; lookup(`/sitemap-${part}.xml`, '', ''); part++) yield* named([`/sitemap-${part}.xml`]);
    for (const { slug } of snapshot.entries)
      yield* named([`/audits/${slug}`, `/audits/${slug}.md`, `/badge/${slug}.svg`]);
  }
  // Each company has its record, its history, its audits by date, two pages and a badge; the audits by date are counted
  // as one.
  return { total: snapshot.count * 6 + fixed.length + 3, documents: documents() };
}
