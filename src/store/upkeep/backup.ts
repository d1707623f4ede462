import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { Refusal } from '../../domain/refusal.ts';
import { openStore } from '../engine/engine.ts';
import { sqliteCode } from '../engine/sqlite.ts';
import { migrationState } from './migrate.ts';

/** Backup and restore of a SQLite database; PostgreSQL has pg_dump for that. */

/**
 * Copies a database while it is in use: all of one moment, checked and on the disk before it stands under its name.
 *
 * @param at_page called with the pages copied and the pages there are
 */
export async function backUp(
  file: string,
  to: string,
  options: { force: boolean; at_page(done: number, total: number): void },
): Promise<void> {
  if (!existsSync(file)) throw new Refusal(`There is no database at ${file}; check DATA_DIR.`);
  if (existsSync(to) && !options.force)
    throw new Refusal(`${to} exists; name another file, or say --force to replace it.`);
  const partial = `${to}.partial`;
  rmSync(partial, { force: true });
  // SQLite writes into the file that stands there, so a copy of all addresses is its owner's alone from the first byte
  // on.
  closeSync(openSync(partial, 'wx', 0o600));
  const source = new DatabaseSync(file, { timeout: 10_000 });
  try {
    await backup(source, partial, {
      rate: 1_000,
      progress: ({ totalPages, remainingPages }) => options.at_page(totalPages - remainingPages, totalPages),
    });
    settle(partial);
    await verify(partial);
    syncFile(partial);
    renameSync(partial, to);
    syncFile(dirname(to));
  } finally {
    source.close();
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${partial}${rest}`, { force: true });
  }
}

/**
 * Puts a backup in the place of a database, after checking it. What stood there is kept beside it, with
 * `.before-restore` at the end of its name.
 *
 * @throws Refusal when the backup is damaged or of a newer version, a database stands there (unless `force`), or a
 *   process has it open
 */
export async function restore(
  from: string,
  file: string,
  options: { force: boolean },
): Promise<{ kept: string | null }> {
  if (!existsSync(from)) throw new Refusal(`There is no backup at ${from}.`);
  const partial = `${file}.partial`;
  copyFileSync(from, partial);
  try {
    settle(partial);
    await verify(partial);
    const stands = existsSync(file);
    if (stands && !options.force) throw new Refusal(`${file} exists; say --force to replace it.`);
    if (stands && isOpenElsewhere(file)) throw new Refusal(`${file} is in use; stop the service first.`);
    syncFile(partial);
    // The old log goes before the old database: beside the new one it would be taken for its own.
    if (stands)
      for (const rest of ['-wal', '-shm', ''])
        if (existsSync(`${file}${rest}`)) renameSync(`${file}${rest}`, `${file}.before-restore${rest}`);
    renameSync(partial, file);
    syncFile(dirname(file));
    return { kept: stands ? `${file}.before-restore` : null };
  } finally {
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${partial}${rest}`, { force: true });
  }
}

/** Whether another process has a SQLite database open; a damaged one cannot be asked, and counts as not open. */
export function isOpenElsewhere(file: string): boolean {
  const raw = new DatabaseSync(file, { timeout: 0 });
  try {
    // In WAL mode a connection holds a shared lock for as long as it is open, so only a lonely one becomes exclusive.
    raw.exec('pragma locking_mode = exclusive');
    raw.prepare('select count(*) from sqlite_schema').get();
    return false;
  } catch (error) {
    return ((sqliteCode(error) ?? 0) & 0xff) === 5;
  } finally {
    raw.close();
  }
}

/** Makes one file of a database: no write-ahead log beside it. */
function settle(file: string): void {
  const raw = open(file);
  try {
    raw.exec('pragma journal_mode = delete');
  } catch {
    throw new Refusal(`${file} is not a Readymark database, or is damaged.`);
  } finally {
    raw.close();
  }
}

/** Checks that a file is a whole database of this version or an older one. */
async function verify(file: string): Promise<void> {
  const raw = open(file);
  try {
    if (integrityFaults(raw).length) throw new Refusal(`${file} is damaged; nothing was changed.`);
    const known = raw.prepare("select count(*) as tables from sqlite_schema where name = 'kysely_migration'").get();
    if (known?.tables !== 1) throw new Refusal(`${file} is not a Readymark database.`);
  } finally {
    raw.close();
  }
  const store = openStore({ database_url: '', file });
  try {
    await migrationState(store);
    await store.db.selectFrom('audits').select('audit_id').limit(1).execute();
  } finally {
    await store.close();
  }
  settle(file);
}

/** What SQLite finds wrong with a database, at most a hundred findings; empty when it is whole. */
function integrityFaults(raw: DatabaseSync): string[] {
  try {
    return raw
      .prepare('pragma integrity_check')
      .all()
      .map((row) => String(row.integrity_check))
      .filter((found) => found !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : 'it cannot be read'];
  }
}

function open(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: 1_000 });
}

function syncFile(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
