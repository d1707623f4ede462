import { compressLazily, type Document, makeDocument } from '../../../catalogue/document.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { Fault } from '../../../domain/fault.ts';
import { type Context, today } from '../../../operations/context.ts';
import type { Lookup } from '../documents.ts';
import { wantsMarkdown } from './accept.ts';
import { assetDocuments } from './assets.ts';
import { type Found, findPage } from './find-page.ts';
import { tokens } from './markdown.ts';
import { pageHeaders } from './page.ts';
import { pageCache } from './page-cache.ts';
import type { Source } from './source.ts';
import { watchCounts } from './watch-counts.ts';

export type Pages = {
  /** The page, Markdown twin, badge or asset at an address; undefined where there is none, or the address asks for what there is not. */
  lookup: Lookup;
  /** Why `lookup` found nothing at an address. */
  refusal(path: string, query: string): Fault;
};

/** Bytes of rendered pages that are kept. */
const BUDGET = 64 * 1024 * 1024;

/** What a page links for agents on the front door (`standards 4.2`); the licence is added to everything that shows scores. */
const FRONT_LINKS = [
  '</.well-known/api-catalog>; rel="api-catalog"',
  '</openapi.json>; rel="service-desc"; type="application/json"',
  '</docs>; rel="service-doc"',
  '</llms.txt>; rel="describedby"; type="text/markdown"',
].join(', ');

/** Pages for people and their twins for agents, drawn from the current snapshot at most once each and kept as bytes (issue 6). */
export function openPages(ctx: Context): Pages {
  const cache = pageCache(BUDGET);
  const counts = watchCounts(ctx);
  let held: { snapshot: Snapshot; today: string } | undefined;

  function source(): Source {
    const now = { snapshot: ctx.catalogue.current(), today: today(ctx) };
    if (held?.snapshot !== now.snapshot || held.today !== now.today) cache.clear();
    held = now;
    return {
      ...now,
      watchers: counts().watchers,
      rubrics: ctx.rubrics,
      publishable: ctx.settings.RUBRICS_PUBLISHABLE,
      base_url: ctx.settings.BASE_URL,
    };
  }

  /** A company's page depends on its own count only, lists on all. */
  const stampOf = (path: string) => {
    const slug = /^\/audits\/([^/]+?)(?:\.md)?$/.exec(path)?.[1];
    return slug === undefined ? counts().version : (counts().watchers.get(slug) ?? 0);
  };

  return {
    lookup(path, accept, query) {
      const asset = assetDocuments.get(path);
      if (asset) return asset;
      const from = source();
      const markdown = wantsMarkdown(accept);
      const stamp = stampOf(path);
      const key = `${markdown ? 'text/markdown' : ''} ${path}?${takesQuery(path) ? query : ''}`;
      const known = cache.get(key, stamp);
      if (known) return known;
      const twin = path.endsWith('.md');
      const found = findPage(from, twin ? pageOf(path) : path, query);
      if (!found || found instanceof Fault || (twin && !found.markdown)) return undefined;
      const kind = (twin || markdown) && found.markdown ? 'markdown' : found.svg ? 'svg' : 'html';
      const canonical = `${kind === 'markdown' ? 'text/markdown' : ''} ${found.key}${found.key.includes('?') ? '' : '?'}`;
      const document = cache.get(canonical, stamp) ?? draw(from, found, kind);
      cache.put(canonical, stamp, document);
      if (key !== canonical && key.length < 1000) cache.put(key, stamp, document);
      return document;
    },
    refusal(path, query) {
      const found = findPage(source(), path.endsWith('.md') ? pageOf(path) : path, query);
      return found instanceof Fault ? found : new Fault('not_found', 'There is nothing at this address.');
    },
  };
}

const takesQuery = (path: string) => path === '/' || path === '/index.md' || path === '/compare' || path === '/compare.md';

/** The page that a Markdown twin belongs to. */
const pageOf = (path: string) => (path === '/index.md' ? '/' : path.slice(0, -'.md'.length));

function draw({ snapshot, today }: Source, found: Found, kind: 'html' | 'markdown' | 'svg'): Document {
  const front = found.key === '/' ? FRONT_LINKS : '';
  const twin = found.twin ? `<${found.twin}>; rel="alternate"; type="text/markdown"` : '';
  // Staleness turns at midnight, so a page may be newer than its snapshot.
  const modified = new Date(Math.max(snapshot.modified.getTime(), Date.parse(`${today}T00:00:00Z`)));
  const of = { modified, scores: found.scores };
  const text = found[kind]?.() ?? '';
  if (kind === 'markdown') {
    const headers = { vary: 'Accept', 'x-markdown-tokens': String(tokens(text)), ...(front && { link: front }) };
    return compressLazily(makeDocument(text, { ...of, content_type: 'text/markdown; charset=utf-8', headers }));
  }
  if (kind === 'svg') {
    const headers = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
    return compressLazily(makeDocument(text, { ...of, content_type: 'image/svg+xml', headers }));
  }
  const link = [front, twin].filter(Boolean).join(', ');
  return compressLazily(
    makeDocument(text, {
      ...of,
      content_type: 'text/html; charset=utf-8',
      headers: { ...pageHeaders, vary: 'Accept', ...(link && { link }) },
    }),
  );
}
