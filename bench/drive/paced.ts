import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';

/** How long reads took, in milliseconds, and how many failed. */
export type Paced = { reads: number; p50_ms: number; p99_ms: number; max_ms: number; errors: number };

/** Reads random records from a separate process, at a fixed rate however long the replies take. */
export async function readAtPace(order: {
  url: string;
  companies: number;
  per_second: number;
  seconds: number;
}): Promise<Paced> {
  const child = fork(import.meta.filename, ['--read', JSON.stringify(order)]);
  const [found] = (await once(child, 'message')) as [Paced];
  await once(child, 'exit');
  return found;
}

if (process.argv[2] === '--read') {
  const { url, companies, per_second, seconds } = JSON.parse(process.argv[3] ?? '') as Parameters<typeof readAtPace>[0];
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const times: number[] = [];
  let errors = 0;
  const read = () =>
    new Promise<void>((done) => {
      const began = performance.now();
      const failed = () => {
        errors += 1;
        done();
      };
      get(
        `${url}/api/audits/company-${Math.floor(Math.random() * companies)}.json`,
        { agent, headers: { 'accept-encoding': 'br' } },
        (reply) => {
          if (reply.statusCode !== 200) errors += 1;
          reply.resume().on('error', failed);
          reply.on('end', () => {
            times.push(performance.now() - began);
            done();
          });
        },
      ).on('error', failed);
    });
  for (let warm = 0; warm < 100; warm++) await read();
  times.length = 0;
  const began = performance.now();
  const all: Promise<void>[] = [];
  const timer = setInterval(() => {
    const due = ((performance.now() - began) / 1000) * per_second;
    while (all.length < Math.min(due, per_second * seconds)) all.push(read());
    if (all.length >= per_second * seconds) clearInterval(timer);
  }, 1);
  await new Promise((done) => setTimeout(done, seconds * 1000 + 50));
  await Promise.all(all);
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  process.send?.({ reads: times.length, p50_ms: at(0.5), p99_ms: at(0.99), max_ms: at(1), errors });
  agent.destroy();
  process.disconnect?.();
}
