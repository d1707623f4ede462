import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseSigningKey, type SigningKey } from '../../domain/public-log/note.ts';
import { Refusal } from '../../domain/refusal.ts';

/**
 * The file of the signing key, and beside it what it signed last (decisions 142 and 143). Both are readable for their
 * owner alone.
 */

/** The key in a file; undefined when there is no file. @throws Refusal when the file has something else in it */
export function readKey(file: string): SigningKey | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const key = parseSigningKey(text.trim());
  if (!key) throw new Refusal(`${file} contains no signing key; put the right file there, or move it away.`);
  return key;
}

/** Puts a key in place of what was in the file, at once and durably. */
export const writeKey = (file: string, key: SigningKey): void => replaceFile(file, `${key.secret}\n`);

/** The key that a rotation is about to put in place; undefined while there is none. @throws Refusal like `readKey` */
export const readNextKey = (file: string): SigningKey | undefined => readKey(nextOf(file));

export const writeNextKey = (file: string, key: SigningKey): void => writeKey(nextOf(file), key);

/** Puts the key of a rotation in place, with what it signed. */
export function adoptNextKey(file: string, signed: LastSigned): void {
  writeLastSigned(file, signed);
  renameSync(nextOf(file), file);
  flushFolder(file);
}

/** A copy of the key beside a backup, for its owner alone. @throws Refusal without a key */
export function copyKey(file: string, to: string): void {
  const key = readKey(file);
  if (!key) throw new Refusal(`There is no signing key at ${file}.`);
  writeKey(to, key);
}

const nextOf = (file: string) => `${file}.next`;

/** The last head that was signed of the log of some origin. `root` is base64. */
export type LastSigned = { origin: string; size: number; root: string };

const memoryOf = (file: string) => `${file}.signed`;

/** What was signed last with the key of a file; undefined before the first time. @throws Refusal when that cannot be read */
export function readLastSigned(file: string): LastSigned | undefined {
  const text = readIfThere(memoryOf(file));
  if (text === undefined) return undefined;
  try {
    const { origin, size, root } = JSON.parse(text) as LastSigned;
    if (typeof origin === 'string' && Number.isSafeInteger(size) && typeof root === 'string')
      return { origin, size, root };
  } catch {}
  throw new Refusal(`${memoryOf(file)} cannot be read; it says what was signed last. Restore it from a backup.`);
}

export const writeLastSigned = (file: string, last: LastSigned): void =>
  replaceFile(memoryOf(file), `${JSON.stringify(last)}\n`);

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function replaceFile(file: string, text: string): void {
  const draft = `${file}.new`;
  // What an interruption left may be readable for others.
  rmSync(draft, { force: true });
  writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
  renameSync(draft, file);
  flushFolder(file);
}

function flushFolder(file: string): void {
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
