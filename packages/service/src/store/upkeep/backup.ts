import { existsSync, realpathSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { Refusal } from '@readymark/rubric/refusal';
import { companions, createPrivate, noDatabaseAt, realPlace, sizeOf } from '../engine/sqlite-place.ts';
import { isOpenElsewhere, settle, verify } from './sound-file.ts';
import { flush, openWorkFolder } from './work-folder.ts';

/** Pages copied at a time. */
const STEP_PAGES = 1_000;

/**
 * Copies a SQLite database while it is in use (decision 52). The copy shows one moment, and gets its name only when it
 * is verified and flushed to disk.
 *
 * @param options.force replace an existing file
 * @param options.before called with the verified copy before it gets its name
 * @param options.after called when it has its name
 * @param options.at_page called with the number of pages copied so far and of all pages
 * @throws Refusal when there is no database, or when the target exists (unless `force`), is the database itself, or is
 *   a database in use
 */
export async function backUp(
  file: string,
  to: string,
  options: {
    force: boolean;
    at_page(done: number, total: number): void;
    before?(copy: string): Promise<void>;
    after?(): Promise<void>;
  },
): Promise<void> {
  if (!existsSync(file)) throw noDatabaseAt(file);
  refuseTarget(file, to);
  if (existsSync(to) && !options.force)
    throw new Refusal(`${to} exists; name another file, or use --force to replace it.`);
  const work = openWorkFolder(to);
  try {
    // SQLite writes into an existing file, so creating it first keeps the addresses in it private from the first byte on.
    createPrivate(work.file);
    await copyPages(file, work.file, options.at_page);
    settle(work.file, 'The copy');
    await verify(work.file, 'The copy');
    flush(work.file);
    await options.before?.(work.file);
    // Copying may have taken a while.
    refuseTarget(file, to);
    renameSync(work.file, to);
    flush(dirname(to));
    await options.after?.();
  } finally {
    work.remove();
  }
}

async function copyPages(file: string, to: string, at_page: (done: number, total: number) => void): Promise<void> {
  const source = new DatabaseSync(file, { timeout: 10_000 });
  try {
    await backup(source, to, {
      rate: STEP_PAGES,
      progress: ({ totalPages, remainingPages }) => at_page(totalPages - remainingPages, totalPages),
    });
  } finally {
    source.close();
  }
}

/** Refuses what must not be replaced even with `force`. @throws Refusal */
function refuseTarget(file: string, to: string): void {
  if (!existsSync(dirname(to))) throw new Refusal(`There is no folder ${dirname(to)}.`);
  if (isPartOf(file, to)) throw new Refusal(`${to} is the database itself; name another file.`);
  const found = statSync(to, { throwIfNoEntry: false });
  if (found && !found.isFile()) throw new Refusal(`${to} is not a file; name another one.`);
  if (found && isOpenElsewhere(to)) throw new Refusal(`${to} is a database in use; name another file.`);
  for (const ending of ['-wal', '-journal'])
    if (sizeOf(to + ending) > 0)
      throw new Refusal(
        `${to}${ending} belongs to another database and would damage the backup; name another file, or move it away.`,
      );
}

/** Whether a path leads to the database or to one of its companions, under whatever name. */
function isPartOf(file: string, path: string): boolean {
  const real = realPlace(file);
  const name = join(realpathSync(dirname(path)), basename(path));
  return ['', ...companions].some((ending) => name === real + ending || isSameFile(path, real + ending));
}

/** Whether two paths lead to one file, also by a symbolic or hard link. */
export function isSameFile(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.ino === b.ino && a.dev === b.dev;
}
