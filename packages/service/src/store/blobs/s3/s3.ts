import type { S3Address } from '../../../domain/blobs/s3-address.ts';
import { BLOB_BYTES_MAX, type Blobs, damagedAt, nameAt, nameOf, pathOf } from '../blobs.ts';
import { refusalCode, textsOf } from './answers.ts';
import { openBucket, type S3Options } from './bucket.ts';

/** Blobs in a bucket of a store that speaks the protocol of S3 (decision 206). What it gives back is checked. */
export function openS3(address: S3Address, options: S3Options): Blobs {
  const bucket = openBucket(address, options);
  const { place, repeated, done } = bucket;
  const { prefix } = address;
  const keyOf = (sha256: string) => `${prefix}${pathOf(sha256)}`;
  const at = (sha256: string) => bucket.at(keyOf(sha256));

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
        const page = await repeated({ method: 'GET', path: bucket.listAt(query) }, (answer) => {
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
    close: () => bucket.close(),
  };
}
