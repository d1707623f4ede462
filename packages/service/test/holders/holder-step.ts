import { pino } from 'pino';
import { notifyCompanies } from '../../src/features/holders/operations/notify-companies.ts';
import { sendContact, sendProof } from '../../src/features/holders/operations/send-link.ts';
import { useLink } from '../../src/features/holders/operations/use-link.ts';
import { decideText } from '../../src/features/replies/operations/decide-text.ts';
import { openContext } from '../../src/main.ts';
import type { Context } from '../../src/operations/context.ts';
import { notifyOfStale } from '../../src/operations/jobs/notify-stale.ts';
import { fanOut } from '../../src/operations/outbox/fan-out.ts';
import { openOutbox } from '../../src/operations/outbox/outbox.ts';
import { execute } from '../../src/operations/run.ts';
import { readSettings } from '../../src/settings.ts';
import { commit, operator } from '../world/operator.ts';

/**
 * One step of letters to companies and links by mail, and then the jobs that send: what `slow/letter-kills` kills before each of its
 * changes. Arguments: the step, what it is about, and the time.
 */
export type Step =
  | { ask: 'proof' | 'contact'; secret: string; email: string }
  | { use: string }
  | { publish: unknown }
  | { decide: string }
  | { jobs: true };

export async function act(ctx: Context, step: Step): Promise<void> {
  if ('ask' in step) await { proof: sendProof, contact: sendContact }[step.ask](ctx, step.secret, step.email, '::1');
  else if ('use' in step) await useLink(ctx, step.use);
  else if ('publish' in step) await commit(ctx, [step.publish]);
  else if ('decide' in step) await execute(ctx, decideText, operator, { text_id: step.decide, decision: 'accept' }, {});
}

/** What the worker does for letters. */
export async function send(ctx: Context): Promise<void> {
  await ctx.catalogue.refresh();
  await ctx.watch_stats.refresh();
  const outbox = openOutbox(ctx);
  await fanOut(ctx, undefined, () => {});
  await notifyOfStale(ctx);
  await notifyCompanies(ctx);
  await outbox.drained();
}

if (import.meta.main) {
  const [step = '', now = ''] = process.argv.slice(2);
  const ctx = openContext(readSettings(), { now: () => new Date(now), log: pino({ level: 'silent' }) });
  await ctx.catalogue.refresh();
  await ctx.watch_stats.refresh();
  process.emit('count' as never);
  await act(ctx, JSON.parse(step));
  await send(ctx);
  process.exit();
}
