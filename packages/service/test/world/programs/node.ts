import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { openContext } from '../../../src/main.ts';
import { serve } from '../../../src/serve.ts';
import { readSettings } from '../../../src/settings.ts';

/**
 * Another node of the service for tests, with the clock of a file if there is one. Prints its address, and its memory on SIGUSR2; ends on
 * SIGTERM.
 */
const clock = process.argv[2] ?? '';
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
process.on('SIGUSR2', () => process.stdout.write(`memory ${JSON.stringify(process.memoryUsage())}\n`));
// It ends with the process that started it.
process.stdin.resume().once('end', () => process.exit());
const settings = readSettings();
const now = () => new Date(Number(readFileSync(clock, 'utf8')));
const ctx = openContext(settings, {
  ...(clock && { now }),
  log: pino({ level: settings.LOG_LEVEL, base: null }, pino.destination(2)),
});
await serve(ctx, {
  with_examples: false,
  signal: stop.signal,
  ready: ({ port }) => process.stdout.write(`http://127.0.0.1:${port}\n`),
});
await ctx.close();
// Its standard input is still open.
process.exit();
