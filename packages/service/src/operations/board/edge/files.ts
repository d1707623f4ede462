import { closeSync, fchmodSync, futimesSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, symlink } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, deflateRawSync, gzip, type ZlibOptions } from 'node:zlib';
import { WORTH_COMPRESSING_BYTES } from '../../../documents/document.ts';

/** The files of one folder, each replaced in one step: a reader gets the old bytes or the new ones. */
export type Files = {
  /**
   * Writes a file and, where it is worth it, `.gz` beside it; a file that has these bytes, and its `.gz`, stay as they are, also their time.
   *
   * @param of when the content changed; `stamp` is the time of a file that had other bytes, in seconds since 1970; `end` is what
   *   `replaceEnd` is to replace; `gzip` makes `.gz` where that is known better
   * @returns whether it was written
   */
  put(file: string, bytes: Uint8Array, of: FileOptions): Promise<boolean>;
  /**
   * Gives a file another end, and `.gz` beside it, without compressing anything again where that is of the same bytes. It waits for the
   * disk, because that takes a fifth of the time.
   *
   * @param ended what the end looks like
   * @param doubtful whether `.gz` is compared also where the file has this end already
   * @returns whether it was written
   */
  replaceEnd(file: string, ended: RegExp, end: string, stamp: number, doubtful: boolean): boolean;
  /** Without `.gz`, and flushed: for what this program itself reads. */
  note(file: string, text: string): Promise<void>;
  /** Adds to the end of a file, and flushes it. */
  append(file: string, text: string): Promise<void>;
  /** The lines of a file; none where it is not there. */
  lines(file: string): AsyncIterable<string>;
  /** All files below a folder, but `.gz` of others; none where it is not there. */
  list(folder: string): Promise<string[]>;
  /** As it is, for now. */
  keep(file: string, bytes: Uint8Array): Promise<void>;
  read(file: string): Promise<Buffer | undefined>;
  /** How long it is; undefined where it is not there, or `.gz` beside it is not of so many bytes. */
  size(file: string): Promise<number | undefined>;
  /** Removes a file, `.gz` beside it, and the folders that are empty then. */
  remove(file: string): Promise<void>;
  /** Makes a symbolic link, in place of what is there. */
  link(file: string, target: string): Promise<void>;
  folder(file: string): Promise<void>;
};

type FileOptions = { modified: number; stamp: number; end?: string; gzip?(): Promise<Uint8Array> };

/** Where files take their places in one step. Those that are not finished are in `unfinished` in the folder. */
function openPlaces(root: string) {
  const made = new Set<string>();
  let begun = 0;
  const at = (file: string) => join(root, file);

  async function folder(path: string): Promise<void> {
    if (made.has(path)) return;
    await mkdir(path, { recursive: true, mode: 0o755 });
    made.add(path);
  }

  const unfinishedFile = (): string => join(root, UNFINISHED, `${process.pid}-${++begun}`);

  /** Files that take their places one right after the other, when all of them are written: a full disk changes none. */
  async function replace(all: readonly { file: string; bytes: Uint8Array | string }[], time?: number, flush = false) {
    await folder(join(root, UNFINISHED));
    const written: { file: string; unfinished: string }[] = [];
    try {
      for (const { file, bytes } of all) {
        const unfinished = unfinishedFile();
        written.push({ file, unfinished });
        await write(unfinished, bytes, time, flush);
      }
      for (const { file, unfinished } of written) await moved(unfinished, file);
    } catch (error) {
      for (const { unfinished } of written) await rm(unfinished, { force: true }).catch(() => {});
      throw error;
    }
  }

  async function write(path: string, bytes: Uint8Array | string, time: number | undefined, flush: boolean) {
    const handle = await open(path, 'w', 0o644);
    try {
      await handle.chmod(0o644);
      await handle.writeFile(bytes);
      if (time !== undefined) await handle.utimes(time, time);
      if (flush) await handle.sync();
    } finally {
      await handle.close();
    }
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

  /** The same without giving way to others. */
  function replaceNow(all: readonly { file: string; bytes: Uint8Array }[], time: number): void {
    const written: { file: string; unfinished: string }[] = [];
    try {
      for (const { file, bytes } of all) {
        const unfinished = unfinishedFile();
        written.push({ file, unfinished });
        const to = openSync(unfinished, 'w', 0o644);
        try {
          fchmodSync(to, 0o644);
          writeFileSync(to, bytes);
          futimesSync(to, time, time);
        } finally {
          closeSync(to);
        }
      }
      for (const { file, unfinished } of written) renameSync(unfinished, at(file));
    } catch (error) {
      for (const { unfinished } of written) rmSync(unfinished, { force: true });
      throw error;
    }
  }

  /** A file that is not finished; its folder is made. */
  async function unfinished(): Promise<string> {
    await folder(join(root, UNFINISHED));
    return unfinishedFile();
  }

  return { at, folder, replace, replaceNow, moved, unfinished, removed: (path: string) => void made.delete(path) };
}

/** @param root a folder; files that are not finished are in `unfinished` in it */
export function openFiles(root: string): Files {
  const { at, folder, replace, replaceNow, moved, unfinished, removed } = openPlaces(root);
  const read = (file: string) => readFile(at(file)).catch(none);
  const tailOf = (file: string) => endOf(at(`${file}.gz`));

  return {
    async put(file, bytes, { modified, stamp, end, gzip: zipped = () => packed(bytes, end) }) {
      const there = await read(file);
      if (there?.equals(bytes)) {
        const tail = await tailOf(file);
        if (bytes.byteLength < WORTH_COMPRESSING_BYTES ? !tail : tail?.equals(tailFor(bytes))) return false;
      }
      // What changed has a later time than what was there, in whole seconds: nginx makes ETags of the time and the length.
      const time = there ? stamp : modified;
      const beside = bytes.byteLength >= WORTH_COMPRESSING_BYTES && { file: `${file}.gz`, bytes: await zipped() };
      if (!beside) await rm(at(`${file}.gz`), { force: true });
      await replace([...(beside ? [beside] : []), { file, bytes }], time);
      return true;
    },
    replaceEnd(file, ended, end, stamp, doubtful) {
      const there = readNow(at(file));
      const was = there && ended.exec(there.subarray(-ENDS_WITHIN).toString('latin1'))?.[0];
      if (!there || was === undefined || (was === end && !doubtful)) return false;
      const open = there.subarray(0, there.byteLength - was.length);
      const zipped = readNow(at(`${file}.gz`));
      const fits = zipped?.subarray(-8).equals(tailFor(there)) ?? true;
      if (was === end && fits) return false;
      const all: { file: string; bytes: Uint8Array }[] = [{ file, bytes: Buffer.concat([open, Buffer.from(end)]) }];
      if (zipped) {
        // After a crash it may have another end than its file.
        const begun = fits
          ? zipped.subarray(0, zipped.byteLength - was.length - TAIL_BYTES)
          : Buffer.concat([GZIP_HEAD, deflateRawSync(open, { finishFlush: constants.Z_SYNC_FLUSH })]);
        all.unshift({ file: `${file}.gz`, bytes: withEnd(begun, open, end) });
      }
      replaceNow(all, stamp);
      return true;
    },
    note: (file, bytes) => replace([{ file, bytes }], undefined, true),
    keep: (file, bytes) => replace([{ file, bytes }]),
    async append(file, text) {
      await folder(dirname(at(file)));
      const handle = await open(at(file), 'a', 0o644);
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    async *lines(file) {
      const handle = await open(at(file)).catch(none);
      if (handle) yield* handle.readLines();
    },
    async list(folder) {
      const all = (await readdir(at(folder), { recursive: true, withFileTypes: true }).catch(none)) ?? [];
      const names = all
        .filter((one) => !one.isDirectory())
        .map((one) => relative(root, join(one.parentPath, one.name)).replaceAll(sep, '/'));
      const there = new Set(names);
      return names.filter((name) => !(name.endsWith('.gz') && there.has(name.slice(0, -'.gz'.length))));
    },
    read,
    async size(file) {
      const size = (await stat(at(file)).catch(none))?.size;
      const tail = await tailOf(file);
      const whole = tail
        ? tail.byteLength === 8 && tail.readUInt32LE(4) === size
        : Number(size) < WORTH_COMPRESSING_BYTES;
      return whole ? size : undefined;
    },
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
        removed(at(parent));
      }
    },
    async link(file, target) {
      const begun = await unfinished();
      await rm(begun, { force: true });
      await symlink(target, begun);
      await moved(begun, file);
    },
    folder: (file) => folder(at(file)),
  };
}

/** The last eight bytes of a file; undefined where it is not there. */
async function endOf(path: string): Promise<Buffer | undefined> {
  const handle = await open(path).catch(none);
  if (!handle) return undefined;
  try {
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8), 0, 8, Math.max(0, size - 8));
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The end of a file that is replaced is within its last bytes. */
const ENDS_WITHIN = 32;

/** Header of a gzip member without name and time (RFC 1952). */
const GZIP_HEAD = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);

/** In a body whose end is replaced, beside that end: the head of its block, which is stored, and the end of the member. */
const TAIL_BYTES = 5 + 8;

/** Bytes as gzip; with `end` so that this can be replaced without compressing the rest again (RFC 1951 3.2.4). */
async function packed(bytes: Uint8Array, end: string | undefined): Promise<Uint8Array> {
  if (end === undefined) return promisify(gzip)(bytes);
  const open = bytes.subarray(0, bytes.byteLength - end.length);
  const deflated = await promisify<Uint8Array, ZlibOptions, Buffer>(deflateRaw)(open, {
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  return withEnd(Buffer.concat([GZIP_HEAD, deflated]), open, end);
}

/** A gzip member of blocks that were made with Z_SYNC_FLUSH, and of what they expand to. */
export const gzipOf = (blocks: readonly Uint8Array[], whole: Uint8Array): Uint8Array =>
  Buffer.concat([GZIP_HEAD, ...blocks, LAST_BLOCK, tailFor(whole)]);

/** A last block, of no bytes (RFC 1951 3.2.6). */
const LAST_BLOCK = Uint8Array.of(3, 0);

function withEnd(begun: Uint8Array, open: Uint8Array, end: string): Uint8Array {
  const last = Buffer.from(end);
  const tail = Buffer.alloc(TAIL_BYTES);
  tail[0] = 1;
  tail.writeUInt16LE(last.byteLength, 1);
  tail.writeUInt16LE(~last.byteLength & 0xffff, 3);
  tail.writeUInt32LE(crc32(last, crc32(open)), 5);
  tail.writeUInt32LE(open.byteLength + last.byteLength, 9);
  return Buffer.concat([begun, tail.subarray(0, 5), last, tail.subarray(5)]);
}

/** How a gzip member of these bytes ends (RFC 1952 2.3.1). */
function tailFor(bytes: Uint8Array): Buffer {
  const tail = Buffer.alloc(8);
  tail.writeUInt32LE(crc32(bytes), 0);
  tail.writeUInt32LE(bytes.byteLength, 4);
  return tail;
}

function readNow(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    return none(error as NodeJS.ErrnoException);
  }
}

/** Where files are while they are written. */
export const UNFINISHED = 'unfinished';

const none = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
};
