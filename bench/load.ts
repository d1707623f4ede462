import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../packages/service/test/world/measure/median.ts';
import { failures, type Mixed, mix } from '../packages/service/test/world/measure/mix.ts';
import { startPostgres } from '../packages/service/test/world/postgres.ts';

/**
 * Two nodes on one PostgreSQL with durable settings, under 90 % public reads, 6 % tool calls, 3 % keyed reads and 1 %
 * writes and publications at a fixed rate: latencies, replies, memory. Driver, nodes and database share the machine.
 * `bench soak` is the same on one node for long.
 *
 * `npm run bench load [SECONDS] [CALLS_PER_SECOND] [COMPANIES] [NODES]`
 */
const [seconds = 60, rate = 500, companies = 1_000, nodes = 2] = process.argv.slice(2).map(Number);
const data_dir = mkdtempSync(join(tmpdir(), 'readymark-load-'));
const server = await startPostgres();
const result = await mix({ database_url: server.url, data_dir, nodes, companies, rate, seconds });
await server.stop();
rmSync(data_dir, { recursive: true, force: true });

console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; ${nodes} nodes, ${companies} companies, ${rate} calls a second for ${seconds} s\n`,
);
console.log('| Calls | Number | a second | p50 ms | p99 ms | p99.9 ms | Replies |\n|---|---|---|---|---|---|---|');
for (const [kind, { calls, statuses, times }] of result.classes) {
  times.sort((a, b) => a - b);
  const at = (part: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN).toFixed(1);
  const answers = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
  console.log(
    `| ${kind} | ${calls} | ${(calls / result.seconds).toFixed(0)} | ${at(0.5)} | ${at(0.99)} | ${at(0.999)} | ${answers} |`,
  );
}
console.log(`\nFailures (5xx or none): ${failures(result)}`);
for (const { node, mib } of result.memory)
  console.log(
    `Memory of node ${node + 1}, MiB, ten moments: ${Array.from({ length: 10 }, (_, at) => (mib[Math.floor((mib.length * at) / 10)] ?? 0).toFixed(0)).join(' ')}`,
  );
console.log(`Growth from the second third to the last: ${growth(result).toFixed(1)} %`);

/**
 * How much the median memory of the last third is above that of the second third, in percent, for the node that grew
 * most.
 */
function growth({ memory }: Mixed): number {
  return Math.max(
    ...memory.map(({ mib }) => {
      const third = Math.floor(mib.length / 3);
      return (median(mib.slice(2 * third)) / median(mib.slice(third, 2 * third)) - 1) * 100;
    }),
  );
}
