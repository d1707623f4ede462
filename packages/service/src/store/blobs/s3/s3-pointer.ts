import type { S3Address } from '../../../domain/blobs/s3-address.ts';
import { BlobFailure } from '../blobs.ts';
import type { Pointer } from '../pointer.ts';
import { refusalCode } from './answers.ts';
import { type Answer, openBucket, type S3Options } from './bucket.ts';

const POINTER_BYTES_MAX = 512 * 1024;

/** What a pointer and the test of comparing are called below the prefix. */
const NAME = 'board.json';
const TEST_NAME = 'compare-test';

/** The pointer of a board in a bucket: `If-Match` and `If-None-Match` (decision 214). */
export function openS3Pointer(address: S3Address, options: S3Options): Pointer {
  const bucket = openBucket(address, options);
  const { place, repeated, done } = bucket;
  const at = (name: string) => bucket.at(`${address.prefix}${name}`);

  /** Whether it was written: 412 and, where two wrote at once, 409 say that it was not. */
  const written = (answer: Answer) => {
    if (answer.status === 412 || answer.status === 409) return { result: false };
    // What it compares with is not there any more.
    if (answer.status === 404 && refusalCode(answer.body) === 'NoSuchKey') return { result: false };
    // It knows no conditions.
    if (answer.status === 501) return { result: undefined };
    done(answer);
    return { result: true };
  };
  const put = (name: string, body: Uint8Array, version: string | undefined) => {
    const condition = version === undefined ? ({ 'if-none-match': '*' } as const) : { 'if-match': version };
    return repeated<boolean | undefined>({ method: 'PUT', path: at(name), body, condition }, written);
  };

  const read = (name: string) =>
    repeated<{ bytes: Uint8Array; version: string } | undefined>(
      { method: 'GET', path: at(name), most_bytes: POINTER_BYTES_MAX },
      (answer) => {
        if (answer.status === 404 && refusalCode(answer.body) === 'NoSuchKey') return { result: undefined };
        done(answer);
        const version = strongTag(answer.header('etag'));
        return answer.body && version !== ''
          ? { result: { bytes: answer.body, version } }
          : { failure: new BlobFailure(`${place}: ${name} has no ETag, or is too long`) };
      },
    );

  return {
    place,
    read: () => read(NAME),
    replace: async (bytes, version) => (await put(NAME, bytes, version)) === true,
    async compares() {
      const bytes = new TextEncoder().encode('readymark export writes this to see whether the store compares.\n');
      await put(TEST_NAME, bytes, undefined);
      if ((await put(TEST_NAME, bytes, undefined)) !== false || (await put(TEST_NAME, bytes, '"0"')) !== false)
        return false;
      // Another writer may make the same test, with the same bytes, at the same time.
      for (let attempt = 1; attempt <= TESTS; attempt += 1) {
        const there = await read(TEST_NAME);
        if (there && (await put(TEST_NAME, bytes, there.version))) return true;
      }
      return false;
    },
    close: () => bucket.close(),
  };
}

const TESTS = 5;

/**
 * An ETag as `If-Match` takes it: in quotes, and strong, because weak ones never match there (RFC 9110 13.1.1). Some stores leave the
 * quotes out, which others would take for no condition at all; and what is between may call the tag of a store weak.
 */
function strongTag(etag: string): string {
  const tag = etag.replace(/^W\//, '');
  return tag === '' || tag.startsWith('"') ? tag : `"${tag}"`;
}
