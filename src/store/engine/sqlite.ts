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
 * node:sqlite as Kysely's SQLite dialect wants it: transactions that begin as writers, schema changes that roll back,
 * statements prepared once.
 */

/** How long a writer waits for another process to finish its transaction, in milliseconds. */
const LOCK_PATIENCE = 10_000;
/** Prepared statements kept per connection. */
const STATEMENTS_KEPT = 300;

/** Opens a database file durably: WAL, synchronous=FULL. */
export function openSqliteDatabase(file: string): DatabaseSync {
  // Short, because SQLite's own wait stops the event loop; transactions wait asynchronously, see below.
  const raw = new DatabaseSync(file, { timeout: 50 });
  try {
    raw.exec('pragma journal_mode = wal; pragma synchronous = full');
    return raw;
  } catch (error) {
    raw.close();
    throw error;
  }
}

/**
 * SQLite's extended result code of an error (https://www.sqlite.org/rescode.html), or undefined when it is no error of
 * SQLite.
 */
export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : undefined;
}

type Statement = ReturnType<SqliteDatabase['prepare']>;

function adapt(raw: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, Statement>();
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
      const known = kept.get(text);
      if (known) return known;
      const made = prepare(text);
      if (kept.size >= STATEMENTS_KEPT) kept.clear();
      kept.set(text, made);
      return made;
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
   * After some errors (a full disk) SQLite has rolled back by itself; asking again would hide the error behind another.
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
        if (((sqliteCode(error) ?? 0) & 0xff) !== 5 || waited >= LOCK_PATIENCE) throw error;
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
