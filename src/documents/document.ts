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
 * Immutable except that an encoding may be added to `bodies` later (compressed in a worker thread); none is ever
 * changed or removed.
 */
export type Encoding = 'identity' | 'gzip' | 'br' | 'zstd';

export type Document = {
  /** Full media type, with charset where it has one. */
  content_type: string;
  /** Hash of the identity bytes, without quotes; `etag()` returns the header value for an encoding. */
  tag: string;
  /** When the content last changed. */
  modified: Date;
  /** Whether the document contains published scores: then it is sent with the link to the CC BY-NC licence. */
  scores: boolean;
  bodies: { identity: Uint8Array } & Partial<Record<Encoding, Uint8Array>>;
  /** Additional headers of this document, with lower-case names (for example `link` on the front page). */
  headers?: Readonly<Record<string, string>>;
};

/**
 * The strong validator of a document in one encoding: different encodings are different bytes, so their tags differ.
 */
export function etag(document: Pick<Document, 'tag'>, encoding: Encoding): string {
  return encoding === 'identity' ? `"${document.tag}"` : `"${document.tag}-${encoding}"`;
}

/** Makes a document. The tag depends on the bytes alone, so it is the same on every node and after every start. */
export function makeDocument(
  text: string | Uint8Array,
  of: Pick<Document, 'content_type' | 'modified' | 'scores'> & { headers?: Readonly<Record<string, string>> },
): Document {
  const identity = unpooled(typeof text === 'string' ? Buffer.from(text) : text);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { ...of, tag, bodies: { identity } };
}

/** A copy outside Node's pool: small buffers share 64 KB, all of which one cached document would keep alive. */
function unpooled(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}

/** Bodies smaller than this are not compressed. */
const COMPRESSIBLE_BYTES_MIN = 200;

/** Adds the compressed encodings, in place. */
export function compress(document: Document): Document {
  const { bodies } = document;
  if (bodies.identity.byteLength < COMPRESSIBLE_BYTES_MIN) return document;
  for (const encoding of ['br', 'zstd', 'gzip'] as const) bodies[encoding] ??= compressAs[encoding](bodies.identity);
  return document;
}

/** The same document, each encoding made when it is first requested. */
export function compressLazily(document: Document): Document {
  const { identity } = document.bodies;
  return identity.byteLength < COMPRESSIBLE_BYTES_MIN ? document : { ...document, bodies: new LazyBodies(identity) };
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
    // A copy, because zlib's result keeps all the memory alive that it was written into.
    this.#made[encoding] ??= new Uint8Array(compressAs[encoding](this.identity));
    return this.#made[encoding];
  }
}

/** Fast rather than best compression: a client waits while these bodies are made. */
const gzipOptions = { level: 6 };
const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** Chunks in which the result usually fits whole. zlib's default of 64 KB per record would keep the collector busy. */
const chunks = (bytes: Uint8Array) => ({ chunkSize: Math.min(Math.max(bytes.byteLength >> 1, 1024), 64 * 1024) });

/** Compresses bytes, in this thread. */
export const compressAs: Readonly<Record<'br' | 'zstd' | 'gzip', (bytes: Uint8Array) => Uint8Array>> = {
  br: (bytes) => brotliCompressSync(bytes, { ...brotliOptions(bytes.byteLength), ...chunks(bytes) }),
  zstd: (bytes) => zstdCompressSync(bytes, chunks(bytes)),
  gzip: (bytes) => gzipSync(bytes, { ...gzipOptions, ...chunks(bytes) }),
};

/** Adds the encodings in place, compressed in the thread pool. */
export async function compressSoon({ bodies }: Document): Promise<void> {
  const { identity } = bodies;
  if (identity.byteLength < COMPRESSIBLE_BYTES_MIN) return;
  [bodies.br, bodies.zstd, bodies.gzip] = await Promise.all([
    promisify(brotliCompress)(identity, brotliOptions(identity.byteLength)),
    promisify(zstdCompress)(identity),
    promisify(gzip)(identity, gzipOptions),
  ]);
}
