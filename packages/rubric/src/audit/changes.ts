import type { Audit } from './audit.ts';

/**
 * A score that changed between two audits. A side is null when that audit's rubric does not have the pillar or
 * criterion.
 */
export type ScoreChange = {
  id: string;
  name: string;
  before: number | null;
  after: number | null;
  max_before: number | null;
  max_after: number | null;
};

export type AuditChanges = {
  score_before: number;
  score_after: number;
  points_gained: number;
  tier_before: string;
  tier_after: string;
  tier_changed: boolean;
  /** Whether the audits were made under different rubrics, so that maxima and criteria may differ. */
  rubric_changed: boolean;
  /** Only what changed, in rubric order. */
  pillars: ScoreChange[];
  criteria: ScoreChange[];
};

type Scored = { id: string; name: string; score: number; max: number };

function changesBetween(before: readonly Scored[], after: readonly Scored[]): ScoreChange[] {
  const old = new Map(before.map((item) => [item.id, item]));
  const now = new Set(after.map(({ id }) => id));
  const pairs = [
    ...after.map((item) => ({ earlier: old.get(item.id), item })),
    ...before.filter(({ id }) => !now.has(id)).map((earlier) => ({ earlier, item: undefined })),
  ];
  return pairs
    .map(({ earlier, item }) => ({
      id: (item ?? earlier)?.id ?? '',
      name: (item ?? earlier)?.name ?? '',
      before: earlier?.score ?? null,
      after: item?.score ?? null,
      max_before: earlier?.max ?? null,
      max_after: item?.max ?? null,
    }))
    .filter((change) => change.before !== change.after || change.max_before !== change.max_after);
}

const pillarsOf = ({ pillars }: Audit): Scored[] => Object.entries(pillars).map(([id, pillar]) => ({ id, ...pillar }));

/**
 * What changed from one audit of a company to a later one: score, tier, and the pillars and criteria that changed. Under
 * two rubrics a criterion that only one of them scores has null on the other side, and one with another maximum counts
 * as changed.
 */
export function auditChanges(before: Audit, after: Audit): AuditChanges {
  return {
    score_before: before.overall_score,
    score_after: after.overall_score,
    points_gained: after.overall_score - before.overall_score,
    tier_before: before.tier,
    tier_after: after.tier,
    tier_changed: before.tier !== after.tier,
    rubric_changed: before.rubric_version !== after.rubric_version,
    pillars: changesBetween(pillarsOf(before), pillarsOf(after)),
    criteria: changesBetween(before.criteria, after.criteria),
  };
}
