import {
  chmod,
  type FileHandle,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { inProgress, isAbandoned } from '../in-progress.ts';
import { syncFolder } from './tree.ts';

/** A folder of files that gets its name when it is whole. */
type NewFolder = {
  /** Adds bytes to the end of a file. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Flushes everything to disk and puts the folder in its place. */
  finish(): Promise<void>;
  /** Removes what was written. */
  abandon(): Promise<void>;
};

/** The folder must not or cannot be written. The message says why and what to do. */
export class FolderRefused extends Error {}

const prefixOf = (place: string) => `${basename(place)}.readymark-new-`;

/**
 * Begins a folder beside its place, and removes what interrupted ones left there.
 *
 * @throws FolderRefused when something is at the place, or when it cannot be written
 */
export async function beginFolder(folder: string): Promise<NewFolder> {
  try {
    await mkdir(dirname(resolve(folder)), { recursive: true });
    const place = join(await realpath(dirname(resolve(folder))), basename(resolve(folder)));
    await assertFree(place);
    for (const name of await readdir(dirname(place)))
      if (isAbandoned(name, prefixOf(place))) await rm(join(dirname(place), name), { recursive: true, force: true });
    return openFolder(place, await mkdtemp(join(dirname(place), inProgress(prefixOf(place)))));
  } catch (error) {
    throw refused(error, folder);
  }
}

async function assertFree(place: string): Promise<void> {
  const found = await lstat(place).catch(() => undefined);
  if (!found) return;
  if (!found.isDirectory())
    throw new FolderRefused(`${place} is not a folder; name one that is empty or does not exist.`);
  if ((await readdir(place)).length)
    throw new FolderRefused(
      `${place} is not empty; nothing was changed. Name a folder that is empty or does not exist.`,
    );
}

function openFolder(place: string, root: string): NewFolder {
  const files = new Map<string, FileHandle>();
  const close = async () => {
    for (const file of files.values()) await file.close().catch(() => {});
    files.clear();
  };

  async function write(name: string, bytes: Uint8Array): Promise<void> {
    let file = files.get(name);
    if (!file) {
      file = await open(join(root, name), 'wx', 0o644);
      files.set(name, file);
    }
    await file.appendFile(bytes);
  }

  async function finish(): Promise<void> {
    for (const file of files.values()) await file.sync();
    await close();
    await chmod(root, 0o755);
    await syncFolder(root);
    await rmdir(place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(root, place);
    await syncFolder(dirname(place));
  }

  return {
    write: (name, bytes) => write(name, bytes).catch((error) => Promise.reject(refused(error, place))),
    finish: () => finish().catch((error) => Promise.reject(refused(error, place))),
    async abandon() {
      await close();
      await rm(root, { recursive: true, force: true }).catch(() => {});
    },
  };
}

/** What an error of the file system means for whoever named the folder. */
function refused(error: unknown, folder: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const nothing = 'Nothing was left behind.';
  const said: Partial<Record<string, string>> = {
    ENOSPC: `The disk is full; ${folder} was not written. ${nothing} Free some space and run it again.`,
    EDQUOT: `The quota of the disk is used up; ${folder} was not written. ${nothing} Free some space and run it again.`,
    EFBIG: `A file would be larger than this system allows; ${folder} was not written. ${nothing}`,
    EACCES: `${folder} may not be written by this user; name a folder that may.`,
    EPERM: `${folder} may not be written by this user; name a folder that may.`,
    EROFS: `${folder} is on a file system that is read-only; name a folder on another one.`,
    ENOTDIR: `${folder} is below something that is no folder; name another one.`,
    EEXIST: `${folder} is below something that is no folder; name another one.`,
    ENOTEMPTY: `${folder} is not empty any more; nothing was changed. Name a folder that is empty or does not exist.`,
  };
  const message = said[String(code)];
  return message === undefined ? error : new FolderRefused(message);
}
