import { closeSync, copyFileSync, fsyncSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { inProgress, isAbandoned } from '../../documents/in-progress.ts';
import { createPrivate, makePrivate } from '../engine/sqlite-place.ts';

/** A folder beside a place, for its owner alone, in which a database is made that is then renamed to the place. */
export type WorkFolder = {
  /** The database in it, which does not exist yet. */
  file: string;
  /** Removes the folder with everything in it. */
  remove(): void;
};

/** Opens a work folder of this process alone, and removes those that interrupted commands left at this place. */
export function openWorkFolder(place: string): WorkFolder {
  const [folder, prefix] = [dirname(place), `${basename(place)}.partial-`];
  for (const name of readdirSync(folder))
    if (isAbandoned(name, prefix)) rmSync(join(folder, name), { recursive: true, force: true });
  const own = mkdtempSync(join(folder, inProgress(prefix)));
  return { file: join(own, 'readymark.db'), remove: () => rmSync(own, { recursive: true, force: true }) };
}

/** Copies a file; only the owner can read the copy. */
export function copyPrivately(from: string, to: string): void {
  createPrivate(to);
  copyFileSync(from, to);
  makePrivate(to);
}

/** Flushes a file, or the names in a folder, to disk. */
export function flush(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
