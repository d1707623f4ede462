import { lstat, mkdir, readdir, realpath, rename, rm, rmdir, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Document } from '../document.ts';
import { beginTree, finishTree, isExport, isOwnTree, removeLeftovers, removeTree } from './folders.ts';
import { openTree, syncFolder } from './tree.ts';

/** The export did not start because the folder must not be replaced. The message says why and what to do. */
export class ExportRefused extends Error {}

/** `kept` is where a folder is now that was at the place; null when there was none. */
export type Exported = { documents: number; files: number; bytes: number; taken_over: number; kept: string | null };

/** Documents in progress at a time: enough to keep the compressing threads busy, few enough to need little memory. */
const CONCURRENT_MAX = 6;

/**
 * Writes documents as a tree of files with .br, .gz and .zst siblings at best compression, ready for nginx or a CDN, and
 * puts the tree in place atomically.
 *
 * The folder is a symbolic link to the newest tree, which is next to it (decision 46): replacing a link is the only way to
 * change a whole tree that no crash can interrupt halfway. Compressed files of the last export that are still valid are
 * reused, so an export costs what changed. Memory does not grow with the tree.
 *
 * @param options.progress called with the number of documents done
 * @throws ExportRefused when the folder contains something that no export made; errors of the file system (full disk, no
 *   permission)
 */
export async function exportTo(
  folder: string,
  options: {
    documents: Iterable<[string, Document]> | AsyncIterable<[string, Document]>;
    progress?: (documents: number) => void;
  },
): Promise<Exported> {
  await mkdir(dirname(resolve(folder)), { recursive: true });
  // One path for each folder, however the link is written: which tree it shows is decided by comparing paths.
  const place = join(await realpath(dirname(resolve(folder))), basename(resolve(folder)));
  const before = await existingAt(place);
  await removeLeftovers(place, before.tree);
  const root = await beginTree(place);
  let kept: string | null;
  let written: Omit<Exported, 'kept'>;
  try {
    const tree = openTree(root, before.own ? before.tree : undefined);
    let done = 0;
    await addAll(options.documents, async (path, document) => {
      await tree.add(path, document);
      done += 1;
      options.progress?.(done);
    });
    await finishTree(root);
    await tree.sync();
    kept = await putInPlace(root, place, before);
    written = tree.written();
  } catch (error) {
    await rm(`${root}.link`, { force: true });
    await removeTree(root).catch(() => {});
    throw error;
  }
  // From here on the new tree is public. The next export removes what could not be removed now.
  if (before.own && before.tree) await removeTree(before.tree).catch(() => {});
  await syncFolder(dirname(place));
  return { ...written, kept };
}

/**
 * What exists at the place: nothing, an empty folder, or a complete tree (behind a link, or copied there as a folder).
 * `own` trees were made here by an export; others are copies of somebody's, which an export never removes.
 */
type Existing = { kind: 'nothing' | 'empty' | 'link' | 'folder'; tree: string | undefined; own: boolean };

async function existingAt(place: string): Promise<Existing> {
  const found = await lstat(place).catch(() => undefined);
  if (!found) return { kind: 'nothing', tree: undefined, own: false };
  const tree = found.isSymbolicLink() ? await realpath(place).catch(() => place) : place;
  if (await isExport(tree))
    return { kind: found.isSymbolicLink() ? 'link' : 'folder', tree, own: await isOwnTree(tree, place) };
  const names = await readdir(tree).catch(() => undefined);
  if (names?.length === 0 && found.isDirectory()) return { kind: 'empty', tree: undefined, own: false };
  throw new ExportRefused(
    `${place} ${names ? 'contains something other than an export' : 'is not a folder'}; nothing was changed. Name a folder that is empty or does not exist.`,
  );
}

async function addAll(
  documents: Iterable<[string, Document]> | AsyncIterable<[string, Document]>,
  add: (path: string, document: Document) => Promise<void>,
): Promise<void> {
  const all = Symbol.asyncIterator in documents ? documents[Symbol.asyncIterator]() : documents[Symbol.iterator]();
  let failed = false;
  const workers = Array.from({ length: CONCURRENT_MAX }, async () => {
    while (!failed) {
      const next = await all.next();
      if (next.done) return;
      await add(...next.value).catch((error) => {
        failed = true;
        throw error;
      });
    }
  });
  // Every worker has ended before the tree is removed or put in place.
  const ended = await Promise.allSettled(workers);
  for (const worker of ended) if (worker.status === 'rejected') throw worker.reason;
}

/** Makes the place a link to the new tree. @returns where a folder is kept that was there */
async function putInPlace(root: string, place: string, before: Existing): Promise<string | null> {
  const link = `${root}.link`;
  await symlink(basename(root), link);
  if (before.kind === 'empty') await rmdir(place);
  // A tree that was copied here as a folder cannot be replaced in one step; from now on the place is a link.
  const kept = before.kind === 'folder' ? await freeName(place) : null;
  if (kept) await rename(place, kept);
  await rename(link, place);
  return kept;
}

async function freeName(place: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const name = `${place}.before-export-${number}`;
    if (!(await lstat(name).catch(() => undefined))) return name;
  }
}
