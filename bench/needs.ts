import { existsSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../packages/service/test/world/measure/median.ts';
import { readAtPace } from './drive/paced.ts';
import { atEachSize, type Filled, type Found, runsIn, startStored } from './drive/stored.ts';

/**
 * What `need` of `list_audits` costs (decision 192): the first caller of all, the first after a start that goes on from what a run has
 * left, the next ones, the first after a publication, memory, and the reads of others in the meantime.
 *
 * `npm run bench needs [COMPANIES…]` (10000 100000); `npm run bench needs in FOLDER [COMPANIES…]` with databases that are kept in a
 * folder and used again. Audits are synthetic, about 10 KB each.
 */
const [word, second, ...others] = process.argv.slice(2);
const kept = word === 'in' ? second : undefined;
const sizes = (kept === undefined ? process.argv.slice(2) : others).map(Number);
if (!sizes.length) sizes.push(10_000, 100_000);
const PER_SECOND = 500;
const LATER = 20;
/** Words of the synthetic audits, and some that nobody has. */
const NEEDS = ['bra zucle invoice', 'plavumu dritriste with an API', 'fogu jehaki for a small town', 'nobody has this'];

await atEachSize({ sizes, kept, reads: `${PER_SECOND} records a second` }, measure);

async function measure({ companies, folder, database_url, publisher, fill }: Filled): Promise<Found> {
  let service: Awaited<ReturnType<typeof startStored>> | undefined;
  try {
    await fill();
    // A run that begins with nothing reads the audits by itself, and leaves what they offer for the next start.
    service = await startStored({ folder, database_url });
    const pace = { url: service.url, companies, per_second: PER_SECOND };
    const idle = await readAtPace({ ...pace, seconds: 4 });
    const unread = { processor: service.processor(), at: performance.now() };
    const [beside, never] = await Promise.all([readAtPace({ ...pace, seconds: 12 }), need(service.url, 0)]);
    const read = { seconds: never / 1000, processor: service.processor() - unread.processor };
    const offers = join(folder, 'board/offers');
    while (!existsSync(offers)) await wait(100);
    await service.stop();
    console.error(`${companies} companies: all are read`);
    service = await startStored({ folder, database_url });
    const { url, memory, processor, seconds } = service;
    const before = { memory: memory(), processor: processor() };
    const first = Math.max(...(await Promise.all([need(url, 0), need(url, 1)])));
    const after = { memory: memory(), processor: processor() - before.processor };
    const reading = readAtPace({ ...pace, url, seconds: 6 });
    const [begun, later]: [number, number[]] = [processor(), []];
    for (let turn = 0; turn < LATER; turn++) later.push(await need(url, turn));
    const each = (processor() - begun) / LATER;
    const beside_needs = await reading;
    await publisher.publish({ synthetic: { from: 7, to: 8, round: 9_000 + runsIn(folder) } });
    const published = await need(url, 2);
    console.error(`${companies} companies: done`);
    return {
      'first need where nothing was kept, s': read.seconds,
      'processor time until then, with the reads of others, s': read.processor,
      'read p99, idle, ms': idle.p99_ms,
      'read p99 beside the reading of all audits, ms': beside.p99_ms,
      'longest read beside it, ms': beside.max_ms,
      'next start, s': seconds,
      'first need after it, s': first / 1000,
      'processor time of it, s': after.processor,
      'memory before, MB': before.memory,
      'memory after it, MB': after.memory,
      'file that is kept, MB': statSync(offers).size / 1e6,
      'later needs, ms, median': median(later),
      'processor time of each, with the reads of others, ms': each * 1000,
      'read p99 beside later needs, ms': beside_needs.p99_ms,
      'first need after a publication, ms': published,
    };
  } finally {
    await service?.stop();
  }
}

/** Asks one need, again where that was said. @returns how long it took to be answered, in milliseconds */
async function need(url: string, turn: number, began = performance.now()): Promise<number> {
  const address = `${url}/api/audits?need=${encodeURIComponent(`${NEEDS[turn % NEEDS.length]} ${turn}`)}`;
  const status = await new Promise<number>((done, failed) => {
    get(address, { agent: false }, (reply) => {
      reply.resume().once('end', () => done(reply.statusCode ?? 0));
    }).once('error', failed);
  });
  if (status === 503) {
    await wait(200);
    return need(url, turn, began);
  }
  if (status !== 200) throw new Error(`${status} for ${address}`);
  return performance.now() - began;
}
