import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Refusal } from '@readymark/rubric/refusal';

/** The place of a SQLite database: which files belong to it, who may read them, and what may be created there. */

/** What SQLite appends to the name of a database for its write-ahead log, the index of the log, and its journal. */
export const companions = ['-wal', '-shm', '-journal'] as const;

/** The size of a file in bytes; 0 when there is none. */
export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** The path without symbolic links: SQLite puts a database's other files beside the database, not beside a link to it. */
export function realPlace(file: string): string {
  return existsSync(file) ? realpathSync(file) : file;
}

/** There is no database where one was expected. */
export class NoDatabase extends Refusal {}

/** What to say and do where a database was expected (decision 32). */
export const noDatabaseAt = (file: string): NoDatabase =>
  new NoDatabase(
    `There is no database at ${resolve(file)}. Set DATA_DIR (or DATABASE_URL) to where it is; \`readymark serve\` or \`readymark migrate\` makes a new one.`,
  );

/**
 * Prepares the place before SQLite opens a database: a missing folder and file are created for their owner alone, and
 * what others can read there (the database, its companions, kept copies) is closed to them. It contains addresses.
 *
 * @param create whether a missing database may be created; if not, nothing is
 * @throws Refusal instead of creating an empty database beside the remains of another (decision 52), and where there is
 *   none and none may be created (decision 32)
 */
export function preparePlace(path: string, create: boolean): void {
  if (create) makeFolder(dirname(path));
  else if (!existsSync(dirname(path))) throw noDatabaseAt(path);
  if (isDanglingLink(path))
    throw new Refusal(`${path} is a link to a file that does not exist; check that its disk is mounted.`);
  const file = realPlace(path);
  if (sizeOf(file) === 0) {
    refuseBesideRemains(file);
    if (!create) throw noDatabaseAt(path);
    if (!existsSync(file)) createPrivate(file);
  }
  for (const ending of ['', ...companions]) makePrivate(file + ending);
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(`${basename(file)}.before-restore`)) makePrivate(join(dirname(file), name));
}

/**
 * Makes a folder, and those above it that are missing, for their owner alone. One by one: below /proc, where nothing can be made, Node's
 * own way of making them all never ends.
 *
 * @throws Refusal where it cannot be made
 */
export function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const one of missing)
    try {
      mkdirSync(one, { mode: 0o700 });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Another process that starts at the same moment has made it; a link to nowhere fails with what is to be in it.
      if (code === 'EEXIST' && (one !== missing.at(-1) || existsSync(one))) continue;
      throw new Refusal(
        `The folder ${folder} cannot be made (${code}); name one that this user may make, or that is there already.`,
      );
    }
}

/** Creates an empty file that only its owner can read, whatever the umask; an existing file is left as it is. */
export function createPrivate(file: string): void {
  try {
    const handle = openSync(file, 'wx', 0o600);
    fchmodSync(handle, 0o600);
    closeSync(handle);
  } catch (error) {
    // Another process that starts at the same moment has created it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Takes all rights of others from a file. Folders, links and missing files are left, and files of another user. */
export function makePrivate(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found?.isFile() || (found.mode & 0o077) === 0) return;
  try {
    chmodSync(file, 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Removed since, a file of another user, or a disk that cannot be written.
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error;
  }
}

function isDanglingLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(path);
}

/**
 * Where copies of a database are, or half of one, its database was moved away or a restore was interrupted. A new, empty
 * database would hide that, and SQLite would delete the old write-ahead log.
 */
function refuseBesideRemains(file: string): void {
  const name = basename(file);
  const remains = readdirSync(dirname(file)).filter(
    (other) =>
      other.startsWith(`${name}.before-restore`) ||
      other.startsWith(`${name}.partial`) ||
      (other === `${name}-wal` && sizeOf(join(dirname(file), other)) > 0),
  );
  if (remains.length)
    throw new Refusal(
      `There is no database at ${file}, but there are remains of one: ${remains.sort().join(', ')}. ` +
        'Nothing was created. Run `readymark restore FILE` with a backup or with one of the kept copies; ' +
        'to begin with an empty database, move the remains to another folder first.',
    );
}
