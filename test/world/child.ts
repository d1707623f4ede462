import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after } from 'node:test';
import { freePort } from './postgres.ts';

/** The service and its command line as real processes, as an operator starts them. */
const bin = join(import.meta.dirname, '../../bin/readymark.js');

export type Ran = { code: number; out: string; err: string };

/** Runs one command to its end. */
export async function readymark(args: readonly string[], env: Record<string, string>, cwd?: string): Promise<Ran> {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
  });
  const ran = { code: 0, out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    ran.out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    ran.err += String(chunk);
  });
  const [code] = await once(child, 'close');
  ran.code = code ?? -1;
  return ran;
}

export type Serving = { url: string; child: ChildProcess; log(): string; stop(): Promise<void> };

/**
 * Starts `readymark serve` on a free loopback port, and waits until it is ready. Stopped after the file's tests.
 *
 * @param script another script that serves, with its arguments
 */
export async function serving(
  env: Record<string, string>,
  script: readonly string[] = [bin, 'serve'],
): Promise<Serving> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, script, {
    env: { ...process.env, PORT: String(port), BASE_URL: url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      log += String(chunk);
    });
  const ended = once(child, 'exit');
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  };
  after(stop);
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode}: ${log}`);
    return fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
  }, 'the service is ready');
  return { url, child, log: () => log, stop };
}

/** Waits until something holds, at most 20 seconds. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + 20_000; performance.now() < deadline; ) {
    if (await holds()) return;
    await new Promise((next) => setTimeout(next, 20));
  }
  throw new Error(`not within 20 seconds: ${what}`);
}
