import { noticeFigures } from '../../store/notices.ts';
import type { Context } from '../context.ts';

/** The outbox in the metrics. */
type OutboxFigures = { failed: number; overdue_seconds: number };

/**
 * Notices that failed permanently, and for how long the oldest pending one has been due, in seconds; undefined while the
 * database cannot be reached.
 */
export async function outboxFigures(ctx: Context): Promise<OutboxFigures | undefined> {
  const figures = await noticeFigures(ctx.store.db).catch(() => undefined);
  if (!figures) return undefined;
  const { failed, oldest_due_at } = figures;
  const overdue = oldest_due_at === null ? 0 : (ctx.now().getTime() - Date.parse(oldest_due_at)) / 1000;
  return { failed, overdue_seconds: Math.max(0, overdue) };
}
