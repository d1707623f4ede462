import { writeFileSync } from 'node:fs';
import { fingerprint, ledger, questionable, slowness } from './laws/linear-patterns.ts';

/** `npm run patterns`: analyses every regular expression of `src/`, and writes down those that take linear time. */
const linear: string[] = [];
for (const pattern of questionable) {
  const slow = await slowness(pattern);
  if (slow) console.error(slow);
  else linear.push(fingerprint(pattern));
}
writeFileSync(ledger, `${linear.sort().join('\n')}\n`);
console.log(`${linear.length} of ${questionable.length} patterns take linear time.`);
if (linear.length < questionable.length) process.exitCode = 1;
