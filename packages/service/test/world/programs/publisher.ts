import { createInterface } from 'node:readline';
import { openContext } from '../../../src/main.ts';
import { readSettings } from '../../../src/settings.ts';
import { migrate } from '../../../src/store/upkeep/migrate.ts';
import { syntheticAudit } from '../measure/synthetic-audits.ts';
import { commit } from '../operator.ts';

/** What to publish: the audits themselves, or numbers of synthetic ones to make. */
export type Order = {
  audits?: readonly unknown[];
  synthetic?: { from: number; to: number; round: number };
  replace?: boolean;
  keep_examples?: boolean;
};

/** Reads orders from standard input, one JSON document a line, and prints a line when each is committed or refused. */
const ctx = openContext(readSettings());
await migrate(ctx.store);
process.stdout.write('ready\n');
let number = 0;
for await (const line of createInterface({ input: process.stdin })) {
  number += 1;
  const { audits = [], synthetic, ...more } = JSON.parse(line) as Order;
  const made = synthetic
    ? Array.from({ length: synthetic.to - synthetic.from }, (_, at) =>
        syntheticAudit(synthetic.from + at, synthetic.round),
      )
    : audits;
  const result = await commit(ctx, made, more).then(
    () => 'done',
    (error) => `publishing failed: ${error}`,
  );
  process.stdout.write(`order ${number}: ${result}\n`);
}
process.exit();
