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

/** The last head that a key signed. `root` is base64. */
export type LastSigned = { key: string; size: number; root: string };

const memoryOf = (file: string) => `${file}.signed`;

/** What the key of a file signed last; undefined before the first time. @throws Refusal when that cannot be read */
export function readLastSigned(file: string): LastSigned | undefined {
  const text = readIfThere(memoryOf(file));
  if (text === undefined) return undefined;
  try {
    const { key, size, root } = JSON.parse(text) as LastSigned;
    if (typeof key === 'string' && Number.isSafeInteger(size) && typeof root === 'string') return { key, size, root };
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
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
