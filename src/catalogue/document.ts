/**
 * One public document: its bytes in the encodings that exist, and what a cache needs to know about them (decision 5).
 *
 * Immutable but for `bodies`: an encoding may be added later (compressed in a worker thread), never changed or taken away.
 */
export type Encoding = 'identity' | 'gzip' | 'br' | 'zstd';

export type Document = {
  /** Full media type, with charset where it has one. */
  content_type: string;
  /** Hash of the identity bytes, as bare token without quotes; `etag()` makes the header value for an encoding. */
  tag: string;
  /** When the content last changed. */
  modified: Date;
  /** Whether the document is (or shows) published scores: then the CC BY-NC licence link goes with it. */
  scores: boolean;
  bodies: { identity: Uint8Array } & Partial<Record<Encoding, Uint8Array>>;
  /** Further headers of this document alone, lower-case names (for example `link` on the front page, `vary: Accept`). */
  headers?: Readonly<Record<string, string>>;
};

/** The strong validator of a document in one encoding: different encodings are different bytes, so they differ in tag. */
export function etag(document: Pick<Document, 'tag'>, encoding: Encoding): string {
  return encoding === 'identity' ? `"${document.tag}"` : `"${document.tag}-${encoding}"`;
}
