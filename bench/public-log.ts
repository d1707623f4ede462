import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openContext, openLog } from '../packages/service/src/main.ts';
import type { Context } from '../packages/service/src/operations/context.ts';
import { readSettings } from '../packages/service/src/settings.ts';
import { migrate } from '../packages/service/src/store/upkeep/migrate.ts';
import { median } from '../packages/service/test/world/measure/median.ts';
import { syntheticAudit } from '../packages/service/test/world/measure/synthetic-audits.ts';
import { commit } from '../packages/service/test/world/operator.ts';
import { databaseOn, freePort, startPostgres } from '../packages/service/test/world/postgres.ts';
import { answering } from './drive/nginx.ts';
import { fillLog } from './public-log/long-log.ts';

/**
 * A long public log beside a short one, on both engines: proofs and files as they are served, start-up, and appending.
 *
 * `npm run bench public-log [ENTRIES] [COMPANIES] [ENGINE…]` (1000000 1000 sqlite postgres)
 */
const [entries = '1000000', companies = '1000', ...given] = process.argv.slice(2);
const engines = given.length ? given : ['sqlite', 'postgres'];
const program = join(import.meta.dirname, '../bin/readymark.js');
/** Reads before those that are measured: they compile what all later ones use, and bring in from the disk what they read. */
const WARMING = Math.min(1_500, Number(entries));
const PROOFS = Math.min(1_000, Number(entries));
const [STARTS, APPENDS] = Number(entries) > 1_000 ? [5, 100] : [1, 10];

type Log = { name: string; env: Record<string, string>; ctx: Context & { close(): Promise<void> } };

const folder = mkdtempSync(join(tmpdir(), 'readymark-public-log-'));
const postgres = engines.includes('postgres') ? await startPostgres() : undefined;
try {
  for (const engine of engines) {
    const logs: Log[] = [];
    for (const [name, size] of [
      ['short', Number(companies)],
      ['long', Number(entries)],
    ] as const) {
      const env = {
        DATA_DIR: join(folder, `${engine}-${name}`),
        DATABASE_URL: engine === 'postgres' && postgres ? await databaseOn(postgres) : '',
        CLIENT_REQUESTS_PER_MINUTE: '1000000',
        LOG_LEVEL: 'silent',
      };
      const ctx = openContext(readSettings({ ...env, DATABASE_TIMEOUT: '600' }), { log: openLog('silent') });
      await migrate(ctx.store);
      await ctx.signer.begin();
      const began = performance.now();
      await fillLog(ctx, size, Number(companies));
      // What autovacuum would do meanwhile, at another time in each run.
      await sql.raw(engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(ctx.store.db);
      console.error(`${engine}, ${name}: ${size} entries in ${((performance.now() - began) / 1000).toFixed(0)} s`);
      logs.push({ name, env, ctx });
    }
    await measure(engine, logs);
    for (const { ctx } of logs) await ctx.close();
  }
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(engine: string, logs: readonly Log[]): Promise<void> {
  const rows = new Map<string, number[]>();
  const add = (name: string, value: number) => rows.set(name, [...(rows.get(name) ?? []), value]);
  const appended = logs.map(() => [] as number[]);
  for (let round = 1; round <= APPENDS; round += 1)
    for (const [at, { ctx }] of logs.entries()) appended[at]?.push(await append(ctx, round));
  const started = logs.map(() => [] as number[]);
  for (let round = 0; round < STARTS; round += 1)
    for (const [at, log] of logs.entries())
      await whileServing(log, async (_url, seconds) => void started[at]?.push(seconds));
  for (const [at, log] of logs.entries()) {
    add('publication and signing, p50, ms', median(appended[at] ?? []));
    add('start-up, median, s', median(started[at] ?? []));
    await whileServing(log, async (url) => {
      for (const [name, path] of [
        ['proof.json', (turn: number) => `/api/audits/company-${(turn * 7919) % Number(companies)}/proof.json`],
        ['checkpoint', () => '/log/checkpoint'],
      ] as const) {
        const times = await read(url, path);
        add(`${name}, p50, ms`, quantile(times, 0.5));
        add(`${name}, p95, ms`, quantile(times, 0.95));
      }
    });
  }
  console.log(
    `\n| ${engine}; ${cpus().length} cores, Node ${process.version} | short log | long log | ratio |\n|---|---|---|---|`,
  );
  for (const [name, [short = Number.NaN, long = Number.NaN]] of rows)
    console.log(`| ${name} | ${short.toPrecision(3)} | ${long.toPrecision(3)} | ${(long / short).toFixed(2)} |`);
}

function quantile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? Number.NaN;
}

async function append(ctx: Context, round: number): Promise<number> {
  const audit = syntheticAudit((round * 31) % Number(companies), round);
  const began = performance.now();
  await commit(ctx, [audit]);
  await ctx.signer.shown();
  return performance.now() - began;
}

async function read(url: string, path: (turn: number) => string): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < WARMING + PROOFS; turn += 1) {
    const began = performance.now();
    const reply = await fetch(url + path(turn));
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`${path(turn)}: ${reply.status}`);
    if (turn >= WARMING) times.push(performance.now() - began);
  }
  return times;
}

/** Starts the service on a log. `seconds` is how long that took. */
async function whileServing({ env }: Log, work: (url: string, seconds: number) => Promise<void>): Promise<void> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await answering(`${url}/healthz`, 120);
    await work(url, (performance.now() - began) / 1000);
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
}
