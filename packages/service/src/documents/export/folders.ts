import { chmod, lstat, mkdtemp, readdir, readFile, readlink, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { inProgress, isAbandoned } from '../in-progress.ts';

/**
 * The folders that exports write next to their place, and which of them they may remove (decision 46): those that carry
 * the name of an export's folder and a mark with the same name. A copy, made under whatever name, differs in one of the
 * two.
 */

/** The file that marks a folder as an export. */
const MARKER = '.readymark-export.json';
/** The marker while it is written. */
const MARKER_DRAFT = `${MARKER}.new`;

const prefixOf = (place: string) => `${basename(place)}.readymark-export-`;

/** Makes a new folder for a tree, next to its place, and marks it. */
export async function beginTree(place: string): Promise<string> {
  const root = await mkdtemp(join(dirname(place), inProgress(prefixOf(place))));
  await chmod(root, 0o755);
  await mark(root, false);
  return root;
}

/** Marks a tree as complete. */
export const finishTree = (root: string): Promise<void> => mark(root, true);

async function mark(root: string, complete: boolean): Promise<void> {
  const text = JSON.stringify({ made_by: 'readymark export', tree: basename(root), complete });
  await writeFile(join(root, MARKER_DRAFT), `${text}\n`, { flush: true });
  await chmod(join(root, MARKER_DRAFT), 0o644);
  await rename(join(root, MARKER_DRAFT), join(root, MARKER));
}

/** Whether a folder contains an export, or a copy of one. */
export async function isExport(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(() => undefined))?.includes(MARKER) ?? false;
}

/** Whether an export to this place made a folder. */
export async function isOwnTree(folder: string, place: string): Promise<boolean> {
  const name = basename(folder);
  const named = dirname(folder) === dirname(place) && name.startsWith(prefixOf(place));
  return named && (await lstat(folder)).isDirectory() && (await markedName(folder)) === name;
}

async function markedName(folder: string): Promise<string | undefined> {
  try {
    const found: unknown = JSON.parse(await readFile(join(folder, MARKER), 'utf8'));
    return typeof found === 'object' && found && 'tree' in found ? String(found.tree) : undefined;
  } catch {
    return undefined;
  }
}

/** Removes a tree. Its mark goes last, so that the next export recognises what an interruption leaves. */
export async function removeTree(tree: string): Promise<void> {
  for (const name of await readdir(tree))
    if (name !== MARKER) await rm(join(tree, name), { recursive: true, force: true });
  await rm(join(tree, MARKER), { force: true });
  await rmdir(tree);
}

/**
 * Removes what crashed exports to a place left next to it: trees that are unfinished or were replaced, and links to
 * them. What another process is writing stays.
 */
export async function removeLeftovers(place: string, current: string | undefined): Promise<void> {
  for (const name of await readdir(dirname(place))) {
    const path = join(dirname(place), name);
    const tree = name.replace(/\.link$/, '');
    if (path === current || !isAbandoned(tree, prefixOf(place))) continue;
    if (tree !== name) {
      if ((await readlink(path).catch(() => undefined)) === tree) await rm(path, { force: true });
    } else if (await isOwnTree(path, place)) await removeTree(path);
    else await removeUnmarked(path);
  }
}

/** Removes a folder whose export was interrupted before it was marked, or when only the mark was left to remove. */
async function removeUnmarked(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => undefined);
  if (!names?.every((name) => name === MARKER_DRAFT)) return;
  await rm(join(folder, MARKER_DRAFT), { force: true });
  await rmdir(folder);
}
