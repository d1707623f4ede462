import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { failures, mix } from '../packages/service/test/world/measure/mix.ts';
import { databaseOn, startPostgres } from '../packages/service/test/world/postgres.ts';

/**
 * The memory of one node under the mix of `bench load`, publications included, for a long time: what is resident and
 * what of it V8 and buffers have, at the end of ten parts of the run.
 *
 * `npm run bench soak [SECONDS] [CALLS_PER_SECOND] [COMPANIES] [ENGINE]` (600 200 1000 sqlite)
 */
const [seconds = 600, rate = 200, companies = 1_000] = process.argv.slice(2, 5).map(Number);
const engine = process.argv[5] ?? 'sqlite';
const PARTS = 10;
const data_dir = mkdtempSync(join(tmpdir(), 'readymark-soak-'));
const server = engine === 'postgres' ? await startPostgres() : undefined;
try {
  const database_url = server ? await databaseOn(server) : '';
  const result = await mix({ database_url, data_dir, nodes: 1, companies, rate, seconds });
  const { mib = [], heaps = [] } = result.memory[0] ?? {};
  const ends = <T>(list: readonly T[]) =>
    Array.from({ length: PARTS }, (_, part) => list[Math.ceil(((part + 1) * list.length) / PARTS) - 1]);
  const row = (name: string, values: readonly (number | undefined)[]) =>
    console.log(`| ${name} | ${values.map((value) => (value ?? Number.NaN).toFixed(0)).join(' | ')} |`);
  console.log(
    `${engine}, ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]?.toFixed(0)}; ${companies} companies, ${rate} calls a second for ${result.seconds.toFixed(0)} s\n`,
  );
  console.log(`| MiB at the end of a tenth |${' |'.repeat(PARTS)}\n|---|${'---|'.repeat(PARTS)}`);
  row('resident', ends(mib));
  for (const [name, key] of [
    ['heap of V8', 'heapTotal'],
    ['of it used', 'heapUsed'],
    ['outside of the heap', 'external'],
    ['of it array buffers', 'arrayBuffers'],
  ] as const)
    row(
      name,
      ends(heaps).map((one) => one && one[key] / 2 ** 20),
    );
  const [second = Number.NaN, fourth = Number.NaN, last = Number.NaN] = [ends(mib)[1], ends(mib)[3], mib.at(-1)];
  console.log(
    `\nResident, last ÷ second tenth: ${(last / second).toFixed(2)}, ÷ fourth: ${(last / fourth).toFixed(2)}`,
  );
  const calls = [...result.classes.values()].reduce((sum, of) => sum + of.calls, 0);
  console.log(`Calls: ${calls}; failures (5xx or none): ${failures(result)}`);
} finally {
  await server?.stop();
  rmSync(data_dir, { recursive: true, force: true });
}
