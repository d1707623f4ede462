import { mkdir, open, readFile, rename, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { WORTH_COMPRESSING_BYTES } from '../../../documents/document.ts';

/** The files of one folder, each replaced in one step: a reader gets the old bytes or the new ones. */
export type Files = {
  /**
   * Writes a file and, where it is worth it, `.gz` beside it; a file that has these bytes stays as it is, also its time.
   *
   * @param of when the content changed; `stamp` is the time of a file that had other bytes, in seconds since 1970
   * @returns whether it was written
   */
  put(file: string, bytes: Uint8Array, of: { modified: number; stamp: number }): Promise<boolean>;
  /** Without `.gz`, and flushed: for what this program itself reads. */
  note(file: string, text: string): Promise<void>;
  /** As it is, for now. */
  keep(file: string, bytes: Uint8Array): Promise<void>;
  read(file: string): Promise<Buffer | undefined>;
  size(file: string): Promise<number | undefined>;
  /** Removes a file, `.gz` beside it, and the folders that are empty then. */
  remove(file: string): Promise<void>;
  /** Makes a symbolic link, in place of what is there. */
  link(file: string, target: string): Promise<void>;
  folder(file: string): Promise<void>;
};

/** @param root a folder; files that are not finished are in `unfinished` in it */
export function openFiles(root: string): Files {
  const made = new Set<string>();
  let begun = 0;
  const at = (file: string) => join(root, file);

  async function folder(path: string): Promise<void> {
    if (made.has(path)) return;
    await mkdir(path, { recursive: true, mode: 0o755 });
    made.add(path);
  }

  async function replace(file: string, bytes: Uint8Array | string, time?: number, flush = false): Promise<void> {
    await folder(join(root, UNFINISHED));
    begun += 1;
    const unfinished = join(root, UNFINISHED, `${process.pid}-${begun}`);
    const handle = await open(unfinished, 'w', 0o644);
    try {
      await handle.chmod(0o644);
      await handle.writeFile(bytes);
      if (time !== undefined) await handle.utimes(time, time);
      if (flush) await handle.sync();
    } finally {
      await handle.close();
    }
    await moved(unfinished, file);
  }

  /** Folders may have been removed meanwhile, as their last file was. */
  async function moved(unfinished: string, file: string): Promise<void> {
    try {
      await folder(dirname(at(file)));
      await rename(unfinished, at(file));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      made.clear();
      await folder(dirname(at(file)));
      await rename(unfinished, at(file));
    }
  }

  const read = (file: string) => readFile(at(file)).catch(none);

  return {
    async put(file, bytes, { modified, stamp }) {
      const there = await read(file);
      if (there?.equals(bytes)) return false;
      // What changed has a later time than what was there, in whole seconds: nginx makes ETags of the time and the length.
      const time = there ? stamp : modified;
      if (bytes.byteLength >= WORTH_COMPRESSING_BYTES) await replace(`${file}.gz`, await promisify(gzip)(bytes), time);
      else await rm(at(`${file}.gz`), { force: true });
      await replace(file, bytes, time);
      return true;
    },
    note: (file, text) => replace(file, text, undefined, true),
    keep: (file, bytes) => replace(file, bytes),
    read,
    size: async (file) => (await stat(at(file)).catch(none))?.size,
    async remove(file) {
      await rm(at(file), { force: true });
      await rm(at(`${file}.gz`), { force: true });
      for (let parent = dirname(file); parent !== '.' && parent !== '/'; parent = dirname(parent)) {
        if (
          !(await rmdir(at(parent)).then(
            () => true,
            () => false,
          ))
        )
          return;
        made.delete(at(parent));
      }
    },
    async link(file, target) {
      await folder(join(root, UNFINISHED));
      begun += 1;
      const unfinished = join(root, UNFINISHED, `${process.pid}-${begun}`);
      await rm(unfinished, { force: true });
      await symlink(target, unfinished);
      await moved(unfinished, file);
    },
    folder: (file) => folder(at(file)),
  };
}

/** Where files are while they are written. */
const UNFINISHED = 'unfinished';

const none = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
};
