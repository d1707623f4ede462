import { existsSync, globSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../packages/service/test/world/postgres.ts';
import { start } from './world/processes.ts';

/**
 * `node test/run.ts [--fast|--all] [--package NAME] [FILE…]`: runs the tests, one process more at once than there are cores (or `TEST_PROCESSES`),
 * all on one PostgreSQL. The unit tests of a room share a process; any other file has its own. `--fast` leaves out the slow
 * folders, only `--all` runs what takes minutes and rarely breaks (folders called `all`), `--package` takes the tests of one
 * package. `npm test` checks types, lint and laws before.
 *
 * A process that does not end within its limit is killed, with everything that it started, and counts as failed.
 */
const root = join(import.meta.dirname, '..');
const { values, positionals: named } = parseArgs({
  options: {
    fast: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    package: { type: 'string' },
  },
  allowPositionals: true,
});
/** The folder that tests are taken from. */
const place = values.package === undefined ? 'packages/' : `packages/${values.package}/`;

/** Tests of a package beside its code are fast; of those in `test/` the folders named here are. */
const fast_folders = ['packages/service/test', 'packages/service/test/http', 'packages/service/test/mcp'];
/** Every other folder of tests, so that none is forgotten; `npm run check` runs the laws. */
const slow_folders = [...new Set(globSync('packages/*/test/**/*.test.ts', { cwd: root }).map((file) => dirname(file)))]
  .filter(
    (folder) => !fast_folders.includes(folder) && !folder.includes('/laws') && (values.all || !folder.endsWith('/all')),
  )
  .sort();
/** Limits of one test, and of one process, in milliseconds. */
const TEST_LIMIT_MS = 120_000;
const PROCESS_LIMIT_MS = 180_000;
/** How long a process has to end what it started, in milliseconds, before it is killed. */
const GRACE_MS = 3_000;

/** One more than there are cores, because a test often waits for a clock, a disk or another process. */
const processes = Number(process.env.TEST_PROCESSES ?? availableParallelism() + 1);
/** Test files that run in one process. */
type Unit = { name: string; files: string[] };
const alone = (file: string): Unit => ({ name: file, files: [file] });
const within = (pattern: string) => globSync(pattern, { cwd: root }).sort();

function units(): Unit[] {
  if (named.length) return named.map((file) => alone(relative(root, file)));
  // The tests beside the code of a package, or of a room of the service, share a process.
  const rooms = Map.groupBy(within('packages/*/{src/**/,}*.test.ts'), (file) =>
    file.startsWith('packages/service/')
      ? file.split('/').slice(0, 4).join('/')
      : file.split('/').slice(0, 2).join('/'),
  );
  const folders = [...fast_folders, ...(values.fast ? [] : slow_folders)];
  // A package that is tested alone brings its laws.
  if (values.package !== undefined) folders.push(`${place}test/laws`);
  const others = folders.flatMap((folder) => within(`${folder}/*.test.ts`));
  return [...[...rooms].map(([name, files]) => ({ name, files })), ...others.map(alone)].filter(
    ({ files: [first = ''] }) => first.startsWith(place),
  );
}

const server =
  process.env.TEST_DATABASE_URL || !'packages/service/'.startsWith(place)
    ? undefined
    : await startPostgres({ fast: true });
const audits = join(root, '../shared/audits');
const env = {
  // Halves the processor time of starting a process of the service.
  NODE_COMPILE_CACHE: join(tmpdir(), 'readymark-compile-cache'),
  ...(process.env as Record<string, string>),
  ...(server && { TEST_DATABASE_URL: server.url }),
  ...(existsSync(audits) && { READYMARK_AUDITS: audits }),
};

type Result = {
  name: string;
  seconds: number;
  passed: number;
  failures: number;
  skipped: number;
  failed: boolean;
};

async function runUnit({ name, files }: Unit): Promise<Result> {
  const began = performance.now();
  const together = files.length > 1 ? ['--test', '--test-isolation=none'] : [];
  const args = [...together, `--test-timeout=${TEST_LIMIT_MS}`, '--test-reporter=spec', ...files];
  const child = start(process.execPath, args, { env, cwd: root, group: true });
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    child.signal('SIGTERM');
  }, PROCESS_LIMIT_MS);
  const end = setTimeout(() => child.signal('SIGKILL'), PROCESS_LIMIT_MS + GRACE_MS);
  const { code } = await child.exit;
  clearTimeout(limit);
  clearTimeout(end);
  const counted = (what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(child.out())?.[1] ?? 0);
  const result = {
    name,
    seconds: (performance.now() - began) / 1_000,
    passed: counted('pass'),
    failures: counted('fail') + counted('cancelled'),
    skipped: counted('skipped'),
    failed: late || code !== 0,
  };
  const { seconds, passed, failed } = result;
  if (failed) console.log(child.out() + child.err());
  console.log(`${failed ? '✖' : '✔'} ${name}: ${passed} passed, ${seconds.toFixed(1)} s`);
  if (late) console.log(`  ${name} did not end within ${PROCESS_LIMIT_MS / 1_000} seconds and was killed.`);
  return result;
}

const began = performance.now();
const waiting = units();
const results: Result[] = [];
const worker = async () => {
  for (let unit = waiting.shift(); unit; unit = waiting.shift()) results.push(await runUnit(unit));
};
await Promise.all(Array.from({ length: processes }, worker));
await server?.stop();

const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
const slowest = [...results].sort((a, b) => b.seconds - a.seconds).slice(0, 5);
console.log(`\nSlowest: ${slowest.map(({ name, seconds }) => `${name} ${seconds.toFixed(1)} s`).join(', ')}`);
console.log(`In ${((performance.now() - began) / 1_000).toFixed(0)} s:`);
console.log(
  `${sum(({ passed }) => passed)} passed, ${sum(({ failures }) => failures)} failed, ${sum(({ skipped }) => skipped)} skipped`,
);
const failed = results.filter((result) => result.failed);
if (failed.length || !results.length) {
  console.log(`Failed: ${failed.map(({ name }) => name).join(', ') || 'no test file was found'}`);
  process.exitCode = 1;
}
