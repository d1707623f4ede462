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

/** A content coding; `identity` is the uncompressed bytes. */
export type Encoding = 'identity' | 'gzip' | 'br' | 'zstd';

/** A body that can be written without being compressed. */
export type ReadyBody = { byteLength: number; write(target: Buffer, at: number): void };

/** A body of many pieces, each made when it is asked for: a large one that nobody needs as a whole. */
type BodyInPieces = { byteLength: number; pieces(): Iterable<Uint8Array> };

type Bodies = { identity: Uint8Array } & Partial<Record<Encoding, Uint8Array>>;

/**
 * One public document: its bytes in the encodings that exist so far, and what caches need to know about them (decision
 * 5).
 *
 * Immutable except for `bodies`, where an encoding may be added later, never changed or removed, and `derived`.
 */
export type Document = {
  /** Full media type, with charset where it has one. */
  content_type: string;
  /** Follows from the content alone, without quotes: mostly a hash of the identity bytes. `etag()` returns the header value for an encoding. */
  tag: string;
  /** When the content last changed. */
  modified: Date;
  /** Whether the document contains published scores: then a link to the CC BY-NC licence is sent with it. */
  scores: boolean;
  bodies: Bodies;
  /** Its gzip body, if that need not be made. Then gzip goes before others of the same weight (decision 5). */
  ready?: ReadyBody;
  /** Its uncompressed body in pieces, where that is large: who can do with pieces should not ask for `bodies.identity`. */
  in_pieces?: BodyInPieces;
  /**
   * Additional headers of this document, names in lower case (for example `link` on the front page, `vary: Accept`).
   */
  headers?: Readonly<Record<string, string>>;
  /**
   * What a door has made of this very document; it is not valid for a copy. A WeakMap instead would make garbage
   * collections slow.
   */
  derived?: { of: object };
};

/**
 * The strong validator of a document in one encoding, with quotes. Encodings differ in their bytes, so in their tags.
 */
export function etag(document: Pick<Document, 'tag'>, encoding: Encoding): string {
  return encoding === 'identity' ? `"${document.tag}"` : `"${document.tag}-${encoding}"`;
}

/** Makes a document from a text. The tag follows from the bytes alone, so it is the same on every node. */
export function makeDocument(
  text: string | Uint8Array,
  of: Pick<Document, 'content_type' | 'modified' | 'scores'> & { headers?: Readonly<Record<string, string>> },
): Document {
  const identity = unpooled(typeof text === 'string' ? Buffer.from(text) : text);
  const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { ...of, tag, bodies: { identity } };
}

/**
 * The bytes in memory of their own. Small buffers share a pool of 64 KB, and one cached document would keep the whole
 * pool alive.
 */
function unpooled(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}

/** Smaller bodies are not compressed, and have no compressed siblings in an export. */
export const WORTH_COMPRESSING_BYTES = 200;

/** Adds the compressed encodings, in place and in this thread. Returns the same document. */
export function compress(document: Document): Document {
  const { bodies } = document;
  if (bodies.identity.byteLength < WORTH_COMPRESSING_BYTES) return document;
  for (const encoding of ['br', 'zstd', 'gzip'] as const) bodies[encoding] ??= compressAs[encoding](bodies.identity);
  return document;
}

/** The same document with each encoding made at its first use. */
export function compressLazily(document: Document): Document {
  const { identity } = document.bodies;
  return identity.byteLength < WORTH_COMPRESSING_BYTES
    ? document
    : { ...document, bodies: new LazyBodies({ identity }) };
}

/** A document whose gzip body is ready, and whose other bodies are made at their first use. */
export function readyDocument(
  ready: ReadyBody & { identity(): Uint8Array },
  of: Pick<Document, 'content_type' | 'tag' | 'modified' | 'scores'>,
): Document {
  return { ...of, ready, bodies: new LazyBodies({}, ready) };
}

/** A document whose uncompressed body is made when it is read, and whose compressed ones are added later. */
export function documentInPieces(
  in_pieces: BodyInPieces,
  of: Pick<Document, 'content_type' | 'tag' | 'modified' | 'scores'>,
): Document {
  return { ...of, in_pieces, bodies: new JoinedBodies(in_pieces) as Bodies };
}

/** A body in pieces up to this size is joined when it is read, which takes some 15 ms, and kept: the next reads cost no more than its bytes. */
const KEPT_WHOLE_BYTES_MAX = 4 * 1024 * 1024;

/** Whether a body should be sent piece by piece rather than as a whole. */
export const isSentInPieces = ({ byteLength }: BodyInPieces): boolean => byteLength > KEPT_WHOLE_BYTES_MAX;

class JoinedBodies {
  readonly #in_pieces: BodyInPieces;
  readonly #made: Partial<Record<Encoding, Uint8Array>> = {};
  #kept: Uint8Array | undefined;
  /** A large body is kept as long as somebody reads it. */
  #whole: WeakRef<Uint8Array> | undefined;
  /** Called whenever a compressed body is looked for. */
  onAsked: () => void = () => {};

  constructor(in_pieces: BodyInPieces) {
    this.#in_pieces = in_pieces;
  }

  get identity(): Uint8Array {
    const known = this.#kept ?? this.#whole?.deref();
    if (known) return known;
    const whole = allocateBody(this.#in_pieces.byteLength);
    let at = 0;
    for (const piece of this.#in_pieces.pieces()) {
      whole.set(piece, at);
      at += piece.byteLength;
    }
    if (isSentInPieces(this.#in_pieces)) this.#whole = new WeakRef(whole);
    else this.#kept = whole;
    return whole;
  }

  get br(): Uint8Array | undefined {
    return this.#asked('br');
  }

  set br(bytes: Uint8Array) {
    this.#made.br = bytes;
  }

  get zstd(): Uint8Array | undefined {
    return this.#asked('zstd');
  }

  set zstd(bytes: Uint8Array) {
    this.#made.zstd = bytes;
  }

  get gzip(): Uint8Array | undefined {
    return this.#asked('gzip');
  }

  set gzip(bytes: Uint8Array) {
    this.#made.gzip = bytes;
  }

  #asked(encoding: Encoding): Uint8Array | undefined {
    this.onAsked();
    return this.#made[encoding];
  }
}

/** Calls a function whenever a compressed body of a document in pieces is looked for. */
export function onAsked({ bodies }: Document, asked: () => void): void {
  if (bodies instanceof JoinedBodies) bodies.onAsked = asked;
}

class LazyBodies {
  readonly #made: Partial<Record<Encoding, Uint8Array>>;
  readonly #ready: (ReadyBody & { identity(): Uint8Array }) | undefined;

  constructor(made: Partial<Record<Encoding, Uint8Array>>, ready?: ReadyBody & { identity(): Uint8Array }) {
    this.#made = made;
    this.#ready = ready;
  }

  get identity(): Uint8Array {
    this.#made.identity ??= this.#ready?.identity() ?? new Uint8Array();
    return this.#made.identity;
  }

  get br(): Uint8Array {
    if (!this.#made.br && this.#ready) this.#made.br = new Uint8Array(quickBrotli(this.identity));
    return this.#as('br');
  }

  get zstd(): Uint8Array {
    return this.#as('zstd');
  }

  get gzip(): Uint8Array {
    if (this.#made.gzip || !this.#ready) return this.#as('gzip');
    const body = Buffer.allocUnsafeSlow(this.#ready.byteLength);
    this.#ready.write(body, 0);
    this.#made.gzip = body;
    return body;
  }

  #as(encoding: 'br' | 'zstd' | 'gzip'): Uint8Array {
    // A copy, because zlib's result keeps alive the whole buffer that it was written into.
    this.#made[encoding] ??= new Uint8Array(compressAs[encoding](this.identity));
    return this.#made[encoding];
  }
}

/** Fast rather than small: a client waits while these bodies are made. */
const gzipOptions = { level: 6 };
const brotliOptions = (size: number, quality = 5) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** Mostly enough for the result in one chunk. zlib's default of 64 KB per record would make much garbage. */
const chunk = (bytes: Uint8Array) => ({ chunkSize: Math.min(Math.max(bytes.byteLength >> 1, 1024), 64 * 1024) });

/** The bytes in an encoding, in this thread. */
export const compressAs: Readonly<Record<'br' | 'zstd' | 'gzip', (bytes: Uint8Array) => Uint8Array>> = {
  br: (bytes) => brotliCompressSync(bytes, { ...brotliOptions(bytes.byteLength), ...chunk(bytes) }),
  zstd: (bytes) => zstdCompressSync(bytes, chunk(bytes)),
  gzip: (bytes) => gzipSync(bytes, { ...gzipOptions, ...chunk(bytes) }),
};

/**
 * Brotli in a sixth of the time, and a fifth larger: for records that are read at random by clients that accept nothing else. Who
 * accepts gzip as well gets that, which is ready.
 */
const quickBrotli = (bytes: Uint8Array) =>
  brotliCompressSync(bytes, { ...brotliOptions(bytes.byteLength, 0), ...chunk(bytes) });

/** Adds the encodings in place, made in the thread pool. */
export async function compressSoon({ bodies }: Document): Promise<void> {
  const { identity } = bodies;
  if (identity.byteLength < WORTH_COMPRESSING_BYTES) return;
  [bodies.br, bodies.zstd, bodies.gzip] = await Promise.all([
    promisify(brotliCompress)(identity, brotliOptions(identity.byteLength)),
    promisify(zstdCompress)(identity),
    promisify(gzip)(identity, gzipOptions),
  ]);
}

/** A block from this size on is worth returning to the system as soon as it is free. */
const LARGE_BYTES = 8 * 1024 * 1024;
/** glibc always maps blocks above 32 MB one by one, so it returns them to the system when they are freed. */
const MAPPED_BYTES = 33 * 1024 * 1024;

/**
 * Uninitialised memory for a body of this many bytes. A large body is cut from a block that the system gets back when it
 * is freed; otherwise each replaced index of 100,000 companies would leave a hole in the heap that stays resident. Pages
 * that are never written cost no memory.
 */
export function allocateBody(size: number): Buffer<ArrayBuffer> {
  return Buffer.allocUnsafeSlow(size < LARGE_BYTES ? size : Math.max(size, MAPPED_BYTES)).subarray(0, size);
}
