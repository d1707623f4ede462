import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from '../packages/service/test/world/measure/median.ts';
import type { Publisher } from '../packages/service/test/world/readymark.ts';
import { type Paced, readAtPace } from './drive/paced.ts';
import { atEachSize, type Filled, type Found, runsIn, startStored } from './drive/stored.ts';
import { logCosts } from './public-log/cost.ts';

/**
 * How the leaderboard grows: start-up, memory, publish-to-visible, and reads while another process publishes.
 *
 * `npm run bench publish [COMPANIES…]` (1000 10000 100000), after what the public log costs a publication on both engines;
 * `npm run bench publish log [ROUNDS]` only that (300); `npm run bench publish in FOLDER [COMPANIES…]` all but that, with
 * databases that are kept in a folder and used again; `npm run bench publish postgres [COMPANIES…]` the same on PostgreSQL,
 * with nothing kept. Audits are synthetic, about 10 KB each.
 */
const [first, second, ...others] = process.argv.slice(2);
const kept = first === 'in' ? second : undefined;
const postgres = first === 'postgres';
if (kept === undefined && !postgres) await logCosts(first === 'log' && second ? Number(second) : 300);
if (first === 'log') process.exit();
const [, ...after] = process.argv.slice(2);
const sizes = (kept !== undefined ? others : postgres ? after : process.argv.slice(2)).map(Number);
if (!sizes.length) sizes.push(1_000, 10_000, 100_000);
const PER_SECOND = 500;

await atEachSize({ sizes, kept, postgres, reads: `${PER_SECOND} records a second, chosen at random, br` }, measure);

async function measure({ companies, folder, database_url, publisher, fill }: Filled): Promise<Found> {
  let service: Awaited<ReturnType<typeof startStored>> | undefined;
  try {
    const filled = await timed(fill);
    service = await startStored({ folder, database_url });
    const whole = { seconds: service.seconds, processor: service.processor(), memory: service.memory() };
    await service.stop();
    service = await startStored({ folder, database_url });
    const { url } = service;
    const started = service.memory();
    const processor = service.processor();
    const index = await indexBytes(url);
    const pace = { url, companies, per_second: PER_SECOND };
    const idle = await readAtPace({ ...pace, seconds: 6 });
    const phases = 2 * runsIn(folder);
    const slow = await whilePublishing(publisher, url, companies, phases + 1, 1_000, (seconds) =>
      readAtPace({ ...pace, seconds }),
    );
    const fast = await whilePublishing(publisher, url, companies, phases + 2, 0, (seconds) =>
      readAtPace({ ...pace, seconds }),
    );
    console.error(`${companies} companies: done`);
    return {
      'generating and publishing all of them, s': filled / 1000,
      'start-up from the database, s': whole.seconds,
      '… of the processor': whole.processor,
      'start-up from what the last run left, s': service.seconds,
      '… of the processor ': processor,
      'index, MB': index / 1e6,
      'memory after a start from the database, MB': whole.memory,
      'memory after the start, MB': started,
      'memory after publishing, MB': service.memory(),
      'a commit by a command, ms, median': median(slow.commits),
      'publish-to-visible, ms, median': median(slow.visible),
      'publish-to-visible, ms, longest': Math.max(...slow.visible, ...fast.visible),
      'read p50, idle, ms': idle.p50_ms,
      'read p99, idle, ms': idle.p99_ms,
      'read p99, a publication a second, ms': slow.read.p99_ms,
      'ratio to idle': slow.read.p99_ms / idle.p99_ms,
      'publications one after another, a second': fast.visible.length / fast.seconds,
      'read p99, publications one after another, ms': fast.read.p99_ms,
      'ratio to idle ': fast.read.p99_ms / idle.p99_ms,
      'failed reads': idle.errors + slow.read.errors + fast.read.errors,
    };
  } finally {
    await service?.stop();
  }
}

/**
 * Publishes re-audits until the reading is over, and measures for each the time from its commit until the server shows
 * it.
 */
async function whilePublishing(
  publisher: Publisher,
  url: string,
  companies: number,
  phase: number,
  pause: number,
  read: (seconds: number) => Promise<Paced>,
): Promise<{ visible: number[]; commits: number[]; read: Paced; seconds: number }> {
  let reading = true;
  const began = performance.now();
  const seconds = 8;
  const all = read(seconds).finally(() => {
    reading = false;
  });
  const visible: number[] = [];
  const commits: number[] = [];
  for (let turn = 0; reading; turn++) {
    const number = (turn * 7919 + phase * 31) % companies;
    const round = phase * 1_000 + turn;
    const date = new Date(Date.UTC(2000, 0, 1 + round)).toISOString().slice(0, 10);
    commits.push(await timed(() => publisher.publish({ synthetic: { from: number, to: number + 1, round } })));
    visible.push(await timed(() => shows(`${url}/api/audits/company-${number}.json`, date)));
    await wait(pause);
  }
  return { visible, commits, read: await all, seconds: (performance.now() - began) / 1000 };
}

async function shows(url: string, date: string): Promise<void> {
  for (;;) {
    const text = await new Promise<string>((done, failed) => {
      get(url, (reply) => void reply.toArray().then((chunks) => done(Buffer.concat(chunks).toString()), failed)).on(
        'error',
        failed,
      );
    });
    if (text.includes(`"audit_date":"${date}"`)) return;
    await wait(5);
  }
}

async function indexBytes(url: string): Promise<number> {
  return (
    await (await fetch(`${url}/api/audits/index.json`, { headers: { 'accept-encoding': 'identity' } })).arrayBuffer()
  ).byteLength;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
