import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { fingerprint, ledger, questionable, slowness } from './laws/linear-patterns.ts';

/**
 * `npm run patterns`: analyses the regular expressions of `src/` that are new, and writes down those that take linear time. With
 * `-- --all` those that were analysed before, too.
 */
const { values: wish } = parseArgs({ options: { all: { type: 'boolean', default: false } } });
const known = new Set(wish.all ? [] : readFileSync(ledger, 'utf8').trim().split('\n'));
const linear: string[] = [];
for (const pattern of questionable) {
  const slow = known.has(fingerprint(pattern)) ? undefined : await slowness(pattern);
  if (slow) console.error(slow);
  else linear.push(fingerprint(pattern));
}
writeFileSync(ledger, `${linear.sort().join('\n')}\n`);
console.log(`${linear.length} of ${questionable.length} patterns take linear time.`);
if (linear.length < questionable.length) process.exitCode = 1;
