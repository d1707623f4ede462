import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../packages/service/test/world/measure/median.ts';
import { readAtPace } from './drive/paced.ts';
import { atEachSize, type Filled, type Found, runsIn, startStored } from './drive/stored.ts';

/**
 * What `need` of `list_audits` costs (decision 192): the first caller after a start, the next ones, the first after a publication,
 * memory, and the reads of others in the meantime.
 *
 * `npm run bench needs [COMPANIES…]` (10000 100000); `npm run bench needs in FOLDER [COMPANIES…]` with databases that are kept in a
 * folder and used again. Audits are synthetic, about 10 KB each.
 */
const [first, second, ...others] = process.argv.slice(2);
const kept = first === 'in' ? second : undefined;
const sizes = (kept === undefined ? process.argv.slice(2) : others).map(Number);
if (!sizes.length) sizes.push(10_000, 100_000);
const PER_SECOND = 500;
const LATER = 20;
/** Words of the synthetic audits, and some that nobody has. */
const NEEDS = ['bra zucle invoice', 'plavumu dritriste with an API', 'fogu jehaki for a small town', 'nobody has this'];

await atEachSize({ sizes, kept, reads: `${PER_SECOND} records a second` }, measure);

async function measure({ companies, folder, publisher, fill }: Filled): Promise<Found> {
  let service: Awaited<ReturnType<typeof startStored>> | undefined;
  try {
    await fill();
    // What is measured starts from what a run has left, as in operation.
    service = await startStored(folder);
    await service.stop();
    service = await startStored(folder);
    const { url, memory, processor, seconds } = service;
    const pace = { url, companies, per_second: PER_SECOND };
    const idle = await readAtPace({ ...pace, seconds: 6 });
    const before = { memory: memory(), processor: processor() };
    const reading = readAtPace({ ...pace, seconds: 12 });
    const [one, two] = await Promise.all([need(url, 0), need(url, 1)]);
    const read = await reading;
    const after = { memory: memory(), processor: processor() - before.processor };
    console.error(`${companies} companies: all are read`);
    const [begun, later]: [number, number[]] = [processor(), []];
    for (let turn = 0; turn < LATER; turn++) later.push(await need(url, turn));
    const each = (processor() - begun) / LATER;
    await publisher.publish({ synthetic: { from: 7, to: 8, round: 9_000 + runsIn(folder) } });
    const published = await need(url, 2);
    console.error(`${companies} companies: done`);
    return {
      'start, s': seconds,
      'first need, s': Math.max(one, two) / 1000,
      'processor time until it is answered, with the reads of others, s': after.processor,
      'memory before, MB': before.memory,
      'memory after it, MB': after.memory,
      'later needs, ms, median': median(later),
      'processor time of each, ms': each * 1000,
      'after a publication, ms': published,
      'read p99, idle, ms': idle.p99_ms,
      'read p99 beside the first need, ms': read.p99_ms,
      'longest read beside it, ms': read.max_ms,
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
