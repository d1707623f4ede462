import { closeSync, fchmodSync, fchownSync, openSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import { Refusal } from '@readymark/rubric/refusal';
import { type Output, textLines } from './output.ts';

/** Writes a new file; never overwrites one: it may be an audit that somebody is working on. @throws Refusal */
export function writeNewFile(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Refusal(`${path} already exists; continue with it, or name another file with --out.`);
    throw new Refusal(`${path} cannot be written; name another file with --out.`);
  }
}

/** Writes a record to standard output, as it would stand in a file, and nothing else. @returns the exit code */
export function writeRecord(output: Output, record: unknown): number {
  output.result(record, () => textLines(JSON.stringify(record, null, 2)));
  return 0;
}

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
