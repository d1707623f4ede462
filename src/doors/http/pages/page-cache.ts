import type { Document } from '../../../documents/document.ts';

/**
 * A rendered page and what it was drawn from beyond the snapshot and the day: the count of watchers of one company, of
 * all (`*`), or of none (``).
 */
type CachedPage = { document: Document; watched: string; stamp: number };

/**
 * Rendered pages, the least used forgotten, bounded in bytes so that neither 100,000 companies nor every search that
 * anyone types can fill the memory. Two generations instead of a list in order of use: a hit in the younger one, the
 * usual case, moves nothing.
 */
type PageCache = {
  get(key: string): CachedPage | undefined;
  put(key: string, drawn: CachedPage): void;
  clear(): void;
  /** Bytes held at the moment, about. */
  bytes(): number;
};

/** @param budget how many bytes it may take, about */
export function pageCache(budget: number): PageCache {
  let young = new Map<string, CachedPage>();
  let old = new Map<string, CachedPage>();
  let young_bytes = 0;
  let old_bytes = 0;
  const put = (key: string, drawn: CachedPage) => {
    if (!young.has(key)) young_bytes += cost(key, drawn);
    young.set(key, drawn);
    if (young_bytes <= budget / 2) return;
    [old, old_bytes] = [young, young_bytes];
    [young, young_bytes] = [new Map(), 0];
  };
  return {
    get(key) {
      const found = young.get(key);
      if (found) return found;
      const older = old.get(key);
      if (older) put(key, older);
      return older;
    },
    put,
    clear() {
      [young, old, young_bytes, old_bytes] = [new Map(), new Map(), 0, 0];
    },
    bytes: () => young_bytes + old_bytes,
  };
}

/** The text, its encodings (made when they are asked for, together less than the text), and the objects around. */
const cost = (key: string, { document }: CachedPage) => 2 * document.bodies.identity.byteLength + 2 * key.length + 1024;
