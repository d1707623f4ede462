import { FetchFailure } from '@readymark/auditor/collect/guard/failure';
import { type GivenAddress, openGivenAddress } from '@readymark/auditor/collect/guard/given-address';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Address } from '../../../domain/blobs/s3-address.ts';
import { BLOB_BYTES_MAX, BlobFailure, type Blobs, damagedAt, nameAt, nameOf, pathOf } from '../blobs.ts';
import { refusalCode, textsOf } from './answers.ts';

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
};
type Answer = Awaited<ReturnType<GivenAddress['ask']>>;

export type S3Options = {
  keys: { id: string; secret: string };
  user_agent: string;
  now(): Date;
  pause(ms: number): Promise<void>;
};

/**
 * Blobs in a bucket of a store that speaks the protocol of S3 (decision 206). What the store cannot do at the moment is asked for again,
 * a few times; what it gives back is checked. It is reached through the guard of outgoing connections: no redirect, no proxy, and
 * certificates are checked.
 */
export function openS3(
  { bucket, prefix, root, base, region }: S3Address,
  { keys, user_agent, now, pause }: S3Options,
): Blobs {
  const place = `the bucket ${bucket}`;
  const address = openGivenAddress(root, user_agent, bounds);
  const ask = async (request: BucketRequest) => address.ask(await signed(request, { root, region, keys, at: now() }));
  const keyOf = (sha256: string) => `${prefix}${pathOf(sha256)}`;
  const at = (sha256: string) => `${base && `${base}/`}${keyOf(sha256)}`;

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
    async put(sha256, bytes) {
      if (nameOf(bytes) !== sha256) throw new RangeError('these bytes have another SHA-256');
      await repeated({ method: 'PUT', path: at(sha256), body: bytes }, (answer) => done(answer));
    },
    get: async (sha256) =>
      repeated<Uint8Array | undefined>({ method: 'GET', path: at(sha256), most_bytes: BLOB_BYTES_MAX }, (answer) => {
        if (answer.status === 404 && refusalCode(answer.body) === 'NoSuchKey') return { result: undefined };
        done(answer);
        return answer.body && nameOf(answer.body) === sha256
          ? { result: answer.body }
          : { failure: damagedAt(place, sha256) };
      }),
    has: async (sha256) =>
      repeated({ method: 'HEAD', path: at(sha256) }, (answer) => {
        if (answer.status === 404) return { result: false };
        done(answer);
        return { result: true };
      }),
    delete: async (sha256) =>
      repeated({ method: 'DELETE', path: at(sha256) }, (answer) =>
        answer.status === 404 && refusalCode(answer.body) !== 'NoSuchBucket' ? { result: undefined } : done(answer),
      ),
    async *list(after_name) {
      for (let after = after_name === undefined ? '' : keyOf(after_name); ; ) {
        const query = new URLSearchParams({ 'list-type': '2', 'max-keys': '1000', prefix });
        // Not the store's own token: a key says the same, and the next attempt may be another connection.
        if (after !== '') query.set('start-after', after);
        const page = await repeated({ method: 'GET', path: `${base}?${query}` }, (answer) => {
          done(answer);
          return { result: textsOf(answer.body, ['Key', 'IsTruncated']) };
        });
        const keys = page.Key ?? [];
        for (const key of keys) {
          const name = key.startsWith(prefix) ? nameAt(key.slice(prefix.length)) : undefined;
          if (name !== undefined) yield name;
        }
        const last = keys.at(-1);
        if (page.IsTruncated?.[0] !== 'true' || last === undefined || last <= after) return;
        after = last;
      }
    },
    close: () => address.close(),
  };
}

/** A request with the headers of AWS Signature Version 4. */
async function signed(
  { method, path, body, most_bytes = ANSWER_BYTES }: BucketRequest,
  { root, region, keys, at }: Pick<S3Address, 'root' | 'region'> & Pick<S3Options, 'keys'> & { at: Date },
) {
  const signer = new AwsV4Signer({
    method,
    url: new URL(path, root).href,
    // The store refuses a body that does not have this hash.
    headers: { 'x-amz-content-sha256': body ? nameOf(body) : EMPTY },
    accessKeyId: keys.id,
    secretAccessKey: keys.secret,
    service: 's3',
    region,
    datetime: at.toISOString().replace(/[:-]|\.\d{3}/g, ''),
  });
  const headers = { ...Object.fromEntries((await signer.sign()).headers), 'accept-encoding': 'identity' };
  return { method, path, most_bytes, headers, ...(body && { body }) };
}

/** Busy, restarting, or an error of its own: what the protocol says to repeat. */
const mayBeBetter = ({ status }: Answer): boolean => status === 429 || status >= 500;

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
