import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { openSqliteDatabase, SqliteHouseDialect, sqliteCode } from './sqlite.ts';
import type { Tables } from './tables.ts';

/**
 * Which database stands behind the store: SQLite by default, PostgreSQL when a URL is given.
 *
 * A query is written once, in Kysely, by the other files of this room. What differs stands here: opening, transactions, locks, skipping locked rows,
 * recognising a unique violation, and hearing of publications. (`sqlite.ts` is only the adapter from node:sqlite to Kysely.)
 */
export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export type Store = {
  engine: 'sqlite' | 'postgres';
  db: Db;
  /** Runs `work` in one transaction: `begin immediate` on SQLite, read committed on PostgreSQL. Inside, await nothing but the store. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Takes a lock by name until the transaction ends. On SQLite the transaction itself is that lock. */
  lock(tx: Tx, name: string): Promise<void>;
  /** Whether rows held by another transaction can be skipped with `for update skip locked`; on SQLite there is no other transaction. */
  skips_locked: boolean;
  isUniqueViolation(error: unknown): boolean;
  /** Says, when the transaction commits, that something was published (PostgreSQL NOTIFY; on SQLite the poll sees it). */
  announce(tx: Tx): Promise<void>;
  /** Calls `heard` whenever another connection may have published, until the signal is aborted. Calls without cause happen. */
  listen(heard: () => void, signal: AbortSignal): void;
  close(): Promise<void>;
};

/** How often SQLite is asked whether another process wrote, in milliseconds. */
const SQLITE_POLL = 100;
/** How often PostgreSQL is asked although nothing was announced, in milliseconds. */
const POSTGRES_POLL = 2_000;

/**
 * Opens the store at a PostgreSQL URL, or at a SQLite file when the URL is empty. Nothing is migrated. A file that cannot be opened throws at once, a
 * server that cannot be reached at the first query; `trouble()` tells both from bugs.
 */
export function openStore(options: { database_url: string; file: string }): Store {
  return options.database_url ? openPostgres(options.database_url) : openSqlite(options.file);
}

function openSqlite(file: string): Store {
  mkdirSync(dirname(file), { recursive: true });
  const raw = openSqliteDatabase(file);
  const db: Db = new Kysely<Tables>({ dialect: new SqliteHouseDialect(raw) });
  return {
    engine: 'sqlite',
    db,
    transaction: (work) => db.transaction().execute(work),
    lock: async () => {},
    skips_locked: false,
    isUniqueViolation: (error) => sqliteCode(error) === 2067 || sqliteCode(error) === 1555,
    announce: async () => {},
    listen(heard, signal) {
      const version = raw.prepare('pragma data_version');
      let last = version.get()?.data_version;
      const timer = setInterval(() => {
        const now = version.get()?.data_version;
        if (now === last) return;
        last = now;
        heard();
      }, SQLITE_POLL);
      signal.addEventListener('abort', () => clearInterval(timer), { once: true });
    },
    close: () => db.destroy(),
  };
}

function openPostgres(url: string): Store {
  const connection = { connectionString: url, keepAlive: true, connectionTimeoutMillis: 5_000 };
  const pool = new pg.Pool({ ...connection, max: 10, idleTimeoutMillis: 30_000, application_name: 'readymark' });
  // A connection that breaks while idle is replaced by the pool at the next use.
  pool.on('error', () => {});
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    engine: 'postgres',
    db,
    transaction: (work) => db.transaction().setIsolationLevel('read committed').execute(work),
    async lock(tx, name) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
    },
    skips_locked: true,
    isUniqueViolation: (error) => error instanceof pg.DatabaseError && error.code === '23505',
    async announce(tx) {
      await sql`select pg_notify('readymark', '')`.execute(tx);
    },
    listen: (heard, signal) => void listenPostgres({ ...connection, application_name: 'readymark listen' }, heard, signal),
    close: () => db.destroy(),
  };
}

async function listenPostgres(connection: pg.ClientConfig, heard: () => void, signal: AbortSignal): Promise<void> {
  const poll = setInterval(heard, POSTGRES_POLL);
  signal.addEventListener('abort', () => clearInterval(poll), { once: true });
  for (let failures = 0; !signal.aborted; ) {
    const client = new pg.Client(connection);
    try {
      client.on('notification', heard);
      const broken = new Promise<void>((resolve) => client.on('error', () => resolve()).on('end', () => resolve()));
      await client.connect();
      await client.query('listen readymark');
      failures = 0;
      heard();
      await Promise.race([broken, once(signal, 'abort')]);
    } catch {
      failures += 1;
    }
    await client.end().catch(() => {});
    if (!signal.aborted) await wait(Math.min(200 * 2 ** failures, 5_000), undefined, { signal }).catch(() => {});
  }
}
