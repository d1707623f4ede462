import { createHash } from 'node:crypto';

/**
 * Where bytes are that are too large for the database (decision 206): a folder, or a store that speaks the protocol of S3. Each
 * blob is named after the SHA-256 of its bytes, in hex, and never changes.
 */
export type Blobs = {
  /** For people: a folder, or a bucket with its store; without keys. */
  readonly place: string;
  /** Its path, where it is a folder. */
  readonly folder?: string;
  /** Stores bytes under their SHA-256; resolves when they are there for good. Once more changes nothing. @throws BlobFailure */
  put(sha256: string, bytes: Uint8Array): Promise<void>;
  /** The bytes, which have their SHA-256; undefined where there are none. @throws BlobFailure */
  get(sha256: string): Promise<Uint8Array | undefined>;
  /** Whether there are bytes under this name; they are not read. @throws BlobFailure */
  has(sha256: string): Promise<boolean>;
  /** Removes a blob, if it is there. @throws BlobFailure */
  delete(sha256: string): Promise<void>;
  /** Whether it is a folder in which no blob was ever put: where the database names some, its disk is not there. @throws BlobFailure */
  isNew?(): Promise<boolean>;
  /** The names of blobs in their order: all, or those after a name. @throws BlobFailure */
  list(after?: string): AsyncGenerator<string>;
  close(): Promise<void>;
};

/** Longest blob, in bytes: a body of evidence has at most five million, and less as it is packed. */
export const BLOB_BYTES_MAX = 16 * 1024 * 1024;

/** The place of blobs cannot do now what is asked. `message` is a clause for an operator, without keys and without what was answered. */
export class BlobFailure extends Error {
  /** Whether the place lost what was stored there, or gives other bytes: waiting does not mend that. */
  readonly damaged: boolean;

  constructor(message: string, { damaged = false, ...more }: ErrorOptions & { damaged?: boolean } = {}) {
    super(message, more);
    this.name = 'BlobFailure';
    this.damaged = damaged;
  }
}

/** What a place gives back under a name that is not the SHA-256 of it. */
export const damagedAt = (place: string, sha256: string): BlobFailure =>
  new BlobFailure(`${place}: it has other bytes under the name ${sha256}: they were damaged or replaced`, {
    damaged: true,
  });

const isName = /^[0-9a-f]{64}$/;

/** The name of a blob. */
export const nameOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The name of a blob below its place: folders by its first two characters, so that none has millions of files. */
export function pathOf(sha256: string): string {
  if (!isName.test(sha256)) throw new RangeError('a blob is named after its SHA-256, in hex');
  return `${sha256.slice(0, 2)}/${sha256}`;
}

/** The blob at a path below the place; undefined where it is none of ours. */
export function nameAt(path: string): string | undefined {
  const name = path.slice(3);
  return isName.test(name) && path === pathOf(name) ? name : undefined;
}
