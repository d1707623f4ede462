import type { Audit } from './audit.ts';

/**
 * A score that moved between two audits. A side is null where that audit's rubric does not know the pillar or
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
  /** The audits were made under different rubrics, so maxima and criteria may differ too. */
  rubric_changed: boolean;
  /** Only what moved, in rubric order. */
  pillars: ScoreChange[];
  criteria: ScoreChange[];
};

type Scored = { id: string; name: string; score: number; max: number };

function changesBetween(before: readonly Scored[], after: readonly Scored[]): ScoreChange[] {
  const old = new Map(before.map((item) => [item.id, item]));
  const now = new Set(after.map(({ id }) => id));
  const pairs = [
    ...after.map((item) => ({ was: old.get(item.id), item })),
    ...before.filter(({ id }) => !now.has(id)).map((was) => ({ was, item: undefined })),
  ];
  return pairs
    .map(({ was, item }) => ({
      id: (item ?? was)?.id ?? '',
      name: (item ?? was)?.name ?? '',
      before: was?.score ?? null,
      after: item?.score ?? null,
      max_before: was?.max ?? null,
      max_after: item?.max ?? null,
    }))
    .filter((move) => move.before !== move.after || move.max_before !== move.max_after);
}

const pillarsOf = ({ pillars }: Audit): Scored[] => Object.entries(pillars).map(([id, pillar]) => ({ id, ...pillar }));

/**
 * What changed from one audit of a company to a later one: score, tier, and the pillars and criteria that moved. Under
 * two rubrics a criterion that only one of them scores has null on the other side, and one whose maximum differs counts
 * as moved.
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
