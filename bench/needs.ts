import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../packages/service/test/world/measure/median.ts';
import { startPublisher } from '../packages/service/test/world/readymark.ts';
import { readAtPace } from './drive/paced.ts';
import { runsIn, startStored } from './drive/stored.ts';

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

type Found = Record<string, number>;
const columns: Found[] = [];
for (const companies of sizes) columns.push(await measure(companies));

const unit = (value: number) => (Number.isInteger(value) ? String(value) : value.toPrecision(3));
console.log(`\n${cpus().length} cores, Node ${process.version}; reads: ${PER_SECOND} records a second\n`);
console.log(
  `| | ${sizes.map((size) => `${size.toLocaleString('en')} companies`).join(' | ')} |\n|---|${'---|'.repeat(sizes.length)}`,
);
for (const name of Object.keys(columns[0] ?? {}))
  console.log(`| ${name} | ${columns.map((found) => unit(found[name] ?? Number.NaN)).join(' | ')} |`);

async function measure(companies: number): Promise<Found> {
  const folder = kept === undefined ? mkdtempSync(join(tmpdir(), 'readymark-bench-')) : join(kept, String(companies));
  const is_new = kept === undefined || !existsSync(folder);
  mkdirSync(folder, { recursive: true });
  const publisher = await startPublisher({ DATA_DIR: folder });
  let service: Awaited<ReturnType<typeof startStored>> | undefined;
  try {
    for (let from = 0; is_new && from < companies; from += 20_000)
      await publisher.publish({ synthetic: { from, to: Math.min(companies, from + 20_000), round: 0 } });
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
    await publisher.stop();
    if (kept === undefined) rmSync(folder, { recursive: true, force: true });
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
