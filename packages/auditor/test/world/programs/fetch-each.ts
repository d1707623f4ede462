import { connect } from 'node:net';
import { timeLimit } from '../../../../../test/world/wait.ts';
import { defaultBounds } from '../../../src/collect/guard/exchange/bounds.ts';
import { openFetch } from '../../../src/collect/guard/fetcher.ts';
import type { FetchCase, FetchReport } from '../network/fetch-case.ts';

/** Carries out the cases of its first argument, several at a time, and prints a report as JSON. */
const cases: FetchCase[] = JSON.parse(process.argv[2] ?? '[]');
const LANES = 6;

const crashes: string[] = [];
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => crashes.push(String(error instanceof Error ? error.stack : error)));

const done: FetchReport['done'] = {};

/** Limits of an exchange, which are those of a quiet machine. Pauses, and the time of a whole audit, stay as they are. */
const exchange_limits = ['connect_ms', 'headers_ms', 'idle_ms', 'request_ms'];
const boundsOf = (given: FetchCase['bounds'] = {}) =>
  Object.fromEntries(
    Object.entries({ ...defaultBounds, ...given }).map(([name, limit]) => [
      name,
      exchange_limits.includes(name) ? timeLimit(limit) : limit,
    ]),
  );

async function carryOut({ name, orders, bounds, interval_ms = 0, together }: FetchCase) {
  const fetcher = openFetch({
    base_url: 'https://readymark.example',
    now: () => new Date(),
    interval_ms,
    bounds: boundsOf(bounds),
  });
  const begun = performance.now();
  const one = async (order: FetchCase['orders'][number]) => {
    const started = performance.now();
    const { item, body } = await fetcher.fetch({ role: 'probe', ...order });
    return {
      item,
      head: body && Buffer.from(body.subarray(0, 200)).toString('latin1'),
      ms: performance.now() - started,
    };
  };
  const results = [];
  if (together) results.push(...(await Promise.all(orders.map(one))));
  else for (const order of orders) results.push(await one(order));
  done[name] = { results, requests: fetcher.requests(), hosts: fetcher.hosts(), ms: performance.now() - begun };
  await fetcher.close();
}

const queue = [...cases];
await Promise.all(
  Array.from({ length: LANES }, async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await carryOut(next);
  }),
);

// Shows that the listeners on private addresses would tell: this connection does not go through the guard.
await new Promise((resolve) => connect({ host: '10.0.0.7', port: 9 }).once('error', resolve).once('close', resolve));
const peak_mb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ done, crashes, peak_mb } satisfies FetchReport));
