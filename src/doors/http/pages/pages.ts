import { ByteCache } from '../../../documents/byte-cache.ts';
import type { Document } from '../../../documents/document.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import { wantsMarkdown } from '../documents/accept.ts';
import type { Lookup } from '../documents/documents.ts';
import { assetDocuments } from '../html/assets.ts';
import { findPage } from './find-page.ts';
import type { Form } from './page-definition.ts';
import type { PageInput } from './page-input.ts';
import { renderPage } from './render.ts';
import { pages } from './site.ts';
import { watchCounts } from './watch-counts.ts';

export type Pages = {
  /**
   * The page, Markdown twin, badge or asset at an address; undefined when the path is none of them, or requests something
   * that does not exist. Never throws.
   */
  lookup: Lookup;
  /** Why `lookup` found nothing at an address. */
  refusal(path: string, query: string): Fault;
};

/**
 * A rendered page, and what it depends on beyond the snapshot and the day: the number of watchers of one company (its
 * slug), of any company (`*`), or none ('').
 */
type CachedPage = { document: Document; watched: string; stamp: number };

const CACHE_BYTES = 64 * 1024 * 1024;

/** The text, its encodings (made on demand, together less than the text), and the objects around. */
const bytesOf = ({ document }: CachedPage, key: string) =>
  2 * document.bodies.identity.byteLength + 2 * key.length + 1024;

/** Longer addresses are not cached beside the canonical address of their page. */
const KEY_LENGTH_MAX = 1000;

const DAY_MS = 86_400_000;

/** Pages for people and their Markdown twins for agents, drawn from the current snapshot and cached as bytes. */
export function openPages(ctx: Context): Pages {
  const cache = new ByteCache<string, CachedPage>(CACHE_BYTES, bytesOf);
  const counts = watchCounts(ctx);
  let input: PageInput | undefined;
  let midnight = 0;

  /**
   * What pages are drawn from now. The cache is cleared with every new snapshot, and at midnight, when scores may become
   * stale.
   */
  function current(): PageInput {
    const now = ctx.now().getTime();
    const snapshot = ctx.catalogue.current();
    counts.update(now);
    const watchers = counts.watchers();
    if (input?.snapshot === snapshot && input.watchers === watchers && now < midnight && now >= midnight - DAY_MS)
      return input;
    const today = new Date(now).toISOString().slice(0, 10);
    if (input?.snapshot !== snapshot || input.today !== today) cache.clear();
    midnight = Date.parse(`${today}T00:00:00Z`) + DAY_MS;
    input = {
      snapshot,
      today,
      watchers,
      rubrics: ctx.rubrics,
      publishable: ctx.settings.RUBRICS_PUBLISHABLE,
      base_url: ctx.settings.BASE_URL,
    };
    return input;
  }

  const stampOf = (watched: string, { watchers }: PageInput) => {
    if (watched === '') return 0;
    return watched === '*' ? counts.version() : (watchers.get(watched) ?? 0);
  };

  function cached(key: string, from: PageInput) {
    const page = cache.get(key);
    return page && page.stamp === stampOf(page.watched, from) ? page : undefined;
  }

  function draw(path: string, accept: string, query: string, from: PageInput) {
    const twin = path.endsWith('.md');
    const found = findPage(from, pageOf(path), query);
    if (!found || found instanceof Fault || (twin && !found.markdown)) return undefined;
    const form: Form = found.svg ? 'svg' : found.markdown && (twin || wantsMarkdown(accept)) ? 'markdown' : 'html';
    const key = keyOf(found.key, '', form === 'markdown');
    let drawn = cached(key, from);
    if (!drawn) {
      drawn = { document: renderPage(from, found, form), watched: found.watched, stamp: stampOf(found.watched, from) };
      cache.set(key, drawn);
    }
    return { key, drawn };
  }

  return {
    lookup(path, accept, query) {
      const asset = assetDocuments.get(path);
      if (asset) return asset;
      const from = current();
      const address = keyOf(path, query && with_query.has(path) ? query : '', wantsMarkdown(accept));
      const known = cached(address, from);
      if (known) return known.document;
      try {
        const result = draw(path, accept, query, from);
        if (result && result.key !== address && address.length < KEY_LENGTH_MAX) cache.set(address, result.drawn);
        return result?.drawn.document;
      } catch (error) {
        ctx.log.error({ err: error, path }, 'a page could not be drawn');
        return undefined;
      }
    },
    refusal(path, query) {
      const found = findPage(current(), pageOf(path), query);
      if (found instanceof Fault) return found;
      const exists = found && (found.markdown || !path.endsWith('.md'));
      return exists
        ? new Fault('internal', 'This page could not be rendered.')
        : new Fault('not_found', 'There is nothing at this address.');
    },
  };
}

/** The cache key of an address. The most frequent one is the path itself, a string whose hash is computed already. */
const keyOf = (path: string, query: string, markdown: boolean) => {
  const address = query ? `${path}?${query}` : path;
  return markdown ? `markdown ${address}` : address;
};

/** Paths whose content depends on the query. */
const with_query = new Set(
  pages.flatMap(({ path, twin, takes_query }) => (takes_query ? [path, twin?.(path) ?? path] : [])),
);

/** The path of the page that a path or its Markdown twin belongs to. */
const pageOf = (path: string) =>
  path === '/index.md' ? '/' : path.endsWith('.md') ? path.slice(0, -'.md'.length) : path;
