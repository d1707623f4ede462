import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../tables.ts';
import { foundDead, listenTo, lostRace, openPool, type PostgresLimits } from './postgres.ts';
import { DurableSqliteDialect, openSqliteDatabase, sqliteCode } from './sqlite.ts';

/**
 * Which database stands behind the store: SQLite by default, PostgreSQL when a URL is given.
 *
 * A query is written once, in Kysely, by the other files of this room. What differs stands here: opening, transactions,
 * locks, skipping locked rows, recognising a unique violation, and hearing of publications. (`sqlite.ts` and
 * `postgres.ts` only adapt the two drivers.)
 */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export type Store = {
  engine: 'sqlite' | 'postgres';
  db: Db;
  /**
   * Runs `work` in one transaction: `begin immediate` on SQLite, read committed on PostgreSQL. Inside, await nothing
   * but the store, and keep nothing outside: after a deadlock or a serialization failure the work is run again from its
   * start.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One transaction without time limits, on a connection of its own where there are several: for migrations. Never run
   * again.
   */
  unhurried<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Takes a lock by name until the transaction ends. On SQLite the transaction itself is that lock. */
  lock(tx: Tx, name: string): Promise<void>;
  /**
   * Whether rows held by another transaction can be skipped with `for update skip locked`; on SQLite there is no other
   * transaction.
   */
  skips_locked: boolean;
  isUniqueViolation(error: unknown): boolean;
  /**
   * Says, when the transaction commits, that something was published (PostgreSQL NOTIFY; on SQLite this process is
   * told, and others see it by polling).
   */
  announce(tx: Tx): Promise<void>;
  /**
   * Calls `heard` whenever another connection may have published, until the signal is aborted. Calls without cause
   * happen.
   */
  listen(heard: () => void, signal: AbortSignal): void;
  close(): Promise<void>;
};

/** How often SQLite is asked whether another process wrote, in milliseconds. */
const SQLITE_POLL = 100;
/** How often a transaction that loses against others is run in all. */
const ATTEMPTS = 5;

/**
 * Opens the store at a PostgreSQL URL, or at a SQLite file when the URL is empty. Nothing is migrated. A file that
 * cannot be opened throws at once, a server that cannot be reached at the first query; `outageReason()` tells both from
 * bugs.
 *
 * @param options.connections PostgreSQL connections in the pool
 * @param options.timeout seconds that one statement may take on PostgreSQL
 */
export function openStore(options: { database_url: string; file: string } & Partial<PostgresLimits>): Store {
  const { database_url, file, connections = 10, timeout = 10 } = options;
  return database_url ? openPostgres(database_url, { connections, timeout }) : openSqlite(file);
}

function openSqlite(file: string): Store {
  // A folder that is made here is its owner's alone: it holds addresses.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const raw = openSqliteDatabase(file);
  const db: Db = new Kysely<Tables>({ dialect: new DurableSqliteDialect(raw) });
  // Its own writes do not change a connection's data_version, so a publication in this process is told to listeners
  // once it is committed.
  const listeners = new Set<() => void>();
  let announced = false;
  const transaction: Store['transaction'] = async (work) => {
    const result = await db.transaction().execute(work);
    if (announced) for (const heard of listeners) heard();
    announced = false;
    return result;
  };
  return {
    engine: 'sqlite',
    db,
    transaction,
    unhurried: transaction,
    lock: async () => {},
    skips_locked: false,
    isUniqueViolation: (error) => sqliteCode(error) === 2067 || sqliteCode(error) === 1555,
    async announce() {
      announced = true;
    },
    listen(heard, signal) {
      listeners.add(heard);
      const version = raw.prepare('pragma data_version');
      let last = version.get()?.data_version;
      const timer = setInterval(() => {
        const now = version.get()?.data_version;
        if (now === last) return;
        last = now;
        heard();
      }, SQLITE_POLL);
      const end = () => {
        clearInterval(timer);
        listeners.delete(heard);
      };
      signal.addEventListener('abort', end, { once: true });
    },
    close: () => db.destroy(),
  };
}

function openPostgres(url: string, limits: PostgresLimits): Store {
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, limits) }) });
  const begin = (on: Db) => on.transaction().setIsolationLevel('read committed');
  return {
    engine: 'postgres',
    db,
    async transaction(work) {
      for (let attempt = 1; ; attempt += 1) {
        let begun = false;
        try {
          return await begin(db).execute((tx) => {
            begun = true;
            return work(tx);
          });
        } catch (error) {
          const again = begun ? lostRace(error) && attempt < ATTEMPTS : foundDead(error) && attempt === 1;
          if (!again) throw error;
          await wait(10 * attempt ** 2);
        }
      }
    },
    async unhurried(work) {
      const alone: Db = new Kysely<Tables>({
        dialect: new PostgresDialect({ pool: openPool(url, { connections: 1, timeout: 0 }) }),
      });
      try {
        return await begin(alone).execute(work);
      } finally {
        await alone.destroy();
      }
    },
    async lock(tx, name) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
    },
    skips_locked: true,
    isUniqueViolation: (error) => error instanceof pg.DatabaseError && error.code === '23505',
    async announce(tx) {
      await sql`select pg_notify('readymark', '')`.execute(tx);
    },
    listen: (heard, signal) => void listenTo(url, heard, signal),
    close: () => db.destroy(),
  };
}
