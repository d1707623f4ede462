import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after } from 'node:test';
import { captured } from '../../../../test/world/captured.ts';
import { type Ran, run, type Started, start } from '../../../../test/world/processes.ts';
import type { OpenContext } from '../../src/cli/define.ts';
import { runWired } from '../../src/command.ts';
import { freePort } from './postgres.ts';
import type { Order } from './programs/publisher.ts';

/** The service and its command line as processes of their own, as an operator runs them. */
const root = join(import.meta.dirname, '../../../..');
export const bin = join(root, 'bin/readymark.js');
/** A busy machine must not make a service refuse calls: tests of load shedding set their own limit. */
const unhurried = { MAX_EVENT_LOOP_DELAY: '0' };
/** The file of a test program. */
export const program = (name: string): string => join(import.meta.dirname, 'programs', `${name}.ts`);

/** A new folder, removed after the test or file in which it was made. */
export function temporaryFolder(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts a program of `programs/`. */
export const startProgram = (name: string, args: readonly string[] = [], env: Record<string, string> = {}): Started =>
  start(process.execPath, [program(name), ...args], { env, cwd: root });

/** Runs one command to its end. */
export const readymark = (args: readonly string[], env: Record<string, string>, cwd = root): Promise<Ran> =>
  run(process.execPath, [bin, ...args], { env, cwd });

/**
 * Runs one command to its end in this process, which is much quicker: a process loads the program for longer than most
 * commands take. Of the variables of this process it knows none. One at a time where they are given a folder.
 */
export async function readymarkHere(
  args: readonly string[],
  env: Record<string, string>,
  { cwd, open }: { cwd?: string; open?: OpenContext } = {},
): Promise<Ran> {
  const before = process.cwd();
  if (cwd !== undefined) process.chdir(cwd);
  try {
    return await captured((streams) =>
      runWired(args, {
        streams: { in: Readable.from([]), ...streams },
        ...{ signal: new AbortController().signal, env, ...(open && { open }) },
      }),
    );
  } finally {
    if (cwd !== undefined) process.chdir(before);
  }
}

/** Starts a command without waiting for anything. */
export const startReadymark = (args: readonly string[], env: Record<string, string>): Started =>
  start(process.execPath, [bin, ...args], { env, cwd: root });

export type Serving = Started & { url: string /** Stops it with SIGTERM. */; stop(): Promise<void> };

const serving_at = (started: Started, url: string): Serving => ({
  ...started,
  url,
  stop: async () => void (await started.kill('SIGTERM')),
});

/**
 * Starts `readymark serve` on a free loopback port, and waits until it serves.
 *
 * @param script another script that serves, with its arguments
 */
export async function serving(
  env: Record<string, string>,
  script: readonly string[] = [bin, 'serve'],
): Promise<Serving> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = start(process.execPath, script, {
    env: { PORT: String(port), BASE_URL: url, ...unhurried, ...env },
    cwd: root,
  });
  await started.prints(/Readymark is serving/);
  return serving_at(started, url);
}

/**
 * Starts a node that logs nothing but fatal errors, and waits until it serves.
 *
 * @param clock a file that contains the time in milliseconds since 1970; without it the node uses the real clock
 */
export async function startNode(env: Record<string, string>, clock = ''): Promise<Serving> {
  const node = startProgram('node', [clock], { PORT: '0', LOG_LEVEL: 'fatal', ...unhurried, ...env });
  const [url] = await node.prints(/^http:\S+$/m);
  return serving_at(node, url);
}

/** Another process on the same database, which publishes on demand. */
export type Publisher = {
  /** Resolves when the publication is committed. */
  publish(order: Order): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a publisher. @param env DATA_DIR or DATABASE_URL */
export async function startPublisher(env: Record<string, string>): Promise<Publisher> {
  const child = startProgram('publisher', [], { LOG_LEVEL: 'silent', ...env });
  await child.prints(/^ready$/m);
  let orders = 0;
  return {
    async publish(order) {
      orders += 1;
      child.send(JSON.stringify(order));
      const [, result] = await child.prints(new RegExp(`^order ${orders}: (.*)$`, 'm'));
      if (result !== 'done') throw new Error(result);
    },
    stop: async () => void (await child.kill()),
  };
}
