import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BlobFailure, type Blobs, damagedAt, nameAt, nameOf, pathOf } from './blobs.ts';

/** An empty file that distinguishes a folder of blobs from the empty place where its disk should be. */
const MARK = 'readymark-blobs';
/** Where files are while they are written. */
const UNFINISHED = 'unfinished';

/** What was begun and not finished is removed after so long, by the clock of the disk. */
const UNFINISHED_MS = 86_400_000;

/**
 * Blobs in a folder that is made with the first of them, readable by its owner alone (decision 206). A file gets its name when it is
 * whole and on disk, so that no crash leaves half of one. Several processes may use it at once.
 */
export function openFolder(folder: string): Blobs {
  const fileOf = (sha256: string) => join(folder, pathOf(sha256));
  let own: Promise<string> | undefined;
  let begun = 0;

  async function put(sha256: string, bytes: Uint8Array): Promise<void> {
    if (nameOf(bytes) !== sha256) throw new RangeError('these bytes have another SHA-256');
    try {
      await write(sha256, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // Somebody removed the folders meanwhile.
      own = undefined;
      await write(sha256, bytes);
    }
  }

  async function write(sha256: string, bytes: Uint8Array): Promise<void> {
    own ??= makeWorkPlace(join(folder, UNFINISHED)).then(async (made) => {
      await writeFile(join(folder, MARK), '', { mode: 0o600 });
      return made;
    });
    own.catch(() => {
      own = undefined;
    });
    begun += 1;
    const name = String(begun);
    const unfinished = join(await own, name);
    try {
      await writeWhole(unfinished, bytes);
      const file = fileOf(sha256);
      const made = await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await rename(unfinished, file);
      await flush(dirname(file));
      if (made !== undefined) await flush(folder);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  return {
    place: folder,
    folder,
    put: (...given) => withReason(folder, () => put(...given)),
    get: (sha256) =>
      withReason(folder, async () => {
        const bytes = await readFile(fileOf(sha256)).catch(none);
        if (bytes && nameOf(bytes) !== sha256) throw damagedAt(folder, sha256);
        return bytes;
      }),
    has: (sha256) => withReason(folder, async () => (await stat(fileOf(sha256)).catch(none))?.isFile() === true),
    delete: (sha256) => withReason(folder, () => rm(fileOf(sha256), { force: true })),
    isNew: () =>
      withReason(folder, async () => {
        if (await stat(join(folder, MARK)).catch(none)) return false;
        // An older version put blobs there without a mark.
        return !((await readdir(folder).catch(none)) ?? []).some((name) => /^[0-9a-f]{2}$/.test(name));
      }),
    async *list(after = '') {
      const names = (of: string) => withReason(folder, async () => ((await readdir(of).catch(none)) ?? []).sort());
      const from = after.slice(0, 2);
      for (const first of (await names(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name) && name >= from))
        for (const name of await names(join(folder, first))) {
          const blob = nameAt(`${first}/${name}`);
          if (blob !== undefined && blob > after) yield blob;
        }
    },
    close: async () => {
      const there = await own?.catch(() => undefined);
      if (there !== undefined) await rm(there, { recursive: true, force: true }).catch(() => {});
    },
  };
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes the names in a folder to disk. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder to write in, and removes those that processes left a day ago. */
async function makeWorkPlace(place: string): Promise<string> {
  await mkdir(place, { recursive: true, mode: 0o700 });
  const made = await mkdtemp(join(place, 'process-'));
  const now = (await stat(made)).mtimeMs;
  for (const name of await readdir(place)) {
    const other = await stat(join(place, name)).catch(none);
    if (other && now - other.mtimeMs > UNFINISHED_MS) await rm(join(place, name), { recursive: true, force: true });
  }
  return made;
}

function none(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** What the system says, for operators. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full; free some space there',
  EDQUOT: 'its disk is full; free some space there',
  EROFS: 'its disk is read-only',
  EACCES: 'this process may not read or write there',
  EPERM: 'this process may not read or write there',
  ENOTDIR: 'it is not a folder',
  EIO: 'its disk reports an error',
};

async function withReason<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (error instanceof BlobFailure || code === undefined || error instanceof RangeError) throw error;
    throw new BlobFailure(`the folder of blobs ${folder}: ${reasons[code] ?? `it cannot be used (${code})`}`, {
      cause: error,
    });
  }
}
