import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { startPostgres } from './world/postgres.ts';
import { start } from './world/processes.ts';

/**
 * `node test/run.ts [--fast] [FILE…]`: runs the test files, each in a process of its own, as many at once as there are
 * cores, all on one PostgreSQL. `--fast` leaves out the slow folders. `npm test` checks types, lint and laws before.
 *
 * A file that does not end within its limit is killed, with everything that it started, and counts as failed.
 */
const root = join(import.meta.dirname, '..');
const folders = { fast: ['src/**', 'test', 'test/mcp'], slow: ['test/conformance', 'test/slow'] };
/** Limits of one test, and of one file, in milliseconds. */
const TEST_LIMIT_MS = 120_000;
const FILE_LIMIT_MS = 180_000;
/** How long a file has to end what it started, in milliseconds, before it is killed. */
const GRACE_MS = 3_000;

const fast = process.argv.includes('--fast');
const named = process.argv.slice(2).filter((argument) => argument !== '--fast');
const files = named.length
  ? named.map((file) => relative(root, file))
  : [...folders.fast, ...(fast ? [] : folders.slow)].flatMap((folder) =>
      globSync(`${folder}/*.test.ts`, { cwd: root }).sort(),
    );

const server = process.env.TEST_DATABASE_URL ? undefined : await startPostgres({ fast: true });
const audits = join(root, '../shared/audits');
const env = {
  ...(process.env as Record<string, string>),
  ...(server && { TEST_DATABASE_URL: server.url }),
  ...(existsSync(audits) && { READYMARK_AUDITS: audits }),
};

type Result = { file: string; seconds: number; tests: number; skipped: number; failed: boolean };

async function runFile(file: string): Promise<Result> {
  const began = performance.now();
  const args = [`--test-timeout=${TEST_LIMIT_MS}`, '--test-reporter=spec', file];
  const child = start(process.execPath, args, { env, cwd: root, group: true });
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    child.signal('SIGTERM');
  }, FILE_LIMIT_MS);
  const end = setTimeout(() => child.signal('SIGKILL'), FILE_LIMIT_MS + GRACE_MS);
  const { code } = await child.exit;
  clearTimeout(limit);
  clearTimeout(end);
  const counted = (what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(child.out())?.[1] ?? 0);
  const result = {
    file,
    seconds: (performance.now() - began) / 1_000,
    tests: counted('tests'),
    skipped: counted('skipped'),
    failed: late || code !== 0,
  };
  const { seconds, tests, failed } = result;
  if (failed) console.log(child.out() + child.err());
  console.log(`${failed ? '✖' : '✔'} ${file}: ${tests} tests, ${seconds.toFixed(1)} s`);
  if (late) console.log(`  ${file} did not end within ${FILE_LIMIT_MS / 1_000} seconds and was killed.`);
  return result;
}

const began = performance.now();
const waiting = [...files];
const results: Result[] = [];
const worker = async () => {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) results.push(await runFile(file));
};
await Promise.all(Array.from({ length: availableParallelism() }, worker));
await server?.stop();

const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
const slowest = [...results].sort((a, b) => b.seconds - a.seconds).slice(0, 5);
console.log(`\nSlowest: ${slowest.map(({ file, seconds }) => `${file} ${seconds.toFixed(1)} s`).join(', ')}`);
console.log(
  `${results.length} files, ${sum(({ tests }) => tests)} tests, ${sum(({ skipped }) => skipped)} skipped, in ${((performance.now() - began) / 1_000).toFixed(0)} s`,
);
const failed = results.filter((result) => result.failed);
if (failed.length || !results.length) {
  console.log(`Failed: ${failed.map(({ file }) => file).join(', ') || 'no test file was found'}`);
  process.exitCode = 1;
}
