import { keepVisit, visitsTo } from '../../store/auditing/draft-entries.ts';
import type { DraftVisitRow } from '../../store/auditing/rows.ts';
import type { Tx } from '../../store/engine/engine.ts';
import type { Context } from '../context.ts';

/** How exactly it is known that somebody is at a draft: a page that asks every few seconds need not write each time. */
const NOTED_MS = 10_000;
/** Whoever was not there for so long has left. */
const HERE_MS = 60_000;

type Visit = Pick<DraftVisitRow, 'job_id' | 'operator' | 'field'>;

const ago = (ctx: Pick<Context, 'now'>, ms: number) => new Date(ctx.now().getTime() - ms).toISOString();

/**
 * The row that notes a visit; undefined when what is noted is right still.
 *
 * @param noted all that is noted of the draft
 */
function noteOf(ctx: Pick<Context, 'now'>, visit: Visit, noted: readonly DraftVisitRow[]): DraftVisitRow | undefined {
  const at = ctx.now().toISOString();
  const last = noted.find(({ operator }) => operator === visit.operator);
  if (last && last.at > ago(ctx, NOTED_MS) && last.at <= at && last.field === visit.field) return undefined;
  return { ...visit, since: last && last.at > ago(ctx, HERE_MS) ? last.since : at, at };
}

/** Notes in a transaction that an operator is at a draft (decision 121). */
export async function noteVisit(ctx: Pick<Context, 'now'>, tx: Tx, visit: Visit): Promise<void> {
  const note = noteOf(ctx, visit, await visitsTo(tx, visit.job_id));
  if (note) await keepVisit(tx, note);
}

/** Notes it too, and says who else is there now. */
export async function visited(ctx: Context, visit: Visit): Promise<DraftVisitRow[]> {
  const noted = await visitsTo(ctx.store.db, visit.job_id);
  await keep(ctx, noteOf(ctx, visit, noted));
  return noted.filter(({ operator, at }) => operator !== visit.operator && at > ago(ctx, HERE_MS));
}

/** Notes that an operator is shown the scores of a draft (decision 124); where he types stays as it was noted. */
export async function noteView(ctx: Context, job_id: string, operator: string): Promise<void> {
  const noted = await visitsTo(ctx.store.db, job_id);
  const last = noted.find((one) => one.operator === operator);
  const field = last && last.at > ago(ctx, HERE_MS) ? last.field : null;
  await keep(ctx, noteOf(ctx, { job_id, operator, field }, noted));
}

/** What cannot be written can still be read. */
async function keep(ctx: Context, note: DraftVisitRow | undefined): Promise<void> {
  if (note)
    await ctx.store
      .transaction((tx) => keepVisit(tx, note))
      .catch((error) => ctx.log.warn({ err: error }, 'a visit to a draft could not be noted'));
}
