import { type CriterionScores, criterionScores, scoreOf } from '@readymark/rubric/audit/criterion-scores';
import type { Correction } from '../domain/audit/correction.ts';
import type { Db } from './engine/engine.ts';

/**
 * What publications after one and up to another corrected, in their order: audits in place of others of the same company and date.
 * Publications that correct a name have the same scores, and are none of these.
 */
export async function correctionsBetween(db: Db, after: number, until: number): Promise<Correction[]> {
  const rows = await db
    .selectFrom('audits as a')
    .innerJoin('publications as p', (join) =>
      join.onRef('p.publication', '=', 'a.publication').on('p.kind', '=', 'audits'),
    )
    .innerJoin('audits as b', (join) =>
      join
        .onRef('b.slug', '=', 'a.slug')
        .onRef('b.audit_date', '=', 'a.audit_date')
        .onRef('b.replaced_at', '=', 'a.published_at')
        .onRef('b.publication', '<', 'a.publication'),
    )
    .select(['a.publication', 'a.slug', 'a.audit_date', 'a.published_at as at', 'a.correction_reason as reason'])
    .select(['b.overall_score as score_before', 'a.overall_score as score_after'])
    .select(['b.criterion_scores as before', 'a.criterion_scores as now'])
    .where('a.publication', '>', after)
    .where('a.publication', '<=', until)
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
