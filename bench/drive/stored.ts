import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../packages/service/test/world/postgres.ts';
import { answering } from './nginx.ts';

const program = join(import.meta.dirname, '../../bin/readymark.js');
/** Clock ticks a second of processor times, on Linux. */
const TICKS = 100;

/** Starts a service on a folder that has a database, and waits until it answers. */
export async function startStored(folder: string) {
  const port = await freePort();
  const began = performance.now();
  const env = { ...process.env, DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn' };
  const child = spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const url = `http://127.0.0.1:${port}`;
  await answering(`${url}/healthz`, 300);
  const seconds = (performance.now() - began) / 1000;
  const proc = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    url,
    seconds,
    /** Resident memory in megabytes, on Linux. */
    memory: () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(proc('status'))?.[1]) / 1024),
    /** Processor time in seconds, on Linux. */
    processor: () => {
      const [user, system] = proc('stat').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
      return (Number(user) + Number(system)) / TICKS;
    },
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** How often a database was used before: each time later dates are published, up to four times. */
export function runsIn(folder: string): number {
  const file = join(folder, 'runs');
  const runs = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  writeFileSync(file, String(runs + 1));
  return runs;
}
