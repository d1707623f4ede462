import { type Failing, REPORT_EVERY_MS } from '../domain/operators/report.ts';
import { noteFailing } from '../store/operators/news.ts';
import type { Context } from './context.ts';

/**
 * Notes that something fails, for the next mail to operators (decision 104); nothing where none is sent. What was noted
 * within the hour before is the same failure.
 */
export async function noteFailure(
  ctx: Pick<Context, 'settings' | 'store'>,
  what: Failing,
  { at, detail }: { at: Date; detail: string },
): Promise<void> {
  if (ctx.settings.OPERATOR_EMAIL.length === 0) return;
  const since = new Date(at.getTime() - REPORT_EVERY_MS).toISOString();
  await ctx.store.transaction((tx) => noteFailing(tx, what, { at: at.toISOString(), detail }, since));
}
