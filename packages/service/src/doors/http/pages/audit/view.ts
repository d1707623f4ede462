import type { Audit, PriorityAction } from '@readymark/rubric/audit/audit';
import { type Ladder, laddersById } from '@readymark/rubric/ladder';
import { type Rubric, rubricOfLabel, tierOf } from '@readymark/rubric/rubric';
import { type PageInput, rubricOf } from '../page-input.ts';
import { type AuditReplies, repliesTo } from '../replies/view.ts';
import { ladderPath } from '../rubric/view.ts';

/** An action, with the score and tier after it and all actions before it are completed. */
type Step = PriorityAction & { score_after: number; tier_after: string; reaches: boolean };

/** What every page of one audit shows, of the current one or of an earlier one. */
export type AuditView<Shown extends Audit = Audit> = {
  record: Shown;
  rubric: Rubric;
  /** How points are given under that rubric, by criterion; empty for one without ladders (decision 91). */
  ladders: ReadonlyMap<string, Ladder>;
  /** Where the ladder of a criterion is shown. */
  ladderAt(id: string): string;
  steps: readonly Step[];
  /** The next better tier and the points to it; undefined in the best tier. */
  next: { tier: string; points: number } | undefined;
  /** What the company says of it (decision 156). */
  replies: AuditReplies;
};

/** Criteria by pillar, in rubric order (decision 8), or those that lack most first. */
export type CriteriaOrder = 'pillar' | 'weakest';

/** What any page shows of one audit of a company. @param where whether it shows more than the audit: see `repliesTo` */
export function auditView<Shown extends Audit>(
  input: PageInput,
  record: Shown,
  where: 'beside' | 'alone' = 'alone',
): AuditView<Shown> {
  const { snapshot, rubrics, ladders, today } = input;
  const rubric =
    rubricOfLabel(rubrics, record.rubric_version) ?? rubricOf(rubrics, snapshot.entry(record.slug)?.rubric ?? '');
  const above = rubric.tiers.filter(({ min }) => min > record.overall_score).at(-1);
  return {
    record,
    rubric,
    ladders: laddersById(ladders.get(rubric.version)),
    ladderAt: (id) => ladderPath(input, rubric.version, id),
    steps: stepsOf(record, rubric),
    next: above && { tier: above.name, points: above.min - record.overall_score },
    replies: repliesTo(record, snapshot.replies(record.slug), {
      ...{ today, where, corrections: snapshot.corrections(record.slug) },
    }),
  };
}

/** Actions add up in the order of the audit, never beyond the rubric's total. */
function stepsOf({ overall_score, priority_actions }: Audit, rubric: Rubric): Step[] {
  let score = overall_score;
  return priority_actions.map((action) => {
    const tier_before = tierOf(rubric, score).name;
    score = Math.min(rubric.total, score + action.points_gain);
    const tier_after = tierOf(rubric, score).name;
    return { ...action, score_after: score, tier_after, reaches: tier_after !== tier_before };
  });
}
