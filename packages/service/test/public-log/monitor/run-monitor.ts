import assert from 'node:assert/strict';
import { captured } from '../../../../../test/world/captured.ts';
import type { Ran } from '../../../../../test/world/processes.ts';
import { runCommand } from '../../../src/cli/program.ts';

const NOON = new Date('2026-11-21T12:00:00.000Z');

export const monitor = (
  args: readonly string[],
  stop = new AbortController(),
  now = NOON,
  random?: (bytes: number) => Uint8Array,
): Promise<Ran> => ran(['monitor', ...args], stop, now, random);

/** Runs a command in this process, with a clock of its own and without a database. */
export function ran(
  args: readonly string[],
  stop = new AbortController(),
  now = NOON,
  random = (bytes: number): Uint8Array => new Uint8Array(bytes),
): Promise<Ran> {
  const nothing = () => assert.fail('it needs no database');
  return captured((streams) =>
    runCommand(args, nothing, streams, stop.signal, {
      now: async () => now,
      random: async (bytes) => random(bytes),
    }),
  );
}
