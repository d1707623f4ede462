import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';

/**
 * `pg` as the store wants it: every wait has an end, a broken connection is thrown away, and announcements are heard
 * again after a break.
 */

/** Time limits and size of the pool; seconds. */
export type PostgresLimits = { connections: number; timeout: number };

/** How long making a connection, or waiting for one of the pool, may take, in milliseconds. */
const CONNECT_PATIENCE = 5_000;
/** How much later than the server's own statement timeout we conclude that the server is gone, in milliseconds. */
const SILENCE = 2_000;
/** Connections are re-made after this time, so that nodes spread again after a failover, in seconds. */
const LIFETIME = 15 * 60;
/** How often PostgreSQL is asked although nothing was announced, in milliseconds. */
const POLL = 2_000;
/** How often the listening connection is asked whether it still lives, in milliseconds. */
const PULSE = 15_000;

/**
 * A client that closes its connection when the server stays silent; else the pool would hand it out again, still
 * waiting for the old answer.
 */
class MortalClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    // A connection may break while it is in use: the query that runs then says so, and this keeps the process alive.
    this.on('error', () => {});
    const ask = this.query.bind(this) as (...given: unknown[]) => unknown;
    const stream = (this as unknown as { connection: { stream: { destroy(error: Error): void } } }).connection;
    const query = (...given: unknown[]) => {
      const asked = ask(...given);
      if (asked instanceof Promise)
        asked.catch((error: unknown) => {
          if (error instanceof Error && error.message === 'Query read timeout') stream.stream.destroy(error);
        });
      return asked;
    };
    Object.defineProperty(this, 'query', { value: query });
  }
}

/** Opens a pool; with `timeout` 0 its statements may take as long as they like. */
export function openPool(url: string, { connections, timeout }: PostgresLimits): pg.Pool {
  const limits = timeout
    ? {
        statement_timeout: timeout * 1_000,
        query_timeout: timeout * 1_000 + SILENCE,
        idle_in_transaction_session_timeout: timeout * 3_000,
      }
    : {};
  const pool = new pg.Pool({
    connectionString: url,
    Client: MortalClient,
    application_name: 'readymark',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_PATIENCE,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: LIFETIME,
    max: connections,
    ...limits,
  });
  // A connection that breaks while idle is replaced by the pool at the next use.
  pool.on('error', () => {});
  return pool;
}

/**
 * Whether a transaction lost against another one and would succeed if it ran again: serialization failure, deadlock.
 */
export function lostRace(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** Whether an idle connection turned out to be dead: nothing was done on it yet, and a new one may well work. */
export function foundDead(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code === '57P01';
  if (!(error instanceof Error)) return false;
  if ('code' in error) return error.code === 'ECONNRESET' || error.code === 'EPIPE';
  return /^Connection terminated( unexpectedly)?$|^Client has encountered a connection error/.test(error.message);
}

/**
 * Calls `heard` on every announcement, after every re-made connection, and now and then without cause, until the signal
 * is aborted.
 */
export async function listenTo(url: string, heard: () => void, signal: AbortSignal): Promise<void> {
  const poll = setInterval(heard, POLL);
  signal.addEventListener('abort', () => clearInterval(poll), { once: true });
  for (let failures = 0; !signal.aborted; failures += 1) {
    const client = new MortalClient({
      connectionString: url,
      application_name: 'readymark listen',
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_PATIENCE,
      query_timeout: CONNECT_PATIENCE,
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
        alive = !(await Promise.race([broken, pause(PULSE, signal)]));
        if (alive && !signal.aborted) await client.query('select 1');
      }
    } catch {
      // The pause below is the answer; the poll goes on meanwhile.
    }
    await Promise.race([client.end().catch(() => {}), pause(1_000, signal)]);
    await pause(Math.min(200 * 2 ** failures, 5_000), signal);
  }
}

/** Waits, at most until the signal is aborted; gives false. */
async function pause(ms: number, signal: AbortSignal): Promise<false> {
  if (!signal.aborted) await wait(ms, undefined, { signal }).catch(() => {});
  return false;
}
