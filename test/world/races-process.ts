import { openContext } from '../../src/main.ts';
import { serve } from '../../src/serve.ts';
import { readSettings } from '../../src/settings.ts';

/** A second process of the service for tests: says its address on standard output, ends on SIGTERM. */
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
const ctx = openContext(readSettings());
await serve(ctx, {
  with_examples: false,
  signal: stop.signal,
  ready: ({ port }) => process.stdout.write(`http://127.0.0.1:${port}\n`),
});
await ctx.close();
