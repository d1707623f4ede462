import {
  chownSync,
  closeSync,
  fdatasync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '@readymark/rubric/refusal';
import { parseSigningKey, type SigningKey } from '@readymark/tlog/note';
import { makeFolder, makePrivate } from '../engine/sqlite-place.ts';

/**
 * The file of the signing key, and beside it what it signed last (decision 143). Both are readable for their
 * owner alone. Who writes holds the lock of the keys in the database: nodes may share the folder.
 */

/** What was read last: deriving a key again takes a tenth of the time that a publication is signed in. */
let last_read: SigningKey | undefined;

/** The key in a file; undefined when there is no file. @throws Refusal for a file that has something else, or cannot be read */
export function readKey(file: string): SigningKey | undefined {
  const text = readIfThere(file)?.trim();
  if (text === undefined) return undefined;
  if (text === last_read?.secret) return last_read;
  const key = parseSigningKey(text);
  last_read = key;
  if (!key) throw new Refusal(`${file} contains no signing key; put the right file there, or move it away.`);
  return key;
}

/** Puts a key in place of what was in the file, at once and durably. @throws Refusal where that cannot be written */
export function writeKey(file: string, key: SigningKey): void {
  replaceFile(file, `${key.secret}\n`, file);
}

/** Takes all rights of others from the file. @returns whether others could read it, or still can */
export function closeKey(file: string): boolean {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  makePrivate(file);
  return (mode & 0o077) !== 0;
}

/** The key that a rotation is about to put in place; undefined while there is none. @throws Refusal like `readKey` */
export const readNextKey = (file: string): SigningKey | undefined => readKey(nextOf(file));

export const writeNextKey = (file: string, key: SigningKey): void => replaceFile(nextOf(file), `${key.secret}\n`, file);

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

/**
 * Puts a key that was kept elsewhere in its place, unless there is one (decision 167). What root puts there belongs to the owner of
 * the folder.
 *
 * @returns whether it was put there
 * @throws Refusal for a file that is no key, or a place that cannot be written
 */
export function adoptKey(from: string, to: string): boolean {
  if (readKey(to)) return false;
  const key = readKey(from);
  if (key) replaceFile(to, `${key.secret}\n`, dirname(to));
  return key !== undefined;
}

const nextOf = (file: string) => `${file}.next`;

/** The last head that was signed of the log of some origin. `root` is base64. */
export type LastSigned = { origin: string; size: number; root: string };

/**
 * The file has two places of this many bytes, a sector each, which are written in turn: one write that is flushed once, and
 * whatever interrupts it leaves the other place as it was.
 */
const PLACE_BYTES = 512;

/** What is in a place; `turn` grows with every write. */
export type Remembered = LastSigned & { turn: number };

const memoryOf = (file: string) => `${file}.signed`;

/** What was signed last with the key of a file; undefined where that is not known. @throws Refusal when it cannot be read */
export function readLastSigned(file: string): Remembered | undefined {
  const text = readIfThere(memoryOf(file));
  if (text === undefined) return undefined;
  const [last] = [text.slice(0, PLACE_BYTES), text.slice(PLACE_BYTES)]
    .flatMap((place) => (place.startsWith('{') ? (parsePlace(place) ?? []) : []))
    .sort((one, other) => other.turn - one.turn);
  if (last) return last;
  throw new Refusal(
    `${memoryOf(file)} does not say what was signed last. Put the right file there; or move it away, and run \`readymark key resume\` if the database is the newest.`,
  );
}

function parsePlace(text: string): Remembered | undefined {
  try {
    const { turn = 0, origin, size, root } = JSON.parse(text) as Remembered;
    const is = typeof origin === 'string' && Number.isSafeInteger(size) && typeof root === 'string';
    return is && Number.isSafeInteger(turn) ? { turn, origin, size, root } : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers durably what is about to be signed. @throws Refusal where that cannot be written */
export function writeLastSigned(file: string, next: LastSigned): void {
  const handle = putLastSigned(file, next, readLastSigned(file));
  if (handle === undefined) return;
  refusing(memoryOf(file), () => {
    try {
      fdatasyncSync(handle);
    } finally {
      closeSync(handle);
    }
  });
}

/**
 * The same without blocking others: it is in the file at once, and durable when the promise is fulfilled.
 *
 * @param last what the file says
 * @throws Refusal where it cannot be written; the promise is rejected with one where it cannot be flushed
 */
export function flushingLastSigned(file: string, next: LastSigned, last: Remembered | undefined): Promise<void> {
  const handle = putLastSigned(file, next, last);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (handle === undefined) resolve();
  else
    fdatasync(handle, (error) => {
      try {
        closeSync(handle);
        if (error) throw error;
        resolve();
      } catch (reason) {
        reject(notWritten(memoryOf(file), reason));
      }
    });
  return promise;
}

/** @returns what must be flushed and closed; undefined when it is durable already */
function putLastSigned(file: string, next: LastSigned, last: Remembered | undefined): number | undefined {
  const { origin, size, root } = next;
  const turn = (last?.turn ?? 0) + 1;
  const place = `${JSON.stringify({ turn, origin, size, root }).padEnd(PLACE_BYTES - 1)}\n`;
  const memory = memoryOf(file);
  if (statSync(memory, { throwIfNoEntry: false })?.size !== 2 * PLACE_BYTES) {
    replaceFile(memory, place + ' '.repeat(PLACE_BYTES), file);
    return undefined;
  }
  return refusing(memory, () => {
    const handle = openSync(memory, 'r+');
    try {
      writeSync(handle, place, ((turn - 1) % 2) * PLACE_BYTES);
      return handle;
    } catch (error) {
      closeSync(handle);
      throw error;
    }
  });
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new Refusal(`${file} cannot be read (${codeOf(error)}): the user of the service must be able to read it.`);
  }
}

/** @param like the file of the key, whose owner has the new file too: a command of root must not shut the service out */
function replaceFile(file: string, text: string, like: string): void {
  const draft = `${file}.new`;
  refusing(file, () => {
    makeFolder(dirname(file));
    // What an interruption left may be readable for others.
    rmSync(draft, { force: true });
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    const owner = process.geteuid?.() === 0 ? statSync(like, { throwIfNoEntry: false }) : undefined;
    if (owner) chownSync(draft, owner.uid, owner.gid);
    renameSync(draft, file);
    flushFolder(file);
  });
}

function refusing<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw notWritten(file, error);
  }
}

const notWritten = (file: string, error: unknown) =>
  new Refusal(
    `${file} cannot be written (${codeOf(error)}). The user of the service needs a folder with room in it that it can write to; SIGNING_KEY_FILE names another place for the key.`,
  );

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

function flushFolder(file: string): void {
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
