import { existsSync, globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import chromium from '@sparticuz/chromium';
import { dropDatabasesOf, startPostgres } from '../packages/service/test/world/postgres.ts';
import { root } from './laws/project.ts';
import { changedFiles, touchedBy } from './run/changed.ts';
import { memoryFolder } from './run/memory-folder.ts';
import { environment, timed } from './run/timed.ts';

/**
 * `node test/run.ts [--fast | --all] [--changed] [--package NAME] [FILE…]`: runs the tests, two processes more at once than
 * there are cores (or `TEST_PROCESSES`), all on one PostgreSQL.
 *
 * Tests of the whole service run in their short form, on one database and in one look of a page, unless `--all`, `--changed`
 * or their names ask for more. `--fast` leaves them out; `--all` adds the slow ones. `--changed` runs those that a change since
 * main may break, and `--package` those of one package with its laws. `npm run check` runs the laws.
 *
 * A process that does not end within its limit is killed, with everything that it started, and counts as failed.
 */
const { values: wish, positionals: named } = parseArgs({
  allowPositionals: true,
  options: {
    fast: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    changed: { type: 'boolean', default: false },
    package: { type: 'string' },
  },
});

/** Where the tests are. A file is of the first kind that names it. */
const kinds = {
  /** Run by `npm run check`. */
  laws: ['test/laws/*.test.ts', 'packages/*/test/laws/*.test.ts'],
  /** Beside the code; those of a room share a process. */
  units: ['packages/*/{src/**/,}*.test.ts'],
  contract: ['packages/service/test/spec.test.ts'],
  tools: ['packages/service/test/mcp/*.test.ts'],
  /** What takes long and rarely breaks (decision 230), each with what it costs or what else would notice. */
  slow: [
    // Kills, crowds and real deployments: minutes each.
    'packages/service/test/{crash,deploy,slow}/*.test.ts',
    // Sites that wear out memory, and previews of all copies of sites.
    'packages/auditor/test/{heavy-site,preview}.test.ts',
    // A copy of the checkout is compiled for each feature, and once for all recipes.
    'packages/service/test/{features,recipes}.test.ts',
    // Simulated years.
    'packages/service/test/simulation/lives.test.ts',
    // A whole audit from the command line to the board; its steps are tested one by one.
    'packages/service/test/auditing/walk.test.ts',
    'packages/service/test/previews/walk.test.ts',
    // A day at the desk, a reply from its first word to its end, pages in all sizes: other tests in browsers see each page once.
    'packages/service/test/browser/{check-score,company-length,company-pages,desk-life,reply-life}.test.ts',
    // A process for every command, and the launcher from everywhere; `npm start` of the README begins with it.
    'packages/service/test/cli/{given-files,loading,places,start,terminal}.test.ts',
    'packages/service/test/public-log/replies/commands.test.ts',
    // Judges and clients of others: they change with their versions, and test/mcp asks for the same on each change.
    'packages/service/test/conformance/*.test.ts',
    'packages/service/test/clients/official-sdk.test.ts',
    // The monitor as a command: what it checks is tested beside the code.
    'packages/service/test/public-log/monitor/monitor.test.ts',
    // Stores of others that are down, and what moves to them: places.test.ts reads and writes in each.
    'packages/service/test/blobs/{moving,store-down}.test.ts',
    'packages/service/test/auditing/evidence-store.test.ts',
    // Several nodes as processes; nodes in one process are tested beside it.
    'packages/service/test/companies/nodes.test.ts',
    'packages/service/test/public-log/kills.test.ts',
    // Writers and edges on a store, each with its pages; stores, hostile ones and kills are tested beside it.
    'packages/service/test/board/board.test.ts',
    // Hundreds of companies: what they offer kept over starts, and an index of megabytes.
    'packages/service/test/needs-kept.test.ts',
    'packages/service/test/http/large-index.test.ts',
    // Texts of every kind of character through every door.
    'packages/service/test/http/odd-text.test.ts',
    // A folder, a restore or a page of the documentation by its commands; what they call is tested beside the code.
    'packages/service/test/public-log/verify/{checking-page,folder,hostile,score}.test.ts',
    'packages/service/test/public-log/restoring/three-commands.test.ts',
  ],
  /** Run by name alone (`npm run test:benches`): they measure for minutes. */
  benches: ['packages/service/test/bench/all/*.test.ts'],
  usual: ['packages/*/test/**/*.test.ts'],
};
/**
 * Files that share processes, many of them each: to load the service takes two seconds of processor time, which is more than
 * most of them take. A file is of the first pool that names it; those in browsers are together, and load what drives one.
 * The slow ones have processes of their own.
 */
const pools: Readonly<Record<string, { files: RegExp; together: number }>> = {
  'service, in a browser': { files: /^packages\/service\/test\/browser\//, together: 4 },
  service: { files: /^packages\/service\/test\/(?!spec\.test|bench\/)/, together: 20 },
  auditor: { files: /^packages\/auditor\/test\//, together: 8 },
};

/** How many times slower than usual a process starts: a machine may be slow, or have other work. */
const USUAL_START_MS = 60;
const started = await timed([process.execPath, '--eval', ''], environment, 60_000);
const slowness = Math.min(6, Math.max(1, (started.seconds * 1_000) / USUAL_START_MS));
/** Limit of one test, and of a process for each of its files, in milliseconds. */
const TEST_LIMIT_MS = Math.round(120_000 * slowness);
const FILE_LIMIT_MS = Math.round(300_000 * slowness);

/** Two more than there are cores, because a test often waits for a clock, a disk or another process. */
const processes = Number(process.env.TEST_PROCESSES ?? availableParallelism() + 2);

/** Test files that run in one process. `short`: each on one database, and in one look of a page. */
type Unit = { name: string; files: string[]; short: boolean };

/** The tests to run, and which of them run in their short form or are slow. */
async function chosenFiles(): Promise<Record<'chosen' | 'shortened' | 'slow', string[]>> {
  if (named.length) return { chosen: named.map((file) => relative(root, file)), shortened: [], slow: [] };
  const seen = new Set<string>();
  const ofKind = (patterns: readonly string[]) => globSync(patterns, { cwd: root }).filter((file) => !seen.has(file));
  const files: Partial<Record<keyof typeof kinds, string[]>> = {};
  for (const [kind, patterns] of Object.entries(kinds)) {
    const found = ofKind(patterns).sort();
    for (const file of found) seen.add(file);
    files[kind as keyof typeof kinds] = found;
  }
  const { laws = [], units = [], contract = [], tools = [], usual = [], slow = [] } = files;
  const all = [
    ...(wish.package ? laws : []),
    ...units,
    ...contract,
    ...tools,
    ...(wish.fast ? [] : usual),
    ...(wish.all ? slow : []),
  ];
  const touched = wish.changed ? touchedBy(await changedFiles()) : undefined;
  const place = wish.package ? `packages/${wish.package}/` : '';
  return {
    chosen: all.filter((file) => (!touched || touched.has(file)) && file.startsWith(place)),
    shortened: wish.all || wish.changed ? [] : [...tools, ...usual],
    slow,
  };
}

function unitsOf(files: readonly string[], shortened: ReadonlySet<string>, slow: ReadonlySet<string>): Unit[] {
  const unitOf = (name: string, files: string[]): Unit => ({
    name,
    files,
    short: files.every((file) => shortened.has(file)),
  });
  const roomOf = (file: string) =>
    /^(packages\/service\/src\/[^/]+|packages\/\w+(?!\/test\/)(?=\/))/.exec(file)?.[0] ?? file;
  const poolOf = (file: string) =>
    named.length || slow.has(file) ? undefined : Object.keys(pools).find((pool) => pools[pool]?.files.test(file));
  const pooled = Map.groupBy(files, (file) => poolOf(file) && `${poolOf(file)}${shortened.has(file) ? '' : ', whole'}`);
  const units = [...pooled].flatMap(([pool, files]) => {
    if (!pool)
      return [...Map.groupBy(files, named.length ? (file) => file : roomOf)].map(([name, files]) =>
        unitOf(name, files),
      );
    const parts = Math.ceil(files.length / (pools[poolOf(files[0] ?? '') ?? '']?.together ?? 1));
    // Neighbours are dealt to different processes: they resemble each other, also in how long they take.
    return Array.from({ length: parts }, (_, part) =>
      unitOf(
        `${pool} ${part + 1}/${parts}`,
        files.filter((_, at) => at % parts === part),
      ),
    );
  });
  // What takes long is not begun last, when other processors have nothing left: pages in browsers, then many files together.
  const weight = ({ name, files }: Unit) => files.length * (name.includes('browser') ? 10 : 1);
  return units.toSorted((a, b) => weight(b) - weight(a));
}

// Unpacked once for all runs, and on the disk.
const browser = process.env.CHROME_PATH ?? (await chromium.executablePath());
// Whole tests are on the disk, as the service is. The PostgreSQL of this process is where its temporary files are.
const memory = wish.all || named.length ? undefined : await memoryFolder();
if (memory) process.env.TMPDIR = memory;
const server =
  process.env.TEST_DATABASE_URL || (wish.package && wish.package !== 'service')
    ? undefined
    : await startPostgres({ fast: true });
const database_url = server?.url ?? process.env.TEST_DATABASE_URL;
const audits = join(root, '../shared/audits');
const env = {
  ...environment,
  TEST_SLOWNESS: String(slowness),
  CHROME_PATH: browser,
  ...(memory && { TMPDIR: memory }),
  ...(database_url && { TEST_DATABASE_URL: database_url }),
  ...(existsSync(audits) && { READYMARK_AUDITS: audits }),
};

type Result = {
  name: string;
  seconds: number;
  processor_seconds: number;
  passed: number;
  failures: number;
  /** Why each of the skipped tests was. */
  skipped: string[];
  failed: boolean;
};

let units_run = 0;
/**
 * The database of a short run: PostgreSQL for every third process, and for others on the next days (or by `TEST_TURN`), so that in three
 * days all files ask both. A database of its own takes a fifth of the processor time of a test there.
 */
const TURNS = 3;
const turn = Number(process.env.TEST_TURN ?? Math.floor(Date.now() / 86_400_000)) % TURNS;
const engineOf = (unit: number) => ((unit + turn) % TURNS === 0 ? 'postgres' : 'sqlite');

async function runUnit({ name, files, short }: Unit): Promise<Result> {
  const together = files.length > 1 ? ['--test', '--test-isolation=none'] : [];
  const args = [...together, `--test-timeout=${TEST_LIMIT_MS}`, '--test-reporter=spec', ...files];
  // One file alone may kill a process at each of its steps.
  const limit_ms = FILE_LIMIT_MS * Math.max(2, files.length);
  const databases = `${process.pid}_${++units_run}`;
  const engine = short ? engineOf(units_run) : undefined;
  const { code, out, seconds, processor_seconds } = await timed(
    [process.execPath, ...args],
    { ...env, TEST_DATABASES: databases, ...(engine && { TEST_SHORT: engine }) },
    limit_ms,
  );
  if (database_url) await dropDatabasesOf(database_url, databases);
  const counted = (what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(out)?.[1] ?? 0);
  const passed = counted('pass');
  if (code !== 0) console.log(out);
  const took = `${seconds.toFixed(1)} s, ${processor_seconds.toFixed(1)} s of processor time`;
  console.log(`${code === 0 ? '✔' : '✖'} ${name}: ${passed} passed, ${took}`);
  if (seconds * 1_000 >= limit_ms) console.log(`  It did not end within ${limit_ms / 1_000} seconds and was killed.`);
  return {
    name,
    seconds,
    processor_seconds,
    passed,
    failures: counted('fail') + counted('cancelled'),
    skipped: Array.from(out.matchAll(/^\s*﹣ .*\([\d.]+ms\)(?: # (.*))?$/gm), ([, why]) => why ?? 'no reason is given'),
    failed: code !== 0,
  };
}

const began = performance.now();
const { chosen, shortened, slow } = await chosenFiles();
const waiting = unitsOf(chosen, new Set(shortened), new Set(slow));
const results: Result[] = [];
const worker = async () => {
  for (let unit = waiting.shift(); unit; unit = waiting.shift()) results.push(await runUnit(unit));
};
await Promise.all(Array.from({ length: processes }, worker));
await server?.stop();

const sum = (of: (result: Result) => number) => results.reduce((total, result) => total + of(result), 0);
const most = results.toSorted((a, b) => b.processor_seconds - a.processor_seconds).slice(0, 10);
const list = most.map(({ name, processor_seconds }) => `${name} ${processor_seconds.toFixed(1)} s`);
console.log(`\nMost processor time: ${list.join(', ')}`);
const all_seconds = ((performance.now() - began) / 1_000).toFixed(0);
console.log(`In ${all_seconds} s, with ${sum((of) => of.processor_seconds).toFixed(0)} s of processor time:`);
const skipped = Map.groupBy(
  results.flatMap((result) => result.skipped),
  (why) => why,
);
const reasons = [...skipped].map(([why, tests]) => `${tests.length}: ${why}`).join('; ');
console.log(
  `${sum(({ passed }) => passed)} passed, ${sum(({ failures }) => failures)} failed, ${sum((of) => of.skipped.length)} skipped${reasons && ` (${reasons})`}`,
);
console.log(`Short tests took their engines by TEST_TURN=${turn}.`);
const failed = results.filter((result) => result.failed);
if (failed.length || (!results.length && !wish.changed)) {
  console.log(`Failed: ${failed.map(({ name }) => name).join(', ') || 'no test file was found'}`);
  process.exitCode = 1;
}
