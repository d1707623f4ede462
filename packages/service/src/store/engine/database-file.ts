import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The database file was replaced or removed while it was open: what is written now would be lost. */
export class ReplacedFileError extends Error {}

/**
 * Remembers which file is at a path (device and inode), to be called when it is open: an open file keeps its inode.
 *
 * @returns a function that checks it again
 * @throws ReplacedFileError from that function when there is another file at the path, or none
 */
export function rememberFile(path: string): () => void {
  const look = () => statSync(path, { bigint: true, throwIfNoEntry: false });
  const opened = look();
  return () => {
    const found = look();
    if (!found || found.ino !== opened?.ino || found.dev !== opened.dev)
      throw new ReplacedFileError(`the database file was ${found ? 'replaced' : 'removed'} while it was in use`);
  };
}

/** So little is left on the disk that the next write may fail. */
export class FullDiskError extends Error {}

/** A publication of a large leaderboard and what is merged into the file after it take less. */
const LEAST_BYTES = 1024 * 1024;

/** @throws FullDiskError for a file on such a disk */
export function assertRoom(path: string): void {
  const { blocks, bavail, bsize } = statfsSync(dirname(path));
  // Some file systems count nothing.
  if (blocks > 0 && bavail * bsize < LEAST_BYTES) throw new FullDiskError(`less than ${LEAST_BYTES} bytes are free`);
}
