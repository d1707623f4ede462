import { openContext } from '../../src/main.ts';
import { serve } from '../../src/serve.ts';
import { readSettings } from '../../src/settings.ts';

/**
 * Starts the service again and again, and asks each start to stop at another moment: before it begins, in each of its steps, and when
 * it answers. Prints each moment once that start has ended; the process must then end by itself.
 */
type Moment = (ctx: ReturnType<typeof openContext>, stop: () => void) => void;

/** Stops when a method is called, and goes on with what it does. */
const at =
  <Name extends string>(of: (ctx: ReturnType<typeof openContext>) => Record<Name, unknown>, name: Name): Moment =>
  (ctx, stop) => {
    const owner = of(ctx) as Record<Name, (...given: unknown[]) => unknown>;
    const real = owner[name].bind(owner);
    owner[name] = (...given) => {
      stop();
      return real(...given);
    };
  };

const moments: Record<string, Moment> = {
  'before it begins': (_, stop) => stop(),
  'while the database is asked': at((ctx) => ctx.store, 'assertOwnSessions'),
  'while tables are made': at((ctx) => ctx.store, 'unhurried'),
  'while the key of the log is made': at((ctx) => ctx.signer, 'begin'),
  'while the saved board is read': at((ctx) => ctx.catalogue, 'resume'),
  'while the board is built': at((ctx) => ctx.catalogue, 'refresh'),
  'while watches are counted': at((ctx) => ctx.watch_stats, 'refresh'),
  'when its worker begins': at((ctx) => ctx.store, 'listen'),
};

for (const [name, moment] of Object.entries(moments)) {
  const settings = readSettings(process.env);
  const ctx = openContext(settings);
  const stopping = new AbortController();
  moment(ctx, () => stopping.abort());
  await serve(ctx, { with_examples: true, signal: stopping.signal });
  await ctx.close();
  console.log(`ended ${name}`);
}
console.log(`all ${Object.keys(moments).length}`);
