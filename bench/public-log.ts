import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { publicLogDocument } from '../packages/service/src/doors/http/public-log/log-documents.ts';
import { openContext, openLog } from '../packages/service/src/main.ts';
import type { Context } from '../packages/service/src/operations/context.ts';
import { readSettings } from '../packages/service/src/settings.ts';
import { migrate } from '../packages/service/src/store/upkeep/migrate.ts';
import { median } from '../packages/service/test/world/measure/median.ts';
import { processorOf, processorOfChildren } from '../packages/service/test/world/measure/processor.ts';
import { syntheticAudit } from '../packages/service/test/world/measure/synthetic-audits.ts';
import { commit } from '../packages/service/test/world/operator.ts';
import { databaseOn, freePort, startPostgres } from '../packages/service/test/world/postgres.ts';
import { answering } from './drive/nginx.ts';
import { runsIn } from './drive/stored.ts';
import { fillLog } from './public-log/long-log.ts';

/**
 * A long public log beside a short one, on both engines: proofs and files as they are served, start-up, and appending.
 *
 * `npm run bench public-log [in FOLDER] [ENTRIES] [COMPANIES] [ENGINE…]` (1000000 1000 sqlite postgres). With a folder, the
 * databases of SQLite stay there and are used again, up to four times.
 */
const kept = process.argv[2] === 'in' ? process.argv[3] : undefined;
const [entries = '1000000', companies = '1000', ...given] = process.argv.slice(kept === undefined ? 2 : 4);
const engines = given.length ? given : ['sqlite', 'postgres'];
const program = join(import.meta.dirname, '../bin/readymark.js');
/** Reads before those that are measured: they compile what all later ones use, and bring in from the disk what they read. */
const WARMING = Math.min(1_500, Number(entries));
const PROOFS = Math.min(1_000, Number(entries));
const [STARTS, APPENDS] = Number(entries) > 1_000 ? [5, 100] : [1, 10];

type Log = { name: string; env: Record<string, string>; ctx: Context & { close(): Promise<void> } };

const folder = kept ?? mkdtempSync(join(tmpdir(), 'readymark-public-log-'));
const postgres = engines.includes('postgres') ? await startPostgres() : undefined;
try {
  for (const engine of engines) {
    const logs: Log[] = [];
    for (const [name, size] of [
      ['short', Number(companies)],
      ['long', Number(entries)],
    ] as const) {
      const env = {
        DATA_DIR: join(folder, `${engine}-${size}-of-${companies}`),
        DATABASE_URL: engine === 'postgres' && postgres ? await databaseOn(postgres) : '',
        CLIENT_REQUESTS_PER_MINUTE: '1000000',
        LOG_LEVEL: 'silent',
      };
      const ctx = openContext(readSettings({ ...env, DATABASE_TIMEOUT: '600' }), { log: openLog('silent') });
      await migrate(ctx.store);
      await ctx.signer.begin();
      await fill(ctx, env.DATA_DIR, `${engine}, ${name}: ${size} entries`, size);
      logs.push({ name, env, ctx });
    }
    await measure(engine, logs);
    for (const { ctx } of logs) await ctx.close();
  }
} finally {
  await postgres?.stop();
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
}

/** Fills a database, unless an earlier run has. */
async function fill(ctx: Context, data_dir: string, what: string, size: number): Promise<void> {
  const filled = join(data_dir, 'filled');
  if (ctx.store.engine === 'sqlite' && existsSync(filled)) return;
  const began = performance.now();
  await fillLog(ctx, size, Number(companies));
  // What autovacuum would do meanwhile, at another time in each run.
  await sql.raw(ctx.store.engine === 'postgres' ? 'vacuum analyze' : 'analyze').execute(ctx.store.db);
  mkdirSync(data_dir, { recursive: true });
  writeFileSync(filled, '');
  console.error(`${what} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function measure(engine: string, logs: readonly Log[]): Promise<void> {
  const rows = new Map<string, number[]>();
  const add = (name: string, value: number) => rows.set(name, [...(rows.get(name) ?? []), value]);
  const appended = logs.map(() => [] as number[]);
  const before = kept !== undefined && engine === 'sqlite' ? APPENDS * runsIn(kept) : 0;
  for (let round = before + 1; round <= before + APPENDS; round += 1)
    for (const [at, { ctx }] of logs.entries()) appended[at]?.push(await append(ctx, round));
  const started = logs.map(() => [] as number[]);
  for (let round = 0; round < STARTS; round += 1)
    for (const [at, log] of logs.entries())
      await whileServing(log, async ({ seconds }) => void started[at]?.push(seconds));
  for (const [at, log] of logs.entries()) {
    add('publication and signing, p50, ms', median(appended[at] ?? []));
    add('start-up, median, s', median(started[at] ?? []));
    await whileServing(log, async ({ url, pid }) => {
      for (const [name, path] of [
        ['proof.json', proofPath],
        ['checkpoint', () => '/log/checkpoint'],
      ] as const) {
        const { times, service, database } = await read(url, path, pid);
        add(`${name}, p50, ms`, quantile(times, 0.5));
        add(`${name}, p95, ms`, quantile(times, 0.95));
        add(`${name}, processor time of the service, ms`, service);
        if (engine === 'postgres') add(`${name}, processor time of PostgreSQL, ms`, database);
      }
    });
    add('proof.json, statements', await statementsOfProofs(log.ctx));
  }
  console.log(
    `\n| ${engine}; ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(0)} | short log | long log | ratio |\n|---|---|---|---|`,
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

function proofPath(turn: number): string {
  return `/api/audits/company-${(turn * 7919) % Number(companies)}/proof.json`;
}

/** The times of reads, and what each of them takes of the processor, in milliseconds. */
async function read(url: string, path: (turn: number) => string, pid: number) {
  const times: number[] = [];
  const used = () => [processorOf(pid), postgres ? processorOfChildren(postgres.pid()) : 0] as const;
  let before = used();
  for (let turn = 0; turn < WARMING + PROOFS; turn += 1) {
    if (turn === WARMING) before = used();
    const began = performance.now();
    const reply = await fetch(url + path(turn));
    await reply.arrayBuffer();
    if (reply.status !== 200) throw new Error(`${path(turn)}: ${reply.status}`);
    if (turn >= WARMING) times.push(performance.now() - began);
  }
  const after = used();
  return { times, service: (after[0] - before[0]) / PROOFS, database: (after[1] - before[1]) / PROOFS };
}

/** How many statements a proof takes when the process has made others before. */
async function statementsOfProofs(ctx: Context): Promise<number> {
  await ctx.catalogue.refresh();
  const executor = ctx.store.db.getExecutor();
  const execute = executor.executeQuery.bind(executor);
  let statements = 0;
  executor.executeQuery = (query) => {
    statements += 1;
    return execute(query);
  };
  const proofs = Math.min(100, Number(companies) / 2);
  for (let turn = 0; turn < 2 * proofs; turn += 1) {
    if (turn === proofs) statements = 0;
    await publicLogDocument(ctx, proofPath(turn));
  }
  return statements / proofs;
}

/** Starts the service on a log, without its key, so that no dataset is made meanwhile. `seconds` is how long that took. */
async function whileServing(
  { env }: Log,
  work: (served: { url: string; seconds: number; pid: number }) => Promise<void>,
): Promise<void> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, [program, 'serve'], {
    env: { ...process.env, ...env, SIGNING_KEY_FILE: join(env.DATA_DIR ?? '', 'no-key'), PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await answering(`${url}/healthz`, 120);
    await work({ url, seconds: (performance.now() - began) / 1000, pid: child.pid ?? 0 });
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
}
