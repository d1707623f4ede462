import { readS3Address } from '../../domain/blobs/s3-address.ts';
import type { Blobs } from './blobs.ts';
import { openFolder } from './folder.ts';
import type { S3Options } from './s3/bucket.ts';

/**
 * The place of blobs that the settings name (decision 206): a bucket, a folder, or by default the folder beside a SQLite database.
 *
 * @param url BLOB_URL; '' for the default
 * @param folder beside the database; undefined where that is PostgreSQL, whose nodes share no folder
 * @returns undefined where bytes are kept in the database
 */
export function openBlobs(url: string, folder: string | undefined, options: S3Options): Blobs | undefined {
  if (url === '') return folder === undefined ? undefined : openFolder(folder);
  const address = readS3Address(url);
  if (!address) return openFolder(url);
  // Its client is loaded when it is first used.
  let opened: Promise<Blobs> | undefined;
  const s3 = () => {
    opened ??= import('./s3/s3.ts').then(({ openS3 }) => openS3(address, options));
    return opened;
  };
  return {
    place: `the bucket ${address.bucket}`,
    put: async (...given) => (await s3()).put(...given),
    get: async (...given) => (await s3()).get(...given),
    has: async (...given) => (await s3()).has(...given),
    delete: async (...given) => (await s3()).delete(...given),
    async *list(...given) {
      yield* (await s3()).list(...given);
    },
    close: async () => (await opened)?.close(),
  };
}
