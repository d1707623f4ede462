import { FetchFailure } from '@readymark/auditor/collect/guard/failure';
import { type GivenAddress, openGivenAddress } from '@readymark/auditor/collect/guard/given-address';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Address } from '../../../domain/blobs/s3-address.ts';
import { BlobFailure, nameOf } from '../blobs.ts';
import { refusalCode } from './answers.ts';

/** What a store may take for one request: a blob of some megabytes over a slow line. */
const bounds = { connect_ms: 5_000, headers_ms: 60_000, idle_ms: 15_000, request_ms: 120_000 };

/** A page of a list has at most a thousand keys. */
const ANSWER_BYTES = 2_000_000;

/** How often a request is made that the store cannot answer now, and how long is waited after the first time; then four times as long. */
const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;

/** The SHA-256 of no bytes. */
const EMPTY = nameOf(new Uint8Array());

type BucketRequest = {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  path: string;
  body?: Uint8Array;
  most_bytes?: number;
  /** What must be there for it to be done (RFC 9110 13.1). */
  condition?: { 'if-match': string } | { 'if-none-match': '*' };
};
export type Answer = Awaited<ReturnType<GivenAddress['ask']>>;

export type S3Options = {
  keys: { id: string; secret: string };
  user_agent: string;
  now(): Date;
  pause(ms: number): Promise<void>;
};

/** A bucket of a store that speaks the protocol of S3: its requests, signed, repeated and bounded. */
type Bucket = {
  /** For people, without keys. */
  place: string;
  /** The path of an object, for `path` of a request. */
  at(key: string): string;
  /** The path of a list. */
  listAt(query: URLSearchParams): string;
  /**
   * Asks until there is an answer that can be used; `use` returns a failure where another attempt may be better.
   *
   * @throws BlobFailure
   */
  repeated<T>(order: BucketRequest, use: (answer: Answer) => { result: T } | { failure: BlobFailure }): Promise<T>;
  /** An answer that says that it was done. @throws BlobFailure */
  done(answer: Answer): { result: undefined };
  close(): Promise<void>;
};

/**
 * What the store cannot do at the moment is asked for again, a few times. It is reached through the guard of outgoing connections: no
 * redirect, no proxy, and certificates are checked.
 */
export function openBucket(
  { bucket, root, base, region }: S3Address,
  { keys, user_agent, now, pause }: S3Options,
): Bucket {
  const place = `the bucket ${bucket}`;
  const address = openGivenAddress(root, user_agent, bounds);

  async function ask({ method, path, body, most_bytes = ANSWER_BYTES, condition }: BucketRequest): Promise<Answer> {
    const signer = new AwsV4Signer({
      method,
      url: new URL(path, root).href,
      // The store refuses a body that does not have this hash.
      headers: { 'x-amz-content-sha256': body ? nameOf(body) : EMPTY, ...condition },
      accessKeyId: keys.id,
      secretAccessKey: keys.secret,
      service: 's3',
      region,
      datetime: now()
        .toISOString()
        .replace(/[:-]|\.\d{3}/g, ''),
    });
    const signed = await signer.sign();
    const headers = { ...Object.fromEntries(signed.headers), 'accept-encoding': 'identity' };
    return address.ask({ method, path, most_bytes, headers, ...(body && { body }) });
  }

  /** Asks until there is an answer that can be used; `use` returns a failure where another attempt may be better. */
  async function repeated<T>(
    order: BucketRequest,
    use: (answer: Answer) => { result: T } | { failure: BlobFailure },
  ): Promise<T> {
    let failure: BlobFailure | undefined;
    const said = (why: string) => new BlobFailure(`${place}: ${why} (asked ${ATTEMPTS} times)`);
    for (let attempt = 1, wait = FIRST_PAUSE_MS; attempt <= ATTEMPTS; attempt += 1, wait *= 4) {
      if (attempt > 1) await pause(wait / 4);
      try {
        const answer = await ask(order);
        const used = mayBeBetter(answer) ? { failure: said(refused(answer)) } : use(answer);
        if ('result' in used) return used.result;
        ({ failure } = used);
      } catch (error) {
        if (!(error instanceof FetchFailure)) throw error;
        failure = said(`it cannot be reached: ${error.message}`);
      }
    }
    throw failure;
  }

  const done = (answer: Answer): { result: undefined } => {
    if (answer.status >= 200 && answer.status < 300) return { result: undefined };
    throw new BlobFailure(`${place}: ${refused(answer)}`);
  };

  return {
    place,
    at: (key) => `${base && `${base}/`}${key}`,
    listAt: (query) => `${base}?${query}`,
    repeated,
    done,
    close: () => address.close(),
  };
}

/** Busy, restarting, or an error of its own: what the protocol says to repeat. 501 is what it never does. */
const mayBeBetter = ({ status }: Answer): boolean => status === 429 || (status >= 500 && status !== 501);

/** Why a store refuses, in words of ours: its own may repeat keys. */
const meanings: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket; make it, or correct BLOB_URL',
  InvalidAccessKeyId: 'it does not know the key; check AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'the key is wrong; check AWS_SECRET_ACCESS_KEY, and the region in BLOB_URL',
  AccessDenied: 'the key may not do this; allow it to list the bucket, and to get, put and delete objects in it',
  AllAccessDisabled: 'it was closed by its provider',
  RequestTimeTooSkewed: 'its clock and the one of this machine differ by more than 15 minutes; correct the wrong one',
  PermanentRedirect: 'the bucket is in another region; correct the region in BLOB_URL',
  AuthorizationHeaderMalformed: 'the bucket is in another region; correct the region in BLOB_URL',
  XAmzContentSHA256Mismatch: 'what arrived there is not what was sent',
  BadDigest: 'what arrived there is not what was sent',
  SlowDown: 'it takes no more requests at the moment',
};

function refused({ status, body }: Answer): string {
  const code = refusalCode(body);
  return `${meanings[code] ?? 'it refuses'} (status ${status}${code && `, ${code}`})`;
}
