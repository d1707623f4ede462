import { existsSync } from 'node:fs';
import type { Cli } from '../define.ts';
import { type Line, line } from '../output.ts';

type PutBack = { named: number; put: number; place: string; missing: number; damaged: number };

/**
 * Puts the blobs that a backup names where blobs are, before its database is put in place (decision 206). Each is read and compared with
 * its name first: a damaged one is not taken, and one that is damaged where blobs are is replaced.
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
  if (!blobs) return { named: names.length, put: 0, place: '', missing: names.length, damaged: 0 };
  try {
    if (!existsSync(folder)) return { named: names.length, put: 0, place: blobs.place, missing: 0, damaged: 0 };
    const { openFolder } = await import('../../store/blobs/folder.ts');
    const from = openFolder(folder);
    const {
      blobs: put,
      missing,
      damaged,
    } = await transferBlobs(from, blobs, names, { checked: true, signal: cli.signal });
    return { named: names.length, put, place: blobs.place, missing: missing.length, damaged: damaged.length };
  } finally {
    await blobs.close();
  }
}

/** What became of the blobs of a backup. */
export function blobLines(of: PutBack | undefined): Line[] {
  if (!of) return [];
  const { named, put, place, missing, damaged } = of;
  if (missing || damaged)
    return [
      ...(missing ? [line`${missing} of the ${named} blobs that it names are not beside the backup.`] : []),
      ...(damaged ? [line`${damaged} of the ${named} blobs beside the backup are damaged, and were not taken.`] : []),
      line`readymark doctor --all-blobs says which are missing; another backup may have them.`,
    ];
  if (put) return [line`Its ${put} blobs are in ${place}.`];
  return [
    line`The ${named} blobs that it names were not beside it: they must be in ${place}. readymark doctor reads some of them.`,
  ];
}
