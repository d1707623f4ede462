import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../tables.ts';
import { assertRoom, rememberFile } from './database-file.ts';
import {
  assertOwnSessions,
  assertWritable,
  foundDead,
  listenTo,
  lostRace,
  openPool,
  type PostgresLimits,
  prepared,
} from './postgres.ts';
import { DurableSqliteDialect, openSqliteDatabase, sqliteCode } from './sqlite.ts';
import { preparePlace } from './sqlite-place.ts';
import { openWriteHealth } from './write-health.ts';

/**
 * The database behind the store: SQLite by default, PostgreSQL when a URL is given (decision 50).
 *
 * Every query is written once, in Kysely, in the other files of `store/`. Differences between the engines are here:
 * opening, transactions, locks, skipping locked rows, recognising a unique violation, and notification of publications.
 * (`sqlite.ts` and `postgres.ts` only adapt the two drivers.)
 */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export type Store = {
  engine: 'sqlite' | 'postgres';
  db: Db;
  /**
   * Runs `work` in one transaction: `begin immediate` on SQLite, read committed on PostgreSQL. Inside, await only the
   * store, and change nothing outside of it: after a deadlock or a serialization failure `work` runs again from the
   * start. On SQLite it fails when the file was replaced or removed while it was open: what it wrote would be lost.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work`, which only reads, on one state of the database: between its queries nothing changes for it. */
  reading<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /**
   * One transaction without time limits, for migrations; on PostgreSQL on a connection of its own. Never run again.
   */
  unhurried<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Throws when a pooler lends a session of PostgreSQL to several connections: LISTEN, locks, prepared statements and time
   * limits belong to a session.
   */
  assertOwnSessions(): Promise<void>;
  /** Takes a named lock until the transaction ends. On SQLite the transaction itself is the lock. */
  lock(tx: Tx, name: string): Promise<void>;
  /**
   * Whether rows that another transaction has locked can be skipped with `for update skip locked`; SQLite has only one
   * writing transaction at a time.
   */
  skips_locked: boolean;
  isUniqueViolation(error: unknown): boolean;
  /**
   * Notifies listeners of a publication when the transaction commits (PostgreSQL NOTIFY; on SQLite directly in this
   * process, while other processes poll).
   */
  announce(tx: Tx): Promise<void>;
  /** `announce` as a column that a writing statement returns, if it writes a row: one round trip less on PostgreSQL. */
  announcing(): RawBuilder<unknown>;
  /**
   * Calls `heard` whenever another connection may have published, until the signal is aborted. Spurious calls are
   * possible.
   */
  listen(heard: () => void, signal: AbortSignal): void;
  /**
   * Why writes fail or would be lost, as a clause for an operator; undefined while the last one succeeded and the
   * database is the one that was opened (decision 50). Never rejects.
   */
  writeFailure(): Promise<string | undefined>;
  close(): Promise<void>;
};

/** How often SQLite is polled for writes of other processes. */
const SQLITE_POLL_MS = 100;
/** How often a transaction is tried that other transactions make fail. */
const ATTEMPTS_MAX = 5;

/**
 * Opens the store at a PostgreSQL URL, or at a SQLite file when the URL is empty. Nothing is migrated. A file that
 * cannot be opened, or must not be created, throws here, a server that cannot be reached at the first query; `outageReason()` distinguishes both
 * from bugs.
 *
 * @param options.existing refuse a place without a database instead of creating one there
 * @param options.connections PostgreSQL connections in the pool
 * @param options.timeout time limit of one statement on PostgreSQL, in seconds
 */
export function openStore(
  options: { database_url: string; file: string; existing?: boolean } & Partial<PostgresLimits>,
): Store {
  const { database_url, file, existing = false, connections = 10, timeout = 10 } = options;
  return database_url ? openPostgres(database_url, { connections, timeout }) : openSqlite(file, existing);
}

function openSqlite(file: string, existing: boolean): Store {
  preparePlace(file, !existing);
  const raw = openSqliteDatabase(file);
  const assertInPlace = rememberFile(file);
  const assertUsable = () => {
    assertInPlace();
    assertRoom(file);
  };
  const db: Db = new Kysely<Tables>({ dialect: new DurableSqliteDialect(raw) });
  // A connection's own writes do not change its data_version, so listeners in this process are called after the commit.
  const listeners = new Set<() => void>();
  const polls = new Set<NodeJS.Timeout>();
  let announced = false;
  const transaction: Store['transaction'] = async (work) => {
    const result = await health.note(async () => {
      const written = await db.transaction().execute((tx) => {
        assertInPlace();
        return work(tx);
      });
      // Replaced meanwhile: what was committed is in a file that nobody will open again.
      assertInPlace();
      return written;
    });
    if (announced) for (const heard of listeners) heard();
    announced = false;
    return result;
  };
  const health = openWriteHealth({ check: assertUsable, testWrite: () => testWrite(transaction) });
  return {
    engine: 'sqlite',
    db,
    transaction,
    reading: (work) =>
      db.connection().execute(async (one) => {
        await sql`begin`.execute(one);
        try {
          return await work(one);
        } finally {
          await sql`commit`.execute(one);
        }
      }),
    unhurried: transaction,
    assertOwnSessions: async () => {},
    lock: async () => {},
    skips_locked: false,
    isUniqueViolation: (error) => sqliteCode(error) === 2067 || sqliteCode(error) === 1555,
    async announce() {
      announced = true;
    },
    announcing() {
      announced = true;
      return sql`1`;
    },
    listen(heard, signal) {
      if (signal.aborted) return;
      listeners.add(heard);
      const version = raw.prepare('pragma data_version');
      let last = version.get()?.data_version;
      const timer = setInterval(() => {
        const now = version.get()?.data_version;
        if (now === last) return;
        last = now;
        heard();
      }, SQLITE_POLL_MS);
      polls.add(timer);
      const end = () => {
        clearInterval(timer);
        polls.delete(timer);
        listeners.delete(heard);
      };
      signal.addEventListener('abort', end, { once: true });
    },
    writeFailure: health.failure,
    async close() {
      // Who still listens, as where a process ends while it starts, would ask a file that is closed.
      for (const timer of polls) clearInterval(timer);
      await db.destroy();
      // Without a query there was no driver to close it.
      if (raw.isOpen) raw.close();
    },
  };
}

/** About what a publication writes: a disk that has room for less is full. */
const TEST_WRITE_BYTES = 64 * 1024;

/**
 * Writes something and takes it back. In two transactions: what one transaction writes and deletes may never reach the
 * disk.
 */
async function testWrite(transaction: Store['transaction']): Promise<void> {
  const row = { name: 'write test', value: 'x'.repeat(TEST_WRITE_BYTES), created_at: '' };
  await transaction((tx) =>
    tx
      .insertInto('secrets')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute(),
  );
  await transaction((tx) => tx.deleteFrom('secrets').where('name', '=', row.name).execute());
}

function openPostgres(url: string, limits: PostgresLimits): Store {
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, limits) }) });
  const begin = (on: Db) => on.transaction().setIsolationLevel('read committed');
  async function insist<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      let begun = false;
      try {
        return await begin(db).execute((tx) => {
          begun = true;
          return work(tx);
        });
      } catch (error) {
        const retry = begun ? lostRace(error) && attempt < ATTEMPTS_MAX : foundDead(error) && attempt === 1;
        if (!retry) throw error;
        await wait(10 * attempt ** 2);
      }
    }
  }
  const transaction: Store['transaction'] = (work) => health.note(() => insist(work));
  const notification = sql`pg_notify('readymark', '')`;
  const health = openWriteHealth({ check: () => assertWritable(db), testWrite: () => testWrite(transaction) });
  return {
    engine: 'postgres',
    db,
    transaction,
    reading: (work) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
    async unhurried(work) {
      const single: Db = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: openPool(url, { connections: 1, timeout: 0 }) }),
      });
      try {
        return await begin(single).execute(work);
      } finally {
        await single.destroy();
      }
    },
    assertOwnSessions: () => assertOwnSessions(url),
    async lock(tx, name) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0)) ${prepared}`.execute(tx);
    },
    skips_locked: true,
    isUniqueViolation: (error) => error instanceof pg.DatabaseError && error.code === '23505',
    async announce(tx) {
      await sql`select ${notification}`.execute(tx);
    },
    announcing: () => notification,
    listen: (heard, signal) => void listenTo(url, heard, signal),
    writeFailure: health.failure,
    close: () => db.destroy(),
  };
}
