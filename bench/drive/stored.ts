import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type Postgres, startPostgres } from '../../packages/service/test/world/postgres.ts';
import { type Publisher, startPublisher } from '../../packages/service/test/world/readymark.ts';
import { answering } from './nginx.ts';

const program = join(import.meta.dirname, '../../bin/readymark.js');
/** Clock ticks a second of processor times, on Linux. */
const TICKS = 100;

/** Starts a service on a folder that has a database, or on one of PostgreSQL, and waits until it answers. */
export async function startStored(
  { folder, database_url }: Pick<Filled, 'folder' | 'database_url'>,
  more: Record<string, string> = {},
) {
  const port = await freePort();
  const began = performance.now();
  const given = { DATA_DIR: folder, DATABASE_URL: database_url, PORT: String(port), LOG_LEVEL: 'warn', ...more };
  const env = { ...process.env, ...given };
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/healthz`, 3_600);
  const seconds = (performance.now() - began) / 1000;
  const proc = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    url,
    pid: child.pid ?? 0,
    seconds,
    /** Resident memory in megabytes, on Linux. */
    memory: () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(proc('status'))?.[1]) / 1024),
    /** Processor time in seconds, on Linux. */
    processor: () => {
      const [user, system] = proc('stat').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
      return (Number(user) + Number(system)) / TICKS;
    },
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** How often a database was used before: each time later dates are published, up to four times. */
export function runsIn(folder: string): number {
  const file = join(folder, 'runs');
  const runs = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  writeFileSync(file, String(runs + 1));
  return runs;
}

export type Found = Record<string, number>;

/** A database of synthetic audits, about 10 KB each, and who publishes in it. */
export type Filled = {
  companies: number;
  folder: string;
  /** Empty for SQLite in the folder. */
  database_url: string;
  publisher: Publisher;
  /** Publishes one audit of each company, where the database is new. */
  fill(): Promise<void>;
};

/**
 * Measures on databases of these sizes, and prints what was found as a table, a size in each column.
 *
 * @param given.kept a folder in which the databases stay, to be used again
 * @param given.reads what is read meanwhile, in words
 * @param given.postgres on PostgreSQL with durable settings, a server for each size; nothing is kept
 */
export async function atEachSize(
  given: { sizes: readonly number[]; kept: string | undefined; reads: string; postgres?: boolean },
  measure: (filled: Filled) => Promise<Found>,
): Promise<void> {
  const { sizes, kept, reads, postgres = false } = given;
  const columns: Found[] = [];
  const loads: string[] = [];
  for (const companies of sizes) {
    const folder = kept === undefined ? mkdtempSync(join(tmpdir(), 'readymark-bench-')) : join(kept, String(companies));
    const is_new = kept === undefined || !existsSync(folder);
    mkdirSync(folder, { recursive: true });
    const server: Postgres | undefined = postgres ? await startPostgres() : undefined;
    const database_url = server?.url ?? '';
    const publisher = await startPublisher({ DATA_DIR: folder, DATABASE_URL: database_url });
    const fill = async () => {
      for (let from = 0; is_new && from < companies; from += 20_000)
        await publisher.publish({ synthetic: { from, to: Math.min(companies, from + 20_000), round: 0 } });
    };
    try {
      loads.push(loadavg()[0]?.toFixed(0) ?? '');
      columns.push(await measure({ companies, folder, database_url, publisher, fill }));
    } finally {
      await publisher.stop();
      await server?.stop();
      if (kept === undefined) rmSync(folder, { recursive: true, force: true });
    }
  }
  const unit = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(3));
  console.log(
    `\n${postgres ? 'PostgreSQL' : 'SQLite'}, ${cpus().length} cores, load ${loads.join(', ')}, Node ${process.version}; reads: ${reads}\n`,
  );
  console.log(
    `| | ${sizes.map((size) => `${size.toLocaleString('en')} companies`).join(' | ')} |\n|---|${'---|'.repeat(sizes.length)}`,
  );
  for (const name of Object.keys(columns[0] ?? {}))
    console.log(`| ${name} | ${columns.map((found) => unit(found[name] ?? Number.NaN)).join(' | ')} |`);
}
