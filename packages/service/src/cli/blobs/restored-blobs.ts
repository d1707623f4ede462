import { existsSync } from 'node:fs';
import type { Cli } from '../define.ts';
import { type Line, line } from '../output.ts';

type PutBack = { named: number; put: number; place: string; missing: number };

/**
 * Puts the blobs that a backup names where blobs are, before its database is put in place (decision 206).
 *
 * @param copy the database of the backup
 * @param folder the one beside the backup, where there may be none
 * @throws BlobFailure
 */
export async function putBack(cli: Cli, copy: string, folder: string): Promise<PutBack | undefined> {
  const { blobsNamedIn, transferBlobs } = await import('../../store/blobs/transfer.ts');
  const names = blobsNamedIn(copy);
  if (!names.length) return undefined;
  const blobs = await cli.openBlobs(cli.settings());
  if (!blobs) return { named: names.length, put: 0, place: '', missing: names.length };
  try {
    if (!existsSync(folder)) return { named: names.length, put: 0, place: blobs.place, missing: 0 };
    const { openFolder } = await import('../../store/blobs/folder.ts');
    const { blobs: put, missing } = await transferBlobs(openFolder(folder), blobs, names, { signal: cli.signal });
    return { named: names.length, put, place: blobs.place, missing: missing.length };
  } finally {
    await blobs.close();
  }
}

/** What became of the blobs of a backup. */
export function blobLines(of: PutBack | undefined): Line[] {
  if (!of) return [];
  const { named, put, place, missing } = of;
  if (missing)
    return [
      line`${missing} of the ${named} blobs that it names are not beside the backup; readymark doctor says which are missing.`,
    ];
  if (put) return [line`Its ${put} blobs are in ${place}.`];
  return [
    line`The ${named} blobs that it names were not beside it: they must be in ${place}. readymark doctor reads some of them.`,
  ];
}
