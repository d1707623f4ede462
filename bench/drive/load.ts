import { spawn } from 'node:child_process';
import { Agent, get } from 'node:http';
import { processorOf } from '../../packages/service/test/world/measure/processor.ts';
import { installed } from './nginx.ts';

/** The results of one round of load. `cpu_us` is processor time per request of the measured process, on Linux. */
export type Round = { requests_per_second: number; p99_ms: number; errors: number; cpu_us: number | undefined };

type Load = {
  url: string;
  headers?: Record<string, string>;
  seconds: number;
  connections?: number;
  pid?: number;
  /** A script for wrk. */
  script?: string;
};

/**
 * Drives one address for some seconds over keep-alive connections, with wrk (one thread), or else from this process.
 */
export async function load(given: Load): Promise<Round> {
  // wrk counts whole seconds.
  const options = withWrk ? { ...given, seconds: Math.max(1, Math.round(given.seconds)) } : given;
  const before = cpuOf(options.pid);
  const round = await (withWrk ? wrk(options) : loop(options));
  const after = cpuOf(options.pid);
  const spent =
    before === undefined || after === undefined
      ? undefined
      : (after - before) / (round.requests_per_second * options.seconds);
  return { ...round, cpu_us: spent };
}

export const withWrk = installed('wrk');

async function wrk({ url, headers = {}, seconds, connections = 50, script }: Load): Promise<Omit<Round, 'cpu_us'>> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const child = spawn(
    'wrk',
    ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...(script ? ['-s', script] : []), ...given, url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const text = (await child.stdout.toArray()).join('');
  const p99 = /99%\s+([\d.]+)(us|ms|s)/.exec(text);
  const factor = { us: 0.001, ms: 1, s: 1000 }[p99?.[2] ?? ''] ?? Number.NaN;
  const sockets =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(text)?.slice(1).map(Number) ?? [];
  return {
    requests_per_second: Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]),
    p99_ms: Number(p99?.[1]) * factor,
    errors: sockets.reduce((sum, count) => sum + count, 0),
  };
}

/** A loop in this process: slower than what it measures, so it compares two servers only roughly. */
async function loop({ url, headers = {}, seconds, connections = 50 }: Load): Promise<Omit<Round, 'cpu_us'>> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + seconds * 1000;
  const times: number[] = [];
  let errors = 0;
  const once = () =>
    new Promise<void>((resolve) => {
      const begun = performance.now();
      get(url, { agent, headers }, (response) =>
        response.resume().on('end', () => resolve(void times.push(performance.now() - begun))),
      ).on('error', () => {
        errors++;
        resolve();
      });
    });
  const client = async () => {
    while (performance.now() < until) await once();
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    requests_per_second: times.length / seconds,
    p99_ms: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    errors,
  };
}

/** Processor time of a process in microseconds, without its background threads, which do other work; undefined where it is not known. */
export function cpuOf(pid: number | undefined): number | undefined {
  if (pid === undefined || process.platform !== 'linux') return undefined;
  return processorOf(pid, { background: false }) * 1_000;
}
