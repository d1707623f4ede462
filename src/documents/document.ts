import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib';

/**
 * One public document: its bytes in the encodings that exist, and what a cache needs to know about them (decision 5).
 *
 * Immutable but for `bodies`: an encoding may be added later (compressed in a worker thread), never changed or taken
 * away.
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
  /**
   * Further headers of this document alone, lower-case names (for example `link` on the front page, `vary: Accept`).
   */
  headers?: Readonly<Record<string, string>>;
};

/**
 * The strong validator of a document in one encoding: different encodings are different bytes, so they differ in tag.
 */
export function etag(document: Pick<Document, 'tag'>, encoding: Encoding): string {
  return encoding === 'identity' ? `"${document.tag}"` : `"${document.tag}-${encoding}"`;
}

/** Makes a document of a text; the tag comes from the bytes alone, so every node and every start gives the same. */
export function makeDocument(
  text: string | Uint8Array,
  of: Pick<Document, 'content_type' | 'modified' | 'scores'> & { headers?: Readonly<Record<string, string>> },
): Document {
  const identity = unpooled(typeof text === 'string' ? Buffer.from(text) : text);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { ...of, tag, bodies: { identity } };
}

/**
 * Small buffers share a pool of 64 KB, which one kept document would keep alive as a whole: what is kept gets memory of
 * its own.
 */
function unpooled(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}

/** Bodies under this many bytes stay as they are. */
const WORTH_COMPRESSING = 200;

/** Adds the compressed encodings that are worth their bytes, in place. */
export function compress(document: Document): Document {
  const { bodies } = document;
  if (bodies.identity.byteLength < WORTH_COMPRESSING) return document;
  for (const encoding of ['br', 'zstd', 'gzip'] as const) bodies[encoding] ??= compressAs[encoding](bodies.identity);
  return document;
}

/** The same document, each encoding made when it is first asked for. */
export function compressLazily(document: Document): Document {
  const { identity } = document.bodies;
  return identity.byteLength < WORTH_COMPRESSING ? document : { ...document, bodies: new LazyBodies(identity) };
}

class LazyBodies {
  readonly identity: Uint8Array;
  readonly #made: Partial<Record<Encoding, Uint8Array>> = {};

  constructor(identity: Uint8Array) {
    this.identity = identity;
  }

  get br(): Uint8Array {
    return this.#as('br');
  }

  get zstd(): Uint8Array {
    return this.#as('zstd');
  }

  get gzip(): Uint8Array {
    return this.#as('gzip');
  }

  #as(encoding: 'br' | 'zstd' | 'gzip'): Uint8Array {
    // A copy, because zlib's result holds on to all of the memory that it was written into.
    this.#made[encoding] ??= new Uint8Array(compressAs[encoding](this.identity));
    return this.#made[encoding];
  }
}

/** Quick rather than best: these bodies are made while somebody waits. */
const gzipOptions = { level: 6 };
const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** Room for the result in one piece, mostly. zlib's own 64 KB for every record would keep the collector busy. */
const piece = (bytes: Uint8Array) => ({ chunkSize: Math.min(Math.max(bytes.byteLength >> 1, 1024), 64 * 1024) });

/** The bytes in an encoding, in this thread. */
export const compressAs: Readonly<Record<'br' | 'zstd' | 'gzip', (bytes: Uint8Array) => Uint8Array>> = {
  br: (bytes) => brotliCompressSync(bytes, { ...brotliOptions(bytes.byteLength), ...piece(bytes) }),
  zstd: (bytes) => zstdCompressSync(bytes, piece(bytes)),
  gzip: (bytes) => gzipSync(bytes, { ...gzipOptions, ...piece(bytes) }),
};

/** Adds the encodings in place, made beside this thread. */
export async function compressSoon({ bodies }: Document): Promise<void> {
  const { identity } = bodies;
  if (identity.byteLength < WORTH_COMPRESSING) return;
  [bodies.br, bodies.zstd, bodies.gzip] = await Promise.all([
    promisify(brotliCompress)(identity, brotliOptions(identity.byteLength)),
    promisify(zstdCompress)(identity),
    promisify(gzip)(identity, gzipOptions),
  ]);
}
