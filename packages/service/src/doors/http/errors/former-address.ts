import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { caching } from '../../../documents/caching.ts';
import type { NotFound } from '../documents/documents.ts';
import type { Constant } from '../documents/representation.ts';

/**
 * An address of a company: its documents, pages with their twins, badge and preview image. Whatever else a path has is
 * decoded, and must not get into a header.
 */
const companyAddress = /^(\/(?:api\/audits|audits|badge|share)\/)([a-z0-9-]{1,64})((?:[./][\w.,:@+/-]*)?)$/;

/** A query that may be repeated in a header. */
const visible = /^[\x21-\x7e]*$/;

/**
 * The permanent redirect of an address of a company that has another slug now (decision 101): to the same address of its
 * present slug, in one step however often it moved. Undefined for any other address. As briefly cached as documents: a
 * company may get a former slug back.
 */
export function formerAddress(base_url: string, current: () => Snapshot): NotFound {
  return (path, query = '') => {
    const snapshot = current();
    if (snapshot.former_slugs.size === 0) return undefined;
    const [, before = '', slug = '', rest = ''] = companyAddress.exec(path) ?? [];
    const former = isPastDay(slug, rest) ? undefined : snapshot.former(slug);
    if (!former || !('moved_to' in former)) return undefined;
    const { moved_to } = former;
    const address = `${before}${moved_to}${rest}`;
    const location = query && visible.test(query) ? `${address}?${query}` : address;
    return redirect(location, JSON.stringify({ slug: moved_to, location: base_url + location }));
  };
}

/** Below a day there are companies, and no company of that name (decision 151). */
const isPastDay = (slug: string, rest: string) => slug === 'as-of' && /^\/[^/]*\//.test(rest);

export const redirect = (location: string, body: string): Constant => ({
  status: 301,
  content_type: 'application/json; charset=utf-8',
  body: Buffer.from(body),
  headers: { location, 'cache-control': caching.moved },
});
