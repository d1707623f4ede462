import { readS3Address } from '../../domain/blobs/s3-address.ts';
import type { Blobs } from './blobs.ts';
import type { Pointer } from './pointer.ts';
import type { S3Options } from './s3/bucket.ts';

/** Where a board is published for readers that never ask a node (decision 214). */
export type BoardPlace = { parts: Blobs; pointer: Pointer; close(): Promise<void> };

/** The place at an address as BLOB_URL has it; undefined where it names no bucket. */
export async function openBoardPlace(url: string, options: S3Options): Promise<BoardPlace | undefined> {
  const address = readS3Address(url);
  if (!address) return undefined;
  const { openS3 } = await import('./s3/s3.ts');
  const { openS3Pointer } = await import('./s3/s3-pointer.ts');
  const parts = openS3({ ...address, prefix: `${address.prefix}parts/` }, options);
  const pointer = openS3Pointer(address, options);
  return { parts, pointer, close: async () => void (await Promise.all([parts.close(), pointer.close()])) };
}
