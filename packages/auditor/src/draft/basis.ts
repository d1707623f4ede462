import type { Audit, Criterion } from '@readymark/rubric/audit/audit';
import { lacksEvidence } from '@readymark/rubric/audit/draft';
import type { Ladder, Ladders } from '@readymark/rubric/ladder';
import { type Rubric, tierOf } from '@readymark/rubric/rubric';
import type { CriterionProposal } from '../score/proposal.ts';

/** What a draft is made from. Proposals for criteria that the rubric does not score (previews) are left out. */
export type DraftBasis = {
  rubric: Rubric;
  ladders: Ladders;
  proposals: readonly CriterionProposal[];
  /** The last audit of the same company: the summary says what it had, and its names of criteria are kept. */
  last?: Audit | undefined;
  /** Criteria that a person changed or confirmed: of these nothing is unobserved any more. */
  reviewed?: readonly string[] | undefined;
};

/** One criterion of the record with what it is drafted from. Both are undefined where the ladders say nothing of it. */
export type Drafted = {
  criterion: Criterion;
  /** Its place in the rubric: ties are broken by it. */
  place: number;
  pillar_max: number;
  ladder: Ladder | undefined;
  proposal: CriterionProposal | undefined;
  reviewed: boolean;
};

/** The criteria of a record in rubric order, each with its ladder and proposal. */
export function draftedOf(criteria: readonly Criterion[], basis: DraftBasis): Drafted[] {
  const { rubric, ladders, proposals, reviewed = [] } = basis;
  const max = new Map(rubric.pillars.map((pillar) => [pillar.id, pillar.max]));
  return criteria.map((criterion, place) => ({
    criterion,
    place,
    pillar_max: max.get(criterion.pillar) ?? 0,
    ladder: ladders.ladders.find(({ id }) => id === criterion.id),
    proposal: proposals.find(({ id }) => id === criterion.id),
    reviewed: reviewed.includes(criterion.id),
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
export function possibleScore({ criterion, proposal, reviewed }: Drafted): number {
  if (proposal === undefined) return isUnwritten(criterion) ? criterion.max : criterion.score;
  const untouched = !reviewed && criterion.score === proposal.proposed;
  const unseen = proposal.needs_human.includes('unobserved');
  return untouched && unseen ? Math.max(criterion.score, proposal.high) : criterion.score;
}

/** How evidence begins that says of nothing that it is there or absent. */
const NOT_JUDGED = /^Not (?:judged|confirmed|observed): /;

/** Whether a criterion still rests on evidence that says only that it was not judged: then nothing of it is known to be missing. */
export const isNotJudged = ({ criterion, proposal }: Drafted): boolean =>
  proposal !== undefined && criterion.score === proposal.proposed && NOT_JUDGED.test(criterion.evidence);

/** More unobserved criteria than these leave no tier, but an interval. */
const UNOBSERVED_MAX = 5;

/** Where a score may lie, and in which tiers, where so much was not observed that none can be named. */
export type OpenTier = { unobserved: string[]; low: number; high: number; tiers: [string, string] };

/** The interval of a draft of which more than five criteria were not observed; undefined for every other, which has its tier. */
export function openTier(criteria: readonly Criterion[], basis: DraftBasis): OpenTier | undefined {
  const all = draftedOf(criteria, basis);
  const unobserved = all.filter((item) => possibleScore(item) > item.criterion.score);
  if (unobserved.length <= UNOBSERVED_MAX) return undefined;
  const lowest = ({ criterion, proposal }: Drafted) =>
    proposal === undefined && isUnwritten(criterion) ? 0 : Math.min(criterion.score, proposal?.low ?? criterion.score);
  const low = all.reduce((sum, item) => sum + (unobserved.includes(item) ? lowest(item) : item.criterion.score), 0);
  const high = all.reduce((sum, item) => sum + possibleScore(item), 0);
  const name = (score: number) => tierOf(basis.rubric, score).name;
  return { unobserved: unobserved.map(({ criterion }) => criterion.id), low, high, tiers: [name(low), name(high)] };
}

/** The interval in words: `23 to 61 points, Agent-Invisible to Emerging`. */
export function openTierWords({ low, high, tiers: [from, to] }: OpenTier): string {
  return `${low} to ${high} points, ${from === to ? from : `${from} to ${to}`}`;
}
