import type { Document } from '../documents/document.ts';

/** What one document is made of. While `content`, `beside`, `rank` and `stale` are the same, so are its bytes. */
export type DocumentSource = {
  content: object;
  /** What it is made of besides; absent where that is nothing. */
  beside?: object;
  /** The rank that the document shows; 0 when it shows none. */
  rank: number;
  /** Whether it says that the score is stale; absent when it says neither, and the day does not matter. */
  stale?: boolean;
  modified: Date;
  make(): Document;
};

/** One kind of static public document, for example the records of all companies. A new kind is one more family. */
export type DocumentFamily = {
  /** What the document at a root-relative path is made of; undefined when this family has none there. */
  match(path: string): DocumentSource | undefined;
  /** Every path of the family. */
  all(): Iterable<string>;
  /** Whether documents are made on demand; the others are made with the snapshot and kept as long as it. */
  on_demand: boolean;
};
