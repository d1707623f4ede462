import { closeSync, copyFileSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { Refusal } from '../../domain/refusal.ts';
import { openStore } from '../engine/engine.ts';
import { sqliteCode } from '../engine/sqlite.ts';
import { migrationState } from './migrate.ts';

/** Backup and restore of a SQLite database (decision 52); for PostgreSQL there are pg_dump and pg_restore. */

/**
 * Copies a database while it is in use. The copy shows one moment, and gets its name only when it is verified and
 * flushed to disk.
 *
 * @param options.force replace an existing file
 * @param options.at_page called with the number of pages copied so far and of all pages
 * @throws Refusal when there is no database, or the target exists
 */
export async function backUp(
  file: string,
  to: string,
  options: { force: boolean; at_page(done: number, total: number): void },
): Promise<void> {
  if (!existsSync(file)) throw new Refusal(`There is no database at ${file}; check DATA_DIR.`);
  if (existsSync(to) && !options.force)
    throw new Refusal(`${to} exists; name another file, or use --force to replace it.`);
  const partial = `${to}.partial`;
  rmSync(partial, { force: true });
  // SQLite writes into an existing file, so creating it first keeps the addresses in it private from the first byte on.
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
 * Replaces a database by a backup, after verifying the backup. A missing folder is created for its owner alone. An old
 * database is kept beside the new one, with `.before-restore` appended to its name.
 *
 * @param options.force replace an existing database
 * @returns where the old database is kept; null when there was none
 * @throws Refusal when the backup is missing, damaged or from a newer version, when there is a database already (unless
 *   `force`), or when a process has it open
 */
export async function restore(
  from: string,
  file: string,
  options: { force: boolean },
): Promise<{ kept: string | null }> {
  if (!existsSync(from)) throw new Refusal(`There is no backup at ${from}.`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const partial = `${file}.partial`;
  copyFileSync(from, partial);
  try {
    settle(partial);
    await verify(partial);
    const exists = existsSync(file);
    if (exists && !options.force) throw new Refusal(`${file} exists; use --force to replace it.`);
    if (exists && isOpenElsewhere(file)) throw new Refusal(`${file} is in use; stop the service first.`);
    syncFile(partial);
    // The old write-ahead log moves first: beside the new database SQLite would apply it.
    if (exists)
      for (const rest of ['-wal', '-shm', ''])
        if (existsSync(`${file}${rest}`)) renameSync(`${file}${rest}`, `${file}.before-restore${rest}`);
    renameSync(partial, file);
    syncFile(dirname(file));
    return { kept: exists ? `${file}.before-restore` : null };
  } finally {
    for (const rest of ['', '-wal', '-shm', '-journal']) rmSync(`${partial}${rest}`, { force: true });
  }
}

/** Whether another process has a SQLite database open; a damaged file counts as not open. */
export function isOpenElsewhere(file: string): boolean {
  const raw = new DatabaseSync(file, { timeout: 0 });
  try {
    // In WAL mode every open connection has a shared lock, so only the sole connection can get an exclusive one.
    raw.exec('pragma locking_mode = exclusive');
    raw.prepare('select count(*) from sqlite_schema').get();
    return false;
  } catch (error) {
    return ((sqliteCode(error) ?? 0) & 0xff) === 5;
  } finally {
    raw.close();
  }
}

/** Moves the write-ahead log into the database, so that one file contains everything. @throws Refusal */
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

/** Checks that a file is an undamaged database of this version or an older one. @throws Refusal, NewerDatabaseError */
async function verify(file: string): Promise<void> {
  const raw = open(file);
  try {
    if (integrityIssues(raw).length) throw new Refusal(`${file} is damaged; nothing was changed.`);
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

/** Everything that SQLite's integrity check finds, at most a hundred sentences; empty for an undamaged database. */
function integrityIssues(raw: DatabaseSync): string[] {
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
