import { tierNames } from '@readymark/rubric/rubric';
import { slugNow } from '../../../catalogue/search/nearest.ts';
import { openTimeSlicer } from '../../../catalogue/time-slicer.ts';
import type { Correction } from '../../../domain/audit/correction.ts';
import type { Context } from '../../../operations/context.ts';
import { slugChangesBetween } from '../../../store/companies/slug-changes.ts';
import { correctionsBetween } from '../../../store/corrections.ts';
import { type Gone, type Moved, movedBetween, pairsOf } from '../catalogue/moved.ts';
import type { PastBoard } from '../catalogue/past-board.ts';
import { criterionColumns } from '../store/past-days.ts';

/** Audits read in one statement: a few milliseconds of SQLite, and far fewer than either engine binds. */
const BATCH_AUDITS = 200;

/** What moved between the ends of two days (decision 151). */
export async function readMoved(ctx: Context, from: PastBoard, to: PastBoard): Promise<Moved> {
  const { db } = ctx.store;
  const found = pairsOf(from, to);
  const ids = found.pairs.flatMap(({ before, after }) => [before.audit_id, after.audit_id]);
  const points = new Map<string, string>();
  const slicer = openTimeSlicer();
  for (let at = 0; at < ids.length; at += BATCH_AUDITS) {
    await slicer();
    for (const [id, column] of await criterionColumns(db, ids.slice(at, at + BATCH_AUDITS))) points.set(id, column);
  }
  const tiers = tierNames(ctx.rubrics);
  const gone = await goneBetween(ctx, from, to);
  const corrected = await correctedBetween(ctx, from, to);
  return movedBetween({ from, to, gone, corrected }, found, points, (tier) => tiers.indexOf(tier));
}

/** What was corrected, of companies that are still listed. */
async function correctedBetween({ store, catalogue }: Context, from: PastBoard, to: PastBoard): Promise<Correction[]> {
  const snapshot = catalogue.current();
  const found = await correctionsBetween(store.db, from.publication, to.publication);
  return found.reverse().flatMap((one) => {
    const slug = slugNow(snapshot, one.slug);
    const is_public = snapshot.corrections(slug).some(({ at }) => at === one.at);
    return is_public ? [{ ...one, slug }] : [];
  });
}

/** What was retracted; why, only as long as the address of the company says so too (decision 100). */
async function goneBetween({ store, catalogue }: Context, from: PastBoard, to: PastBoard): Promise<Gone[]> {
  const changes = await slugChangesBetween(store.db, from.publication, to.publication);
  const snapshot = catalogue.current();
  return changes
    .filter(({ change }) => change === 'retracted')
    .map(({ slug, at }) => {
      const former = snapshot.former(slug);
      const same = former && 'retracted' in former && former.retracted.at === at;
      return { slug, at, reason: same ? former.retracted.reason : null };
    });
}
