import pg from 'pg';
import { FullDiskError, ReplacedFileError } from './database-file.ts';
import { ReadOnlyServerError, SharedSessionError } from './postgres.ts';
import { sqliteCode } from './sqlite.ts';

/** SQLite's primary result codes about the database, not the statement (https://www.sqlite.org/rescode.html). */
const sqliteOutages: Record<number, string> = {
  5: 'another process is writing to the database; try again when it has finished',
  8: 'the database is read-only; give the process write permission to DATA_DIR',
  10: 'the disk reports an error; check the disk of DATA_DIR',
  11: 'the database file is damaged; restore a backup',
  13: 'the disk is full; free some space on the disk of DATA_DIR and try again',
  14: 'the database file cannot be opened; check that DATA_DIR can be read and written',
  26: 'the file is not a Readymark database; check DATA_DIR',
};

/** SQLITE_READONLY_DBMOVED: SQLite's own check that the file is still at its path. */
const SQLITE_MOVED = 1032;
const replaced = 'the database file was replaced or removed while it was in use; restart the service';
const read_only = 'PostgreSQL is read-only, as after a failover';
const shared_session =
  'the pooler at DATABASE_URL lends a session of PostgreSQL to several connections; put it into session mode, or connect directly';

/** PostgreSQL's SQLSTATE classes and codes about the server, not the statement (decision 50). */
const postgresOutages: readonly [RegExp, string][] = [
  [/^28/, 'PostgreSQL refuses the user or password of DATABASE_URL'],
  [/^3D/, 'the database of DATABASE_URL does not exist'],
  [/^(08|57P)/, 'PostgreSQL is starting, stopping or unreachable'],
  [/^(25006)/, read_only],
  [/^(57014|55P03|25P03)/, 'PostgreSQL took longer than DATABASE_TIMEOUT allows'],
  [/^(40001|40P01)/, 'other transactions are writing the same rows; try again'],
  [/^53/, 'PostgreSQL has run out of connections, memory or disk'],
  [/^58/, 'PostgreSQL reports an error of its disk or operating system'],
];

/** The operating system's codes for a server that cannot be reached, and for a file. */
const networkCodes = /^(ECONN|EPIPE|ENOTFOUND|EAI_|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;
const fileCodes = /^(EACCES|EPERM|EROFS|ENOTDIR|EEXIST|ENOSPC|EIO|EMFILE)/;

/**
 * Why the database cannot be reached or written now, as a clause for an operator; undefined for any other error (a wrong
 * statement, a violated constraint, a bug). Recognised by code, except for lost connections: `pg` gives those no code,
 * and they are recognised by message.
 */
export function outageReason(error: unknown): string | undefined {
  const code = sqliteCode(error);
  if (error instanceof ReplacedFileError || code === SQLITE_MOVED) return replaced;
  if (error instanceof ReadOnlyServerError) return read_only;
  if (error instanceof SharedSessionError) return shared_session;
  if (error instanceof FullDiskError) return 'the disk is almost full; free some space on the disk of DATA_DIR';
  if (code !== undefined) return sqliteOutages[code & 0xff];
  if (error instanceof pg.DatabaseError)
    return postgresOutages.find(([pattern]) => pattern.test(error.code ?? ''))?.[1];
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') {
    if (networkCodes.test(error.code)) return `the database cannot be reached (${error.code}); check DATABASE_URL`;
    if (fileCodes.test(error.code))
      return `the database cannot be opened (${error.code}); check that DATA_DIR is a folder that can be read and written`;
  }
  if (error instanceof AggregateError) return error.errors.map(outageReason).find((found) => found !== undefined);
  return lostConnections.has(error.message) ? 'the connection to PostgreSQL was lost' : undefined;
}

/** The plain errors that pg 8 and pg-pool 3 raise for lost or refused connections. */
const lostConnections: ReadonlySet<string> = new Set([
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
]);
