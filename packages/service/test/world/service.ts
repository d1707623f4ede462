import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { after } from 'node:test';
import type { Auditor } from '@readymark/auditor/auditor';
import type { DomainProofs } from '@readymark/auditor/collect/guard/domain-proofs';
import { openContext, openLog } from '../../src/main.ts';
import type { Context } from '../../src/operations/context.ts';
import { serve } from '../../src/serve.ts';
import { readSettings } from '../../src/settings.ts';
import { openStore } from '../../src/store/engine/engine.ts';
import { migrate } from '../../src/store/upkeep/migrate.ts';
import { migratedDatabase, migrationsHash, stopDatabases } from './postgres.ts';

export type Engine = 'sqlite' | 'postgres';

const named = process.env.TEST_SHORT;
if (named !== undefined && named !== 'sqlite' && named !== 'postgres')
  throw new Error(`TEST_SHORT is sqlite or postgres, and not ${named}`);

/**
 * The engines on which a test of store and operations runs: both, or in its short form the one that `TEST_SHORT` names. The tests in browsers
 * and of commands run on SQLite.
 */
export const engines: readonly Engine[] = named ? [named] : ['sqlite', 'postgres'];

/** A clock that moves only when it is set. */
export type FakeClock = { now(): Date; advance(ms: number): void; set(iso: string): void };

export function fakeClock(start = '2026-11-21T12:00:00.000Z'): FakeClock {
  let at = Date.parse(start);
  return {
    now: () => new Date(at),
    advance: (ms) => {
      at += ms;
    },
    set: (iso) => {
      at = Date.parse(iso);
    },
  };
}

/** What tests replace of a process beside its clock and log. */
type Replaced = { auditor?: Auditor; domain_proofs?: DomainProofs };

export type TestContext = Context & { clock: FakeClock; log_lines: string[]; data_dir: string; close(): Promise<void> };

/**
 * A context on a new, migrated database, with a fake clock and a log in memory. Closed and removed after the tests.
 *
 * @param env settings beyond the defaults; `DATA_DIR` and `DATABASE_URL` of an earlier context make a second process on
 * the same database
 */
export async function testContext(
  engine: Engine,
  env: Record<string, string> = {},
  clock: FakeClock = fakeClock(),
  replaced: Replaced = {},
): Promise<TestContext> {
  const made = env.DATA_DIR === undefined ? mkdtempSync(join(tmpdir(), 'readymark-test-')) : undefined;
  const data_dir = env.DATA_DIR ?? made ?? '';
  if (made && engine === 'sqlite') copyFileSync(await migratedFile(), join(made, 'readymark.db'));
  const database_url = env.DATABASE_URL ?? (engine === 'postgres' ? await migratedDatabase() : '');
  const settings = readSettings({
    PORT: '0',
    LOG_LEVEL: 'debug',
    BASE_URL: 'http://readymark.test',
    DATA_DIR: data_dir,
    DATABASE_URL: database_url,
    // A busy machine must not make the service refuse calls.
    MAX_EVENT_LOOP_DELAY: '0',
    ...env,
  });
  const log_lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      log_lines.push(String(chunk));
      done();
    },
  });
  const ctx = openContext(settings, { now: clock.now, log: openLog(settings.LOG_LEVEL, sink), ...replaced });
  await migrate(ctx.store);
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    await ctx.close();
    if (made) rmSync(made, { recursive: true, force: true });
  };
  after(close);
  return { ...ctx, clock, log_lines, data_dir, close };
}

let template: Promise<string> | undefined;

/** An SQLite file with all migrations, which the first process makes and the others copy: each would take 40 ms. */
export const migratedFile = (): Promise<string> => {
  template ??= makeTemplate();
  return template;
};

async function makeTemplate(): Promise<string> {
  const file = join(tmpdir(), `readymark-template-${migrationsHash()}.db`);
  if (existsSync(file)) return file;
  const folder = mkdtempSync(join(tmpdir(), 'readymark-template-'));
  const store = openStore({ database_url: '', file: join(folder, 'readymark.db') });
  await migrate(store);
  await store.close();
  // Another process may have been faster.
  renameSync(join(folder, 'readymark.db'), file);
  rmSync(folder, { recursive: true, force: true });
  return file;
}

export type TestService = TestContext & {
  /** The address at which it listens, for example `http://127.0.0.1:40123`. */
  url: string;
  stop(): Promise<void>;
};

const started: (() => Promise<void>)[] = [];
// A suite that a pattern of names leaves out runs its body, and none of its hooks.
after(async () => {
  for (const stop of started) await stop();
});

/** A real listening service on a free loopback port. Stopped after the tests. */
export async function testService(
  engine: Engine,
  env: Record<string, string> = {},
  clock?: FakeClock,
  replaced: Replaced = {},
): Promise<TestService> {
  const ctx = await testContext(engine, env, clock, replaced);
  const stopping = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<{ port: number }>();
  const done = serve(ctx, { with_examples: false, signal: stopping.signal, ready: resolve });
  done.catch(reject);
  const { port } = await promise;
  const stop = async () => {
    stopping.abort();
    await done;
    await ctx.close();
  };
  after(stop);
  started.push(stop);
  return { ...ctx, url: `http://127.0.0.1:${port}`, stop };
}

/** Stops the PostgreSQL that the tests of a file share. Call it once at the top of a file that uses PostgreSQL. */
export function sharedDatabases(): void {
  after(stopDatabases);
}
