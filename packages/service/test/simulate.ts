import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { run } from '../../../test/world/processes.ts';
import { type Ended, live } from './simulation/life.ts';

/**
 * `npm run simulate [SEED] [YEARS] [--postgresql]`: simulated years of the service (decision 171), in lives with the seeds SEED, SEED + 1 and so on,
 * one on each processor at a time. Ends at the first broken invariant, and prints how to see it again. Without YEARS it is one life. On
 * PostgreSQL one life after another, and a seed does not determine it.
 */
/** So short that each is repeated in seconds. */
const LIFE_YEARS = 0.08;

const engine = process.argv.includes('--postgresql') ? 'postgres' : 'sqlite';
const [seed = Date.now() % 1_000_000, years = 0] = process.argv.slice(2).filter((one) => !one.startsWith('--'));

if (isMainThread) await simulate(Number(seed), Number(years));
else parentPort?.on('message', async (seed: number) => parentPort?.postMessage(await live(seed, LIFE_YEARS, engine)));

async function simulate(first: number, years: number): Promise<void> {
  const lives = Math.max(1, Math.round(years / LIFE_YEARS));
  const began = performance.now();
  let begun = 0;
  let lived = 0;
  async function liveInTurn(): Promise<void> {
    const thread = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
    while (begun < lives) {
      thread.postMessage(first + begun++);
      const [ended] = (await once(thread, 'message')) as [Ended];
      lived += LIFE_YEARS;
      const pace = lived / ((performance.now() - began) / 60_000);
      const { seed, steps, trace } = ended;
      console.log(
        `seed ${seed}: ${steps} steps, trace ${trace.slice(0, 16)}; ${lived.toFixed(2)} years, ${pace.toFixed(1)} a minute`,
      );
      if (ended.broken.length) await report(ended);
    }
    await thread.terminate();
  }
  await Promise.all(
    Array.from({ length: engine === 'postgres' ? 1 : Math.min(lives, availableParallelism()) }, liveInTurn),
  );
}

async function report({ seed, steps, broken }: Ended): Promise<never> {
  const commit = (await run('git', ['rev-parse', 'HEAD'])).out.trim();
  console.error(broken.slice(0, 20).join('\n'));
  console.error(`broken in step ${steps} at commit ${commit}; see it again: npm run simulate ${seed}`);
  process.exit(1);
}
