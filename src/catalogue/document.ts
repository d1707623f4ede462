import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';

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

/** Makes a document of a text; the tag comes from the bytes alone, so every node and every start gives the same. */
export function makeDocument(
  text: string | Uint8Array,
  of: Pick<Document, 'content_type' | 'modified' | 'scores'> & { headers?: Readonly<Record<string, string>> },
): Document {
  const identity = typeof text === 'string' ? Buffer.from(text) : text;
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { ...of, tag, bodies: { identity } };
}

/** Adds the compressed encodings that are worth their bytes, in place; bodies under 200 bytes stay as they are. */
export function compress(document: Document): Document {
  const { identity } = document.bodies;
  if (identity.byteLength < 200) return document;
  document.bodies.br ??= brotliCompressSync(identity, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: identity.byteLength,
    },
  });
  document.bodies.zstd ??= zstdCompressSync(identity);
  document.bodies.gzip ??= gzipSync(identity, { level: 6 });
  return document;
}
