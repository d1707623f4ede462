import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { startPostgres } from './world/postgres.ts';

/**
 * Runs every test file: one PostgreSQL for all of them, fast files first, files in parallel where they share nothing.
 *
 * `npm test` checks types, lint and laws before this. Further arguments go to `node --test`.
 */
const slow = /^test\/(slow|conformance)\//;
const files = [...globSync('src/**/*.test.ts'), ...globSync('test/**/*.test.ts')]
  .filter((file) => !/^test\/laws\//.test(file))
  .sort();
const ordered = [...files.filter((file) => !slow.test(file)), ...files.filter((file) => slow.test(file))];

const own = process.env.TEST_DATABASE_URL ? undefined : await startPostgres({ fast: true });
const env = { ...process.env, ...(own ? { TEST_DATABASE_URL: own.url } : {}) };
const args = [
  '--test',
  '--test-timeout=180000',
  `--test-concurrency=${availableParallelism()}`,
  ...process.argv.slice(2),
  ...ordered,
];
const child = spawn(process.execPath, args, { stdio: 'inherit', env });
child.on('exit', async (code, signal) => {
  await own?.stop();
  process.exitCode = signal ? 1 : (code ?? 1);
});
