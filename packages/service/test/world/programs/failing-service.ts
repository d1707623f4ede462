import { openContext } from '../../../src/main.ts';
import type { Context } from '../../../src/operations/context.ts';
import { serve } from '../../../src/serve.ts';
import { readSettings } from '../../../src/settings.ts';
import { countNotices } from '../../../src/store/notices.ts';

/**
 * The service as a process that kills itself (SIGKILL) at one point between a publication and its last letter, for
 * packages/service/test/crash/outbox-crash.test.ts. The points are in wrappers around the parts of a context; the code between them is
 * the real one.
 *
 * Arguments: the point, and how many milliseconds its clock is ahead.
 */
export const points = [
  'none',
  'before the snapshot',
  'in the fan-out',
  'before sending',
  'before the mark',
  'after the mark',
] as const;
export type Point = (typeof points)[number];

const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('killed');
};

const isAnySent = async ({ store }: Context) => (await countNotices(store.db)).sent > 0;

function failing(ctx: Context, point: Point): Context {
  let armed = false;
  let sent = 0;
  let commits = 0;
  const { store, mailer, catalogue } = ctx;
  return {
    ...ctx,
    catalogue: {
      ...catalogue,
      async refresh() {
        if (point === 'before the snapshot' && catalogue.current().version > 0) {
          const { value } = await store.db
            .selectFrom('counters')
            .select('value')
            .where('name', '=', 'publications')
            .executeTakeFirstOrThrow();
          if (value > catalogue.current().version) die();
          // A refresh now could include a re-audit that is committed after the line above.
          return;
        }
        await catalogue.refresh();
        if (catalogue.current().version > 1) armed = true;
      },
    },
    store: {
      ...store,
      async transaction(work) {
        const result = await store.transaction(work);
        if (point === 'in the fan-out' && armed && ++commits === 2) die();
        if (point === 'after the mark' && sent > 0 && (await isAnySent(ctx))) die();
        return result;
      },
    },
    mailer: {
      ...mailer,
      async send(letter) {
        if (point === 'before sending') die();
        const delivery = await mailer.send(letter);
        if (delivery.status === 'sent' && ++sent === 7 && point === 'before the mark') die();
        return delivery;
      },
    },
  };
}

if (import.meta.main) {
  const [point = 'none', ahead = '0'] = process.argv.slice(2);
  const stop = new AbortController();
  process.once('SIGTERM', () => stop.abort());
  const ctx = openContext(readSettings(), { now: () => new Date(Date.now() + Number(ahead)) });
  await serve(failing(ctx, point as Point), { with_examples: false, signal: stop.signal });
  await ctx.close();
}
