import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Holds a lock until it is released or the process ends, however it ends. Node has no locks of files, and SQLite has good
 * ones: the file is an empty database.
 *
 * @returns undefined while another process holds it
 * @throws Error where the file cannot be made
 */
export function holdLock(file: string): { release(): void } | undefined {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
  const database = new DatabaseSync(file);
  try {
    database.exec('pragma journal_mode = memory; pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    // SQLITE_BUSY.
    if ((error as { errcode?: number }).errcode === 5) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
