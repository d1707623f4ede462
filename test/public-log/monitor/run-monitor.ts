import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { runCommand } from '../../../src/cli/program.ts';

export type Ran = { code: number; out: string; err: string };

/** Runs `readymark monitor` in this process, with a clock of its own. */
export async function monitor(
  args: readonly string[],
  stop = new AbortController(),
  now = new Date('2026-11-21T12:00:00.000Z'),
): Promise<Ran> {
  const text = { out: '', err: '' };
  const to = (name: 'out' | 'err') =>
    new Writable({
      write(chunk, _, done) {
        text[name] += String(chunk);
        done();
      },
    });
  const nothing = () => assert.fail('it needs no database');
  const streams = { out: to('out'), err: to('err') };
  const all = ['monitor', ...args];
  const code = await runCommand(all, nothing, streams, stop.signal, nothing, nothing, async () => now);
  return { code, ...text };
}
