import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { hostAt, MANY } from '../../packages/auditor/test/world/network/many-hosts.ts';
import { newKey } from '../../packages/service/test/world/call.ts';
import { median } from '../../packages/service/test/world/measure/median.ts';
import { readAtPace } from './paced.ts';
import { madeAudits, startService } from './service.ts';

/** The bench of previews, inside of the world where its sites are: see ../previews.ts. */
const [seconds = 12] = process.argv.slice(2).map(Number);
const COMPANIES = 500;
const PER_SECOND = 300;
const AT_ONCE = 20;

const service = await startService(madeAudits(COMPANIES), { PREVIEWS_AT_ONCE: String(AT_ONCE) });
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))?.[1]) / 1_000;
const statusOf = async (host: string): Promise<string> =>
  ((await (await fetch(`${service.url}/api/previews/${host}.json?view=brief`)).json()) as { status: string }).status;
const unit = (value: number) => value.toPrecision(3);

try {
  const pace = { url: service.url, companies: COMPANIES, per_second: PER_SECOND, seconds };
  const [ratios, p99, took]: [number[], number[], number[]] = [[], [], []];
  let [before, peak] = [0, 0];
  for (let first = 0; first + AT_ONCE <= MANY; first += AT_ONCE) {
    const hosts = Array.from({ length: AT_ONCE }, (_, at) => hostAt(first + at));
    const key = await newKey(service.url);
    before ||= memory();
    const alone = await readAtPace(pace);
    const began = performance.now();
    for (const website of hosts) {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const reply = await fetch(`${service.url}/api/previews`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ website }),
      });
      if (reply.status !== 202) throw new Error(`${website}: ${reply.status} ${await reply.text()}`);
    }
    const watch = setInterval(() => {
      peak = Math.max(peak, memory());
    }, 100);
    const busy = await readAtPace(pace);
    for (;;) {
      const statuses = await Promise.all(hosts.map(statusOf));
      if (statuses.every((status) => status === 'done')) break;
      if (statuses.includes('failed') || statuses.includes('unobserved')) throw new Error(statuses.join());
      await wait(250);
    }
    clearInterval(watch);
    took.push((performance.now() - began) / 1_000);
    ratios.push(busy.p99_ms / alone.p99_ms);
    p99.push(busy.p99_ms);
    console.error(
      `round ${ratios.length}: p99 ${unit(alone.p99_ms)} ms alone, ${unit(busy.p99_ms)} ms with ${AT_ONCE} previews, ${busy.errors} errors`,
    );
  }
  console.log(`\n${cpus().length} cores, Node ${process.version}; ${PER_SECOND} reads a second for ${seconds} s\n`);
  console.log('| | found | at most |\n|---|---|---|');
  console.log(`| read p99 while ${AT_ONCE} previews run, ms | ${unit(median(p99))} | |`);
  console.log(`| its ratio to reads alone, median of ${ratios.length} | ${unit(median(ratios))} | 1.2 |`);
  console.log(`| ${AT_ONCE} previews at once, s, median | ${unit(median(took))} | 20 + the reads' last second |`);
  console.log(`| memory that they add at the peak, MB | ${unit(peak - before)} | |`);
} finally {
  await service.stop();
}
