import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { runCommand } from '../../../src/cli/program.ts';

export type Ran = { code: number; out: string; err: string };

const NOON = new Date('2026-11-21T12:00:00.000Z');

export const monitor = (
  args: readonly string[],
  stop = new AbortController(),
  now = NOON,
  random?: (bytes: number) => Uint8Array,
): Promise<Ran> => ran(['monitor', ...args], stop, now, random);

/** Runs a command in this process, with a clock of its own and without a database. */
export async function ran(
  args: readonly string[],
  stop = new AbortController(),
  now = NOON,
  random = (bytes: number): Uint8Array => new Uint8Array(bytes),
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
  const code = await runCommand(args, nothing, streams, stop.signal, {
    now: async () => now,
    random: async (bytes) => random(bytes),
  });
  return { code, ...text };
}
