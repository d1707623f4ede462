import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';

/**
 * node:sqlite as Kysely's SQLite dialect needs it: transactions that begin as writers, schema changes that can be rolled
 * back, statements prepared once.
 */

/** How long a writer waits for another process to finish its transaction. */
const LOCK_TIMEOUT_MS = 10_000;
/** Prepared statements cached per connection. */
const STATEMENTS_MAX = 300;

/** Opens a database file with full durability: WAL, synchronous=FULL. */
export function openSqliteDatabase(file: string): DatabaseSync {
  // Short, because SQLite's own wait blocks the event loop; transactions wait asynchronously, see below.
  const raw = new DatabaseSync(file, { timeout: 50 });
  try {
    switchToWal(raw);
    raw.exec('pragma synchronous = full');
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/**
 * Two processes that open a new file at once both want it for themselves for a moment, and SQLite then refuses one of
 * them without waiting. Nothing is served yet, so waiting may block.
 */
function switchToWal(raw: DatabaseSync): void {
  for (const began = performance.now(); ; Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)) {
    try {
      raw.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() - began >= LOCK_TIMEOUT_MS) throw error;
    }
  }
}

/**
 * SQLite's extended result code of an error (https://www.sqlite.org/rescode.html); undefined for any other error.
 */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
}

/** Whether another connection holds a lock (SQLITE_BUSY in any of its forms). */
const isBusy = (error: unknown) => ((sqliteCode(error) ?? 0) & 0xff) === 5;

type Statement = ReturnType<SqliteDatabase['prepare']>;

function adapt(raw: DatabaseSync): SqliteDatabase {
  const cached = new Map<string, Statement>();
  const prepare = (text: string): Statement => {
    const statement = raw.prepare(text);
    const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => statement.all(...values(parameters)),
      run: (parameters) => statement.run(...values(parameters)),
      iterate: (parameters) => raw.prepare(text).iterate(...values(parameters)),
    };
  };
  return {
    close: () => raw.close(),
    prepare(text) {
      const known = cached.get(text);
      if (known) return known;
      const statement = prepare(text);
      if (cached.size >= STATEMENTS_MAX) cached.clear();
      cached.set(text, statement);
      return statement;
    },
  };
}

/**
 * Every transaction begins as a writer: reading first and writing then would fail beside another process
 * (SQLITE_BUSY_SNAPSHOT).
 */
class ImmediateDriver extends SqliteDriver {
  readonly #raw: DatabaseSync;

  constructor(config: { database: SqliteDatabase }, raw: DatabaseSync) {
    super(config);
    this.#raw = raw;
  }

  /**
   * After some errors (a full disk) SQLite has already rolled back; rolling back again would hide the first error.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#raw.isTransaction) await super.rollbackTransaction(connection);
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    for (let waited = 0; ; waited += 10) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isBusy(error) || waited >= LOCK_TIMEOUT_MS) throw error;
        await wait(10);
      }
    }
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

export class DurableSqliteDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;
  readonly #raw: DatabaseSync;

  constructor(raw: DatabaseSync) {
    const database = adapt(raw);
    super({ database });
    this.#database = database;
    this.#raw = raw;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateDriver({ database: this.#database }, this.#raw);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}
