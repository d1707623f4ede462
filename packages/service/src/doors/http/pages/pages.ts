import { ByteCache } from '../../../documents/byte-cache.ts';
import type { Document } from '../../../documents/document.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import type { Operation } from '../../../operations/operation.ts';
import { isPreview, namesHtml, wantsJson, wantsMarkdown } from '../documents/accept.ts';
import type { Lookup } from '../documents/documents.ts';
import { nothingHere } from '../errors/nothing-here.ts';
import { assetDocuments } from '../html/assets.ts';
import type { Navigation } from '../html/page.ts';
import { openInput } from './current-input.ts';
import type { FindPage } from './find-page.ts';
import type { Form } from './page-definition.ts';
import type { AddedToPages, PageInput, Prepared } from './page-input.ts';
import { renderPage } from './render.ts';

/** Pages, Markdown twins, badges and assets. None of these functions throws. */
export type Pages = {
  /** The document at an address if it is an asset or a page in the cache. Cheap: searches, sorts and draws nothing. */
  lookup: Lookup;
  /** Whether an address belongs to a page, so that `draw` may find something there. */
  owns(path: string): boolean;
  /**
   * Draws the page at an address, or takes it from the cache; undefined when it requests something that does not exist.
   */
  draw(path: string, accept: string, query: string, prepared?: Prepared): Document | undefined;
  /** Reads what drawing the page at an address needs beside the snapshot; undefined where it needs nothing. Rejected with a Fault. */
  prepare(path: string, query: string): Promise<Prepared> | undefined;
  /** Why `draw` found nothing at an address. */
  refusal(path: string, query: string, prepared?: Prepared): Fault;
};

/**
 * A rendered page, and what it depends on beyond the snapshot and the day: the number of watchers of one company (its
 * slug), of any company (`*`), or none ('').
 */
type CachedPage = { document: Document; watched: string; stamp: number };

const CACHE_BYTES = 64 * 1024 * 1024;
/** What refusals of queries may take: a search that found nothing is not repeated. */
const REFUSALS_BYTES = 1024 * 1024;

/** The text, its encodings (made on demand, together less than the text), and the objects around. */
const bytesOf = ({ document }: CachedPage, key: string) =>
  2 * document.bodies.identity.byteLength + 2 * key.length + 1024;

/** Pages of longer addresses are cached under their canonical address only. */
const KEY_LENGTH_MAX = 1000;

/** What the pages of a service are: see `Site` in `public/site.ts`. */
type PageSite = { pageAt: FindPage; navigation: Navigation; added: AddedToPages };

/** Pages for people and their Markdown twins for agents, drawn from the current snapshot and cached as bytes. */
export function openPages(
  ctx: Context,
  operations: readonly Operation[],
  { pageAt, navigation, added }: PageSite,
): Pages {
  const cache = new ByteCache<string, CachedPage>(CACHE_BYTES, bytesOf);
  const refusals = new ByteCache<string, Fault>(REFUSALS_BYTES, (_fault, key) => 2 * key.length + 1024);
  const { formOf, normalQuery, find } = openAddresses(pageAt);
  const { current, stampOf } = openInput(ctx, operations, added, () => {
    cache.clear();
    refusals.clear();
  });

  function cached(key: string) {
    const page = cache.get(key);
    return page && page.stamp === stampOf(page.watched) ? page : undefined;
  }

  function drawn(path: string, query: string, wanted: Form, from: PageInput): CachedPage | Fault {
    const address = keyOf(path, query, wanted);
    const refused = refusals.get(address);
    if (refused) return refused;
    const found = find(path, query, from);
    if (found instanceof Fault) {
      if (query) refusals.set(address, found);
      return found;
    }
    const twin = path.endsWith('.md');
    const form: Form = found.svg ? 'svg' : twin ? 'markdown' : wanted === 'preview' || found[wanted] ? wanted : 'html';
    const key = keyOf(found.key, '', form);
    const rendered = (): CachedPage => ({
      document: renderPage(from, found, form, navigation),
      watched: found.watched,
      stamp: stampOf(found.watched),
    });
    if (found.personal && form === 'html') return rendered();
    let page = cached(key);
    if (!page) {
      page = rendered();
      cache.set(key, page);
    }
    if (key !== address && address.length < KEY_LENGTH_MAX) cache.set(address, page);
    return page;
  }

  function lookup(path: string, accept: string, query: string): Document | undefined {
    const asset = assetDocuments.get(path);
    if (asset) return asset;
    const from = current();
    const normal = normalQuery(path, query, from);
    return normal instanceof Fault ? undefined : cached(keyOf(path, normal, formOf(path, accept)))?.document;
  }

  return {
    lookup,
    owns: (path) => pageAt(pageOf(path)) !== undefined,
    prepare(path, query) {
      const page = pageAt(pageOf(path))?.page;
      if (!page?.prepare) return undefined;
      const from = current();
      const normal = normalQuery(path, query, from);
      return normal instanceof Fault ? undefined : page.prepare(ctx, from, normal);
    },
    draw(path, accept, query, prepared) {
      const known = lookup(path, accept, query);
      if (known) return known;
      const from = prepared ? { ...current(), prepared } : current();
      try {
        const normal = normalQuery(path, query, from);
        if (normal instanceof Fault) return undefined;
        const page = drawn(path, normal, formOf(path, accept), from);
        return page instanceof Fault ? undefined : page.document;
      } catch (error) {
        ctx.log.error({ err: error, path }, 'a page could not be drawn');
        return undefined;
      }
    },
    refusal(path, query, prepared) {
      const from = prepared ? { ...current(), prepared } : current();
      const normal = normalQuery(path, query, from);
      if (normal instanceof Fault) return normal;
      const known = refusals.get(keyOf(path, normal, 'html')) ?? refusals.get(keyOf(path, normal, 'markdown'));
      const found = known ?? find(path, normal, from);
      return found instanceof Fault ? found : new Fault('internal', 'This page could not be rendered.');
    },
  };
}

/** The cache key of an address. The most frequent one is the path itself, a string whose hash is computed already. */
const keyOf = (path: string, query: string, form: Form) => {
  const address = path + query;
  return form === 'html' || form === 'svg' ? address : `${form} ${address}`;
};

/** What pages are at addresses of a site. */
function openAddresses(pageAt: FindPage) {
  /** The form in which an address is asked for; a page that does not have it is drawn as HTML. */
  function formOf(path: string, accept: string): Form {
    if (wantsMarkdown(accept)) return 'markdown';
    if (wantsJson(accept) && pageAt(pageOf(path))?.page.has_json) return 'json';
    // Programs begin here (curl, fetch), and the Markdown is a seventh of the HTML (decision 191).
    if (path !== '/') return 'html';
    return isPreview(accept) ? 'preview' : namesHtml(accept) ? 'html' : 'markdown';
  }

  /** A query in the normal form of the page at a path; '' where the page takes none. */
  function normalQuery(path: string, query: string, from: PageInput): string | Fault {
    if (query === '') return '';
    const at = pageAt(pageOf(path));
    return at ? at.page.normalQuery(from, query) : '';
  }

  /** The page at an address with a query in normal form, or why there is none. */
  function find(path: string, query: string, from: PageInput) {
    const at = pageAt(pageOf(path));
    if (!at) return nothingHere();
    const found = at.page.find(from, at.name, query);
    if (found instanceof Fault || found.markdown || !path.endsWith('.md')) return found;
    return nothingHere();
  }
  return { formOf, normalQuery, find };
}

/** The path of the page that a path or its Markdown twin belongs to. */
const pageOf = (path: string) =>
  path === '/index.md' ? '/' : path.endsWith('.md') ? path.slice(0, -'.md'.length) : path;
