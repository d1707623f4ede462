import { run } from '../../../test/world/processes.ts';
import { live } from './simulation/life.ts';

/**
 * `npm run simulate [SEED] [YEARS]`: simulated years of the service in one process (decision 171), in lives with the seeds SEED,
 * SEED + 1 and so on. Ends at the first broken invariant, and prints how to see it again. Without YEARS it is one life.
 */
/** So short that each is repeated in seconds. */
const LIFE_YEARS = 0.08;
const first = Number(process.argv[2] ?? Date.now() % 1_000_000);
const years = Number(process.argv[3] ?? LIFE_YEARS);
const began = performance.now();
for (let seed = first, lived = 0; lived < years; seed += 1) {
  const ended = await live(seed, LIFE_YEARS);
  lived += LIFE_YEARS;
  const minutes = (performance.now() - began) / 60_000;
  console.log(
    `seed ${seed}: ${ended.steps} steps, trace ${ended.trace.slice(0, 16)}; ${lived.toFixed(2)} years, ${(lived / minutes).toFixed(1)} a minute`,
  );
  if (!ended.broken.length) continue;
  const commit = (await run('git', ['rev-parse', 'HEAD'])).out.trim();
  console.error(ended.broken.slice(0, 20).join('\n'));
  console.error(`broken in step ${ended.steps} at commit ${commit}; see it again: npm run simulate ${seed}`);
  process.exit(1);
}
