import type { Document } from '../../../catalogue/document.ts';

/**
 * Rendered pages, least recently used out first, bounded in bytes so that neither 100,000 companies nor every search that anyone types can
 * fill the memory. An entry counts only for the stamp it was made for.
 */
export type PageCache = {
  get(key: string, stamp: number): Document | undefined;
  put(key: string, stamp: number, document: Document): void;
  clear(): void;
  /** Bytes held at the moment. */
  bytes(): number;
};

export function pageCache(budget_bytes: number): PageCache {
  const kept = new Map<string, { stamp: number; document: Document; size: number }>();
  let held = 0;
  const drop = (key: string) => {
    held -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  return {
    get(key, stamp) {
      const found = kept.get(key);
      if (found?.stamp !== stamp) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.document;
    },
    put(key, stamp, document) {
      drop(key);
      // Three encodings, made when they are asked for, take less than half of the text again; the objects around are counted too.
      const size = 2 * document.bodies.identity.byteLength + 2 * key.length + 1000;
      kept.set(key, { stamp, document, size });
      held += size;
      for (const oldest of kept.keys()) {
        if (held <= budget_bytes || oldest === key) break;
        drop(oldest);
      }
    },
    clear() {
      kept.clear();
      held = 0;
    },
    bytes: () => held,
  };
}
