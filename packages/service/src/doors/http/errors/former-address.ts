import { companyNamed } from '../../../catalogue/search/company-named.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { caching } from '../../../documents/caching.ts';
import type { NotFound } from '../documents/documents.ts';
import type { Constant } from '../documents/representation.ts';

/** An address of a company: its documents, pages with their twins, badge and preview image; decoded. */
const companyAddress =
  /^(\/(?:api\/audits|audits|badge|share)\/)([^/\p{Cc}]{1,200}?)((?:\.(?:json|md|svg|png))?|\/[\w.,:@+/-]*)$/u;

/** A query that may be repeated in a header. */
const visible = /^[\x21-\x7e]*$/;

/**
 * The permanent redirect of an address that names a company otherwise than by its slug (decision 101): by a former slug, in
 * capitals, by its host or its whole name. It leads to the same address of its present slug, in one step however often it moved.
 * Undefined for any other address. As briefly cached as documents: a company may get a former slug back.
 */
export function formerAddress(base_url: string, current: () => Snapshot): NotFound {
  return (path, query = '') => {
    const [, before = '', named = '', rest = ''] = companyAddress.exec(path) ?? [];
    if (named === '' || isPastDay(named, rest)) return undefined;
    const snapshot = current();
    if (snapshot.entry(named)) return undefined;
    const slug = companyNamed(snapshot, decoded(named))?.slug;
    if (slug === undefined) return undefined;
    // Nothing that was sent gets into a header but what has the letters of an address.
    const address = `${before}${slug}${rest}`;
    const location = query && visible.test(query) ? `${address}?${query}` : address;
    return redirect(location, JSON.stringify({ slug, location: base_url + location }));
  };
}

/** A part of a path, of which reserved characters are still encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Below a day there are companies, and no company of that name (decision 151). */
const isPastDay = (slug: string, rest: string) => slug === 'as-of' && /^\/[^/]*\//.test(rest);

export const redirect = (location: string, body: string): Constant => ({
  status: 301,
  content_type: 'application/json; charset=utf-8',
  body: Buffer.from(body),
  headers: { location, 'cache-control': caching.moved },
});
