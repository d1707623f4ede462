import { statSync } from 'node:fs';

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
