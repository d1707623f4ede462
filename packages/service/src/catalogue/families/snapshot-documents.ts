import { ByteCache } from '../../documents/byte-cache.ts';
import type { Document } from '../../documents/document.ts';
import { ownText } from '../../documents/own-text.ts';
import type { DocumentFamily, DocumentSource } from '../document-family.ts';

/** A finished document, what it was made of, and the snapshot and day for which it was last found to be current. */
type FinishedDocument = Pick<DocumentSource, 'content' | 'beside' | 'rank' | 'stale'> & {
  document: Document;
  current_in: symbol;
  /** The day (UTC, since 1970) on which it was last found to be current. */
  current_on: number;
  bytes: number;
};

/** Finished documents by path. Outlives snapshots, so a publication remakes only the documents that it changed. */
export type DocumentCache = ByteCache<string, FinishedDocument>;

/** What finished documents may take. */
const CACHE_BYTES = 32 * 1024 * 1024;

/** The identity bytes, all encodings of them, and the objects around; estimated where only gzip exists so far. */
const bytesOf = ({ ready, bodies }: Document) => 1024 + (ready ? 5 * ready.byteLength : 2 * bodies.identity.byteLength);

export const openDocumentCache = (): DocumentCache => new ByteCache(CACHE_BYTES, ({ bytes }) => bytes);

/** Of the documents with an encoding that need not be made, one in 32 that are not in the cache is put there. */
const CACHED_EVERY = 32;

/** Paths at which there is nothing, at most, and the longest of them. */
const MISSING_MAX = 1_000;
const MISSING_LENGTH_MAX = 128;

/** The folder that all families are below, so other paths cost no look-up. */
const FOLDER = '/api/';

/** The documents of one snapshot, from its families. */
type SnapshotDocuments = {
  /** The document at a path; undefined when there is none. */
  at(path: string): Document | undefined;
  /** Every document with its path, in the order of the families; each is made on the way and not cached. */
  all(): Generator<[string, Document]>;
};

export function snapshotDocuments(
  families: readonly DocumentFamily[],
  cache: DocumentCache,
  now: () => Date,
): SnapshotDocuments {
  const snapshot = Symbol('snapshot');
  let made_ready = 0;
  /** Guesses are often repeated, and what a snapshot does not have it never gets. */
  const missing = new Set<string>();
  const on_demand = families.filter((family) => family.on_demand);
  const made = new Map(families.filter((family) => !family.on_demand).flatMap((family) => [...documentsOf(family)]));

  function find(path: string): DocumentSource | undefined {
    for (const family of on_demand) {
      const source = family.match(path);
      if (source) return source;
    }
    return undefined;
  }

  return {
    at(path) {
      if (!path.startsWith(FOLDER)) return undefined;
      const known = made.get(path);
      if (known) return known;
      if (missing.has(path)) return undefined;
      const cached = cache.get(path);
      // What says whether a score is stale may be out of date at midnight, in the same snapshot.
      if (cached?.current_in === snapshot && (cached.stale === undefined || cached.current_on === dayOf(now())))
        return cached.document;
      // Before anything is found or made: if midnight comes meanwhile, the next call looks again.
      const day = dayOf(now());
      const source = find(path);
      if (!source) {
        if (missing.size >= MISSING_MAX) missing.clear();
        if (path.length <= MISSING_LENGTH_MAX) missing.add(ownText(path));
        return undefined;
      }
      const { content, beside, rank, stale, modified } = source;
      const same = cached?.content === content && cached.beside === beside && cached.rank === rank;
      if (cached && same && cached.stale === stale) {
        // Bytes, tag and encodings are the same; only the time may differ.
        if (cached.document.modified.getTime() !== modified.getTime())
          cached.document = { ...cached.document, modified };
        cached.current_in = snapshot;
        cached.current_on = day;
        return cached.document;
      }
      const document = source.make();
      // What need not be made is cached when it is read often, so reads of ever new records leave nothing behind.
      const keep = !document.ready || made_ready++ % CACHED_EVERY === 0;
      if (keep)
        cache.set(path, {
          ...{ content, rank, document, bytes: bytesOf(document), current_in: snapshot, current_on: day },
          ...(beside !== undefined && { beside }),
          ...(stale !== undefined && { stale }),
        });
      return document;
    },
    *all() {
      for (const family of families) yield* documentsOf(family);
    },
  };
}

const DAY_MS = 86_400_000;

const dayOf = (time: Date) => Math.floor(time.getTime() / DAY_MS);

function* documentsOf(family: DocumentFamily): Generator<[string, Document]> {
  for (const path of family.all()) {
    const source = family.match(path);
    if (source) yield [path, source.make()];
  }
}
