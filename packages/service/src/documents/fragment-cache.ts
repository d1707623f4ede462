import { ByteCache } from './byte-cache.ts';

/**
 * Caches what is made from the bytes of a document, up to a budget in bytes; the least recently used is dropped first.
 *
 * The cost is what stays alive: a view keeps the whole buffer beneath it, and the document is kept along with what was
 * made from it. A document never changes, and a newer one is another object, so nothing in the cache can be out of date.
 */
export function fragmentCache(
  budget_bytes: number,
): (document: Uint8Array, make: (document: Uint8Array) => Uint8Array) => Uint8Array {
  const cache = new ByteCache<Uint8Array, Uint8Array>(
    budget_bytes,
    (fragment, document) => document.buffer.byteLength + fragment.buffer.byteLength,
  );
  return (document, make) => {
    const cached = cache.get(document);
    if (cached) return cached;
    const fragment = make(document);
    cache.set(document, fragment);
    return fragment;
  };
}
