import assert from 'node:assert/strict';
import { join } from 'node:path';
import { run } from '../../../../test/world/processes.ts';

/** How a bench, or a part of it, is run in little time: in the suite, or only by `npm run test:benches`. */
type ShortForm = {
  args: readonly string[];
  /** What it prints when it has measured. */
  prints: RegExp;
  /** Left out of the suite: it takes more than some seconds, or needs what a machine may lack. */
  slow?: true;
};

/** By the name of the bench, and what follows it. */
export const shortForms: Readonly<Record<string, ShortForm>> = {
  agents: { args: ['1', '0.2', '3000'], prints: /^\| GET \/api\/watch-stats \| 3,000 \| \d/m, slow: true },
  audit: { args: ['20', '1'], prints: /^(\| read p99|Skipped: )/m, slow: true },
  board: { args: ['60'], prints: /^│ 60 +│ \d/m, slow: true },
  dataset: { args: ['50'], prints: /^\| all files, MB \| 0\.\d/m },
  desk: { args: ['1000', '3'], prints: /^\| due, first page \| \d/m },
  'fast-path': { args: ['1', '0.2'], prints: /^\| unknown slug \| \d/m, slow: true },
  growth: { args: ['100', '100', '2'], prints: /^Full scans in the plans: /m, slow: true },
  hold: { args: ['--quick', 'records'], prints: /^\| records for “identity”, hot to random \| \d/m, slow: true },
  load: { args: ['2', '50', '20', '1'], prints: /^Failures \(5xx or none\): 0$/m, slow: true },
  needs: { args: ['50'], prints: /^\| after a publication, ms \| \d/m, slow: true },
  notices: { args: ['200', '1'], prints: /^notices written +200 in/m },
  pages: { args: ['1', '0.2', '/'], prints: /^\|.* \/ \| 1440 dark \| \d/m, slow: true },
  partitions: { args: ['20000', '10000', '2'], prints: /^\| after its end \| \d/m, slow: true },
  previews: { args: ['1'], prints: /^(\| read p99|Skipped: )/m, slow: true },
  'public-log': { args: ['100', '20', 'sqlite'], prints: /^\| proof\.json, p50, ms \| \d/m, slow: true },
  publish: { args: ['log', '3'], prints: /^\| postgres \| \d/m, slow: true },
  'publish postgres': { args: ['postgres', '50'], prints: /^\| failed reads \| 0/m, slow: true },
  reads: { args: ['1', '0.2', '50'], prints: /^\| unknown slug, .* \| \d/m, slow: true },
  soak: { args: ['4', '50', '20'], prints: /^Calls: \d+; failures \(5xx or none\): 0$/m, slow: true },
  tokens: { args: ['100', '--json'], prints: /"failures": \[\]/ },
};

/** Runs a bench in its short form. @returns what it printed; its times mean nothing */
export async function shortForm(name: string, { args, prints }: ShortForm): Promise<string> {
  const { TEST_DATABASE_URL } = process.env;
  const file = join(import.meta.dirname, `../../../../bench/${name.split(' ')[0]}.ts`);
  const env = { LOG_LEVEL: 'error', ...(TEST_DATABASE_URL && { TEST_DATABASE_URL }) };
  const { code, out, err } = await run(process.execPath, [file, ...args], { env, group: true });
  assert.equal(code, 0, `${out}\n${err}`);
  assert.match(out, prints);
  return out;
}
