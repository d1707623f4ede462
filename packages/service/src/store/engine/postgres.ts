import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Tables } from '../tables.ts';

/**
 * `pg` as the store needs it (decision 50): every wait is bounded, a broken connection is discarded, and listening
 * resumes after an interruption.
 */

/** Time limits and size of the pool; seconds. */
export type PostgresLimits = { connections: number; timeout: number };

/** Time limit of opening a connection, or of waiting for one in the pool. */
const CONNECT_TIMEOUT_MS = 5_000;
/** A server that stays silent for this long after its own statement timeout is considered gone. */
const SILENCE_MS = 2_000;
/** Connections are replaced after this time, so that nodes spread over the servers again after a failover. */
const LIFETIME_SECONDS = 15 * 60;
/** How often listeners are called without a notification. */
const POLL_MS = 2_000;
/** How often the listening connection is checked. */
const HEARTBEAT_MS = 15_000;

const PREPARED = '/* prepared */';
/**
 * At the end of a statement: a connection parses and plans it once. For what every publication asks, where that takes longer
 * than the work.
 */
export const prepared = sql.raw<never>(PREPARED);
const names = new Map<string, string>();
let named = 0;

/** The name of a statement that is prepared; undefined for others. */
function nameOf(text: string): string | undefined {
  if (!text.endsWith(PREPARED)) return undefined;
  const name = names.get(text) ?? `readymark_${++named}`;
  names.set(text, name);
  return name;
}

/** Under another name every connection prepares it anew. */
function forgetName(text: string, name: string): void {
  if (names.get(text) === name) names.delete(text);
}

/**
 * A client that closes its connection when the server stays silent. Otherwise the pool would reuse the connection while
 * it still waits for the old answer: `pg` ends a query after `query_timeout`, but keeps the connection.
 */
class BoundedClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // A connection may break while it is in use: the running query fails, and this handler keeps the process alive.
    this.on('error', () => {});
    const bound = this.query.bind(this) as (...given: unknown[]) => unknown;
    const send = (...given: unknown[]) => {
      const [text, values] = given;
      const name = typeof text === 'string' ? nameOf(text) : undefined;
      if (typeof text !== 'string' || name === undefined) return bound(...given);
      const sent = bound({ name, text, values }) as Promise<unknown>;
      sent.catch((error: unknown) => isOutdated(error) && forgetName(text, name));
      return sent;
    };
    const stream = (this as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection;
    const query = (...given: unknown[]) => {
      const sent = send(...given);
      if (sent instanceof Promise)
        sent.catch((error: unknown) => {
          if (error instanceof Error && error.message === 'Query read timeout') stream.stream.destroy(error);
        });
      return sent;
    };
    Object.defineProperty(this, 'query', { value: query });
  }
}

/** Opens a pool; with `timeout` 0 its statements have no time limit. */
export function openPool(url: string, { connections, timeout }: PostgresLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: BoundedClient,
    application_name: 'readymark',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    max: connections,
    ...(timeout && {
      query_timeout: timeout * 1_000 + SILENCE_MS,
      // By a statement: pgbouncer refuses a connection that asks for them when it begins.
      onConnect: (client) =>
        client.query(
          `set statement_timeout = ${timeout * 1_000}; set idle_in_transaction_session_timeout = ${timeout * 3_000}`,
        ),
    }),
  });
  // The pool replaces a connection that breaks while idle at the next use.
  pool.on('error', () => {});
  return pool;
}

/** A pooler lends one session to several connections, so that what one of them sets or listens to is another's. */
export class SharedSessionError extends Error {}

/** How often two connections are asked for their session. */
const SESSION_ROUNDS = 4;

/** @throws SharedSessionError; the error of the connection when the server does not answer */
export async function assertOwnSessions(url: string): Promise<void> {
  const clients = [0, 1].map(
    () =>
      new BoundedClient({
        connectionString: url,
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
        query_timeout: CONNECT_TIMEOUT_MS,
      }),
  );
  try {
    for (const client of clients) await client.connect();
    const sessions = new Set<string>();
    for (let round = 0; round < SESSION_ROUNDS; round += 1)
      for (const [at, client] of clients.entries()) {
        const { rows } = await client.query('select pg_backend_pid() as session');
        sessions.add(`${at} ${rows[0].session}`);
      }
    const used = new Set([...sessions].map((one) => one.slice(2)));
    if (sessions.size > clients.length || used.size < clients.length)
      throw new SharedSessionError('a pooler lends sessions');
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}

/** The server takes no writes: it is a standby, or was made read-only. */
export class ReadOnlyServerError extends Error {}

/** @throws ReadOnlyServerError; the error of the connection when the server does not answer */
export async function assertWritable(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{
    read_only: string;
  }>`select current_setting('transaction_read_only') as read_only`.execute(db);
  if (rows[0]?.read_only === 'on') throw new ReadOnlyServerError('PostgreSQL is read-only');
}

/**
 * Whether a transaction failed because of another one and may succeed if it is run again: a deadlock, a serialization
 * failure, or a table that was changed since a statement was prepared.
 */
export function lostRace(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '40001' || error.code === '40P01' || isOutdated(error);
}

/** Whether a prepared statement has a result of another type now, because a migration changed its table. */
const isOutdated = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.message.startsWith('cached plan');

/** Whether an idle connection turned out to be dead before anything was done on it; a new one may work. */
export function foundDead(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '57P01';
  if (!(error instanceof Error)) return false;
  if ('code' in error) return error.code === 'ECONNRESET' || error.code === 'EPIPE';
  return /^Connection terminated( unexpectedly)?$|^Client has encountered a connection error/.test(error.message);
}

/**
 * Calls `heard` on every notification, after every new connection, and every two seconds anyway, until the signal is
 * aborted.
 */
export async function listenTo(url: string, heard: () => void, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const poll = setInterval(heard, POLL_MS);
  signal.addEventListener('abort', () => clearInterval(poll), { once: true });
  for (let failures = 0; !signal.aborted; failures += 1) {
    const client = new BoundedClient({
      connectionString: url,
      application_name: 'readymark listen',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    try {
      client.on('notification', heard);
      const broken = new Promise<true>((resolve) =>
        client.once('error', () => resolve(true)).once('end', () => resolve(true)),
      );
      await client.connect();
      await client.query('listen readymark');
      failures = 0;
      heard();
      for (let alive = true; alive && !signal.aborted; ) {
        alive = !(await Promise.race([broken, pause(HEARTBEAT_MS, signal)]));
        if (alive && !signal.aborted) await client.query('select 1');
      }
    } catch {
      // Tried again after the pause below; polling continues meanwhile.
    }
    await Promise.race([client.end().catch(() => {}), pause(1_000, signal)]);
    await pause(Math.min(200 * 2 ** failures, 5_000), signal);
  }
}

/** Waits, at most until the signal is aborted. @returns false */
async function pause(ms: number, signal: AbortSignal): Promise<false> {
  if (!signal.aborted) await wait(ms, undefined, { signal }).catch(() => {});
  return false;
}
