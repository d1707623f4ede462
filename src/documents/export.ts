import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { Document } from './document.ts';
import { openTree, syncFolder } from './export-tree.ts';

/** The export did not start because the folder must not be replaced. The message says why and what to do. */
export class ExportRefused extends Error {}

export type Exported = { documents: number; files: number; bytes: number; taken_over: number };

/** The file that marks a folder as an export, and says whether it is complete. */
const MARKER = '.readymark-export.json';
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
  const place = resolve(folder);
  await mkdir(dirname(place), { recursive: true });
  const before = await existingAt(place);
  await removeLeftovers(place, before.tree);
  const root = await mkdtemp(`${place}.`);
  try {
    await chmod(root, 0o755);
    await mark(root, false);
    const tree = openTree(root, before.tree);
    let done = 0;
    await addAll(options.documents, async (path, document) => {
      await tree.add(path, document);
      done += 1;
      options.progress?.(done);
    });
    await mark(root, true);
    await tree.sync();
    await putInPlace(root, place, before);
    return tree.written();
  } catch (error) {
    await rm(root, { recursive: true, force: true });
    throw error;
  }
}

/**
 * What exists at the place: nothing, an empty folder, or a complete tree (behind our link, or copied there as a folder).
 */
type Existing = { kind: 'nothing' | 'empty' | 'link' | 'folder'; tree: string | undefined };

async function existingAt(place: string): Promise<Existing> {
  const found = await lstat(place).catch(() => undefined);
  if (!found) return { kind: 'nothing', tree: undefined };
  const tree = found.isSymbolicLink() ? resolve(dirname(place), await readlink(place)) : place;
  const names = await readdir(tree).catch(() => undefined);
  if (names?.includes(MARKER)) return { kind: found.isSymbolicLink() ? 'link' : 'folder', tree };
  if (names?.length === 0 && found.isDirectory()) return { kind: 'empty', tree: undefined };
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

async function putInPlace(root: string, place: string, before: Existing): Promise<void> {
  const link = `${root}.link`;
  const aside = `${root}.old`;
  await symlink(basename(root), link);
  if (before.kind === 'empty') await rmdir(place);
  // A tree that was copied here as a folder cannot be replaced in one step; from now on the place is a link.
  if (before.kind === 'folder') await rename(place, aside);
  await rename(link, place);
  await syncFolder(dirname(place));
  const old = before.kind === 'folder' ? aside : before.tree;
  if (old) await rm(old, { recursive: true, force: true });
}

/** Removes what crashed exports to this place left next to it, but not what another process is writing now. */
async function removeLeftovers(place: string, current: string | undefined): Promise<void> {
  const own = new RegExp(`^${basename(place).replaceAll(/[^\w]/g, '\\$&')}\\.\\w{6}(\\.old|\\.link)?$`);
  for (const name of await readdir(dirname(place))) {
    const path = join(dirname(place), name);
    if (!own.test(name) || path === current) continue;
    if (name.endsWith('.link')) await rm(path, { force: true });
    else if (await isLeftover(path)) await rm(path, { recursive: true, force: true });
  }
}

async function isLeftover(tree: string): Promise<boolean> {
  try {
    const { complete, process: writer } = JSON.parse(await readFile(join(tree, MARKER), 'utf8')) as {
      complete: boolean;
      process: number;
    };
    return complete || writer === process.pid || !runs(writer);
  } catch {
    return false;
  }
}

function runs(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const mark = (root: string, complete: boolean) =>
  writeFile(
    join(root, MARKER),
    `${JSON.stringify({ made_by: 'readymark export', complete, process: process.pid })}\n`,
    { flush: true },
  );
