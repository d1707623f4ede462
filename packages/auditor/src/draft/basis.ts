import type { Audit, Criterion } from '@readymark/rubric/audit/audit';
import { lacksEvidence } from '@readymark/rubric/audit/draft';
import type { Ladder, Ladders } from '@readymark/rubric/ladder';
import type { Rubric } from '@readymark/rubric/rubric';
import type { CriterionProposal } from '../score/proposal.ts';

/** What a draft is made from. Proposals for criteria that the rubric does not score (previews) are left out. */
export type DraftBasis = {
  rubric: Rubric;
  ladders: Ladders;
  proposals: readonly CriterionProposal[];
  /** The last audit of the same company: the summary says what it had, and its names of criteria are kept. */
  last?: Audit | undefined;
};

/** One criterion of the record with what it is drafted from. Both are undefined where the ladders say nothing of it. */
export type Drafted = {
  criterion: Criterion;
  /** Its place in the rubric: ties are broken by it. */
  place: number;
  pillar_max: number;
  ladder: Ladder | undefined;
  proposal: CriterionProposal | undefined;
};

/** The criteria of a record in rubric order, each with its ladder and proposal. */
export function draftedOf(criteria: readonly Criterion[], { rubric, ladders, proposals }: DraftBasis): Drafted[] {
  const max = new Map(rubric.pillars.map((pillar) => [pillar.id, pillar.max]));
  return criteria.map((criterion, place) => ({
    criterion,
    place,
    pillar_max: max.get(criterion.pillar) ?? 0,
    ladder: ladders.ladders.find(({ id }) => id === criterion.id),
    proposal: proposals.find(({ id }) => id === criterion.id),
  }));
}

/** The evidence of a criterion that the ladders say nothing of, until a person writes it. */
export const NOT_SCORED =
  'Not scored: the ladders of this rubric have none for this criterion, so a person must judge it.';

/** Whether neither a machine nor a person has said what a score rests on. */
const isUnwritten = (criterion: Criterion) => criterion.evidence === NOT_SCORED || lacksEvidence(criterion);

/**
 * The highest score that a criterion may have had if everything had been seen: above its score only where the machine's
 * own score is still valid and something was not observed. What was not seen is never called absent.
 */
export function possibleScore({ criterion, proposal }: Drafted): number {
  if (proposal === undefined) return isUnwritten(criterion) ? criterion.max : criterion.score;
  const untouched = criterion.score === proposal.proposed;
  const unseen = proposal.needs_human.includes('unobserved');
  return untouched && unseen ? Math.max(criterion.score, proposal.high) : criterion.score;
}
