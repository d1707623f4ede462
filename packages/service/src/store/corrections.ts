import { type CriterionScores, criterionScores, scoreOf } from '@readymark/rubric/audit/criterion-scores';
import type { Correction } from '../domain/audit/correction.ts';
import type { Db } from './engine/engine.ts';

/**
 * What publications after one and up to another corrected, in their order: audits in place of others of the same company and date.
 * Publications that correct a name have the same scores, and are none of these.
 */
export async function correctionsBetween(db: Db, after: number, until: number): Promise<Correction[]> {
  // From the few audits that ended: SQLite keeps the order of cross joins, and would read all audits that were published else.
  const rows = await db
    .selectFrom('audits as b')
    .crossJoin('publications as p')
    .crossJoin('audits as a')
    .select(['a.publication', 'a.slug', 'a.audit_date', 'a.published_at as at', 'a.correction_reason as reason'])
    .select(['b.overall_score as score_before', 'a.overall_score as score_after'])
    .select(['b.criterion_scores as before', 'a.criterion_scores as now'])
    .where('b.replaced_at', 'is not', null)
    .where('b.replaced_at', '>', (eb) =>
      eb.fn.coalesce(
        eb.selectFrom('publications as last').select('last.at').where('last.publication', '=', after),
        eb.val(''),
      ),
    )
    .whereRef('p.at', '=', 'b.replaced_at')
    .where('p.kind', '=', 'audits')
    .where('p.publication', '>', after)
    .where('p.publication', '<=', until)
    .whereRef('a.slug', '=', 'b.slug')
    .whereRef('a.audit_date', '=', 'b.audit_date')
    .whereRef('a.publication', '=', 'p.publication')
    .whereRef('a.published_at', '=', 'b.replaced_at')
    .whereRef('b.publication', '<', 'a.publication')
    .orderBy('a.publication')
    .orderBy('a.audit_id')
    .execute();
  return rows.map(({ before, now, ...row }) => ({
    ...row,
    criteria: moved(criterionScores(before), criterionScores(now)),
  }));
}

function moved(before: CriterionScores, now: CriterionScores): Correction['criteria'] {
  const ids = new Set([...now.criterion_ids, ...before.criterion_ids]);
  return [...ids].flatMap((id) => {
    const [from = null, to = null] = [scoreOf(before, id), scoreOf(now, id)];
    return from === to ? [] : [{ id, from, to }];
  });
}
