import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Refusal } from '@readymark/rubric/refusal';
import { companions, makeFolder, makePrivate, realPlace, sizeOf } from '../engine/sqlite-place.ts';
import { isSameFile } from './backup.ts';
import { holdAlone, settle, verify } from './sound-file.ts';
import { copyPrivately, flush, openWorkFolder, type WorkFolder } from './work-folder.ts';

/**
 * Replaces a SQLite database by a backup, after verifying the backup (decision 52). A missing folder is created for its
 * owner alone. What was there before is kept as `….before-restore-1` (or the next free number), and the new database is
 * put in place by one rename: a crash leaves either the old or the new one there, and every earlier copy.
 *
 * @param options.force replace an existing database
 * @param options.before called with the verified copy before it takes the place of the database
 * @returns where the old database is kept; null when there was none
 * @throws Refusal when the backup is missing, damaged, from a newer version or the database itself, when there is a
 *   database already (unless `force`), or when a process has it open
 */
export async function restore(
  from: string,
  place: string,
  options: { force: boolean; before?(copy: string): Promise<void> },
): Promise<{ kept: string | null }> {
  if (!statSync(from, { throwIfNoEntry: false })?.isFile()) throw new Refusal(`There is no backup at ${from}.`);
  makeFolder(dirname(place));
  const file = realPlace(place);
  if (isSameFile(from, file)) throw new Refusal(`${from} is the database itself; name a backup of it.`);
  if (existsSync(file) && !options.force) throw new Refusal(`${file} exists; use --force to replace it.`);
  const work = openWorkFolder(file);
  try {
    await copyBackup(from, work.file);
    const exists = existsSync(file);
    if (exists && !options.force) throw new Refusal(`${file} exists; use --force to replace it.`);
    adoptOwner(work.file, exists ? file : dirname(file));
    flush(work.file);
    const release = exists ? holdAlone(file) : () => {};
    try {
      // Nothing is put beside a database that is in use: what it forgot would be back.
      await options.before?.(work.file);
      const kept = keepOld(file, work);
      renameSync(work.file, file);
      flush(dirname(file));
      return { kept };
    } finally {
      release();
    }
  } finally {
    work.remove();
  }
}

/** Copies a backup with the write-ahead log beside it, if there is one, into one verified file. @throws Refusal */
async function copyBackup(from: string, to: string): Promise<void> {
  copyPrivately(from, to);
  if (sizeOf(`${from}-wal`) > 0) copyPrivately(`${from}-wal`, `${to}-wal`);
  settle(to, from);
  await verify(to, from);
}

/**
 * Gives the old database a second name, with its write-ahead log or journal if it still has one, and takes those away
 * from the place: beside the new database SQLite would apply them to it. (They remain only where the database is damaged
 * or was removed.)
 *
 * @returns the name of what is kept; null when there is nothing
 */
function keepOld(file: string, work: WorkFolder): string | null {
  rmSync(`${file}-shm`, { force: true });
  const endings = ['', ...companions].filter((ending) => existsSync(file + ending));
  const [first] = endings;
  if (first === undefined) return null;
  const kept = nameToKeep(file, endings);
  for (const ending of endings) addName(file + ending, kept + ending, work);
  flush(dirname(file));
  for (const ending of endings.slice(first === '' ? 1 : 0)) rmSync(file + ending);
  return kept + first;
}

/** The first free name; or one that an interrupted restore has given to the same files already. */
function nameToKeep(file: string, endings: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const kept = `${file}.before-restore-${number}`;
    const taken = ['', ...companions].filter((ending) => existsSync(kept + ending));
    if (taken.every((ending) => endings.includes(ending) && isSameFile(file + ending, kept + ending))) return kept;
  }
}

/** A hard link; a copy on a disk without hard links. */
function addName(file: string, name: string, work: WorkFolder): void {
  if (isSameFile(file, name)) return;
  makePrivate(file);
  try {
    linkSync(file, name);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (!/^(EPERM|ENOTSUP|EOPNOTSUPP|ENOSYS|EMLINK)$/.test(code ?? '')) throw error;
    const copy = `${work.file}.kept`;
    copyPrivately(file, copy);
    flush(copy);
    renameSync(copy, name);
  }
}

/** What root restores belongs to the user of the old database or its folder, so that the service can open it. */
function adoptOwner(file: string, like: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  chownSync(file, uid, gid);
}
