import { closeSync, openSync, readSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Refusal } from '@readymark/rubric/refusal';
import { openStore } from '../engine/engine.ts';
import { sqliteCode } from '../engine/sqlite.ts';
import { migrationState } from './migrate.ts';

/** What backup, restore and copy check of a database file before they rely on it. */

/** How long another process may take to finish what it is doing with a file. */
const LOCK_TIMEOUT_MS = 1_000;
/** How every SQLite database begins (https://www.sqlite.org/fileformat.html, 1.3.1). */
const SQLITE_HEADER = 'SQLite format 3\0';

/** Whether another process has a SQLite database open; a damaged file counts as not open. */
export function isOpenElsewhere(file: string): boolean {
  if (!beginsLikeSqlite(file)) return false;
  const raw = new DatabaseSync(file, { timeout: 0 });
  try {
    // In WAL mode every open connection has a shared lock, so only the sole connection can get an exclusive one.
    raw.exec('pragma locking_mode = exclusive');
    raw.prepare('select count(*) from sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    raw.close();
  }
}

/**
 * Moves the write-ahead log of a database into it, so that one file contains everything, and keeps every other process
 * out until the returned function is called. (One that opens the file meanwhile and waits cannot write to it later,
 * when another file is at its path: outside WAL mode SQLite checks that.) A damaged file is left as it is.
 *
 * @throws Refusal when another process has it open
 */
export function holdAlone(file: string): () => void {
  if (!beginsLikeSqlite(file)) return () => {};
  const raw = open(file);
  try {
    raw.exec('pragma journal_mode = delete; begin exclusive');
    const mode = raw.prepare('pragma journal_mode').get()?.journal_mode;
    if (mode !== 'delete') throw new Refusal(inUse(file));
    return () => raw.close();
  } catch (error) {
    raw.close();
    if (isBusy(error)) throw new Refusal(inUse(file));
    if (isDamaged(error)) return () => {};
    throw error;
  }
}

/** Moves the write-ahead log into the database, so that one file contains everything. @throws Refusal */
export function settle(file: string, name: string): void {
  const raw = open(file);
  try {
    raw.exec('pragma journal_mode = delete');
  } catch (error) {
    throw isDamaged(error) ? new Refusal(`${name} is not a Readymark database, or is damaged.`) : error;
  } finally {
    raw.close();
  }
}

/**
 * Checks that a file is an undamaged database of this version or an older one.
 *
 * @param name how to call it, for the person at the command line
 * @throws Refusal, NewerDatabaseError
 */
export async function verify(file: string, name: string): Promise<void> {
  const raw = open(file);
  try {
    if (integrityIssues(raw).length) throw new Refusal(`${name} is damaged; nothing was changed.`);
    const known = raw.prepare("select count(*) as tables from sqlite_schema where name = 'kysely_migration'").get();
    if (known?.tables !== 1) throw new Refusal(`${name} is not a Readymark database.`);
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
  settle(file, name);
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

/** Whether a file has SQLite's header. Opening another one would make SQLite delete the write-ahead log beside it. */
function beginsLikeSqlite(file: string): boolean {
  const begin = Buffer.alloc(SQLITE_HEADER.length);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, begin);
  } finally {
    closeSync(handle);
  }
  return begin.toString('latin1') === SQLITE_HEADER;
}

const open = (file: string) => new DatabaseSync(file, { timeout: LOCK_TIMEOUT_MS });
const inUse = (file: string) => `${file} is in use; stop the service first.`;
const primary = (error: unknown) => (sqliteCode(error) ?? 0) & 0xff;
/** https://www.sqlite.org/rescode.html: SQLITE_BUSY, SQLITE_CORRUPT and SQLITE_NOTADB. */
const isBusy = (error: unknown) => primary(error) === 5;
const isDamaged = (error: unknown) => primary(error) === 11 || primary(error) === 26;
