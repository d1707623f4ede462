import type { Document } from '../documents/document.ts';

/** A finished document and what it was made of: as long as that is the same, so are its bytes. */
type Finished = {
  /** The object whose content the document shows; content that changes is a new object. */
  content: object;
  /** The rank it shows; 0 when it shows none. */
  rank: number;
  document: Document;
  /** The snapshot that it was last found true for. */
  seen: symbol;
};

/**
 * Finished documents by path, the least used forgotten. Two generations instead of a list in order of use: a hit in the
 * younger one, the usual case, moves nothing. Outlives snapshots, so that a publication makes only those documents anew
 * that it changed.
 */
export class DocumentCache {
  readonly #half: number;
  #young = new Map<string, Finished>();
  #old = new Map<string, Finished>();
  #young_bytes = 0;
  #old_bytes = 0;

  /** @param bytes how much it may take, about */
  constructor(bytes: number) {
    this.#half = bytes / 2;
  }

  get(path: string): Finished | undefined {
    const young = this.#young.get(path);
    if (young) return young;
    const old = this.#old.get(path);
    if (old) this.set(path, old);
    return old;
  }

  set(path: string, finished: Finished): void {
    if (!this.#young.has(path)) this.#young_bytes += cost(finished.document);
    this.#young.set(path, finished);
    if (this.#young_bytes <= this.#half) return;
    this.#old = this.#young;
    this.#old_bytes = this.#young_bytes;
    this.#young = new Map();
    this.#young_bytes = 0;
  }

  bytes(): number {
    return this.#young_bytes + this.#old_bytes;
  }
}

/** The identity bytes, all encodings of them, and the objects around. */
const cost = ({ bodies }: Document) => 2 * bodies.identity.byteLength + 1024;
