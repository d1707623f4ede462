import { closeSync, fchmodSync, fchownSync, openSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';

/**
 * Writes in the place of what has this name, whole or not at all. The folder may be another person's: a link is not
 * followed, and rights and owner are given to the file before it has its name.
 *
 * @param like whose rights the file gets, and for root also the owner; new ones by default
 */
export function writeInPlace(path: string, text: string, like?: Pick<Stats, 'mode' | 'uid' | 'gid'>): void {
  const next = `${path}.readymark-new`;
  rmSync(next, { force: true });
  const file = openSync(next, 'wx', like ? 0o600 : 0o666);
  try {
    writeFileSync(file, text);
    // What root writes stays the file of its owner.
    if (like && process.getuid?.() === 0) fchownSync(file, like.uid, like.gid);
    if (like) fchmodSync(file, like.mode & 0o777);
  } finally {
    closeSync(file);
  }
  renameSync(next, path);
}
