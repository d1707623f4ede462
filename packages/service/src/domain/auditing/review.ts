import { claimVerdict, type JudgedClaim, judgedClaim } from '@readymark/auditor/evidence/claim';
import { proposedEvidence } from '@readymark/auditor/evidence/draft-text';
import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import type { Audit } from '@readymark/rubric/audit/audit';
import { lacksEvidence } from '@readymark/rubric/audit/draft';
import { timestamp } from '@readymark/rubric/field';
import { type BusinessKind, businessKinds } from '@readymark/rubric/ladder';
import { z } from 'zod';

/**
 * What people did with a draft (decision 93): each revision says what was changed or confirmed, by whom and why. The machine's
 * proposals follow from the evidence and from what was answered about claims alone (decision 162).
 */
const points = z.int().min(0);

export const criterionReview = z.object({
  id: z.string(),
  from: points.meta({ description: 'Score before this revision.' }),
  to: points.meta({ description: 'Score after it; the same where it was confirmed.' }),
  evidence: z.string().nullable().meta({ description: 'The new text of the evidence; null where it stayed.' }),
  reason: z.string().nullable(),
});
type CriterionReview = z.infer<typeof criterionReview>;

export const revision = z.object({
  version: z.int().min(1).meta({ description: 'Version of the draft that this revision made.' }),
  reviewer: z.string(),
  at: timestamp,
  criteria: z.array(criterionReview),
  texts: z.array(z.string()).meta({ description: 'Other members of the record that were written anew.' }),
  claims: z
    .array(judgedClaim.extend({ verdict: claimVerdict.nullable() }))
    .optional()
    .meta({
      description: 'What was answered about claims, after which everything was scored anew; null takes it back.',
    }),
  rescored: z
    .array(z.object({ id: z.string(), from: points, to: points }))
    .optional()
    .meta({ description: 'Criteria whose score or evidence followed from that.' }),
  business: z.enum(businessKinds).optional().meta({ description: 'The kind of business that was chosen.' }),
});
export type Revision = z.infer<typeof revision>;

/** The kind of business that a draft is of (decision 177): what a person chose, else what the machine found, with its reason. */
export function businessOf(
  proposals: readonly CriterionProposal[],
  revisions: readonly Revision[],
): { business: BusinessKind; because: string } | undefined {
  const chosen = revisions.findLast(({ business }) => business !== undefined);
  if (chosen?.business) return { business: chosen.business, because: `${chosen.reviewer} chose it` };
  return proposals[0]?.advice;
}

type LastReview = CriterionReview & Pick<Revision, 'reviewer' | 'at' | 'version'>;

/** The last thing that a person did with each criterion as it is. What was scored anew since is to be looked at again. */
export function reviewsOf(revisions: readonly Revision[]): Map<string, LastReview> {
  const last = new Map<string, LastReview>();
  for (const { reviewer, at, version, criteria, rescored = [] } of revisions) {
    for (const { id } of rescored) last.delete(id);
    for (const review of criteria) last.set(review.id, { ...review, reviewer, at, version });
  }
  return last;
}

/** What is answered about claims: of each the last answer, without those that were taken back. */
export function judgedOf(revisions: readonly Pick<Revision, 'claims'>[]): JudgedClaim[] {
  const last = new Map<string, JudgedClaim>();
  for (const { verdict, ...one } of revisions.flatMap(({ claims = [] }) => claims))
    if (verdict === null) last.delete(one.claim);
    else last.set(one.claim, { ...one, verdict });
  return [...last.values()];
}

/**
 * Whether a score is one that the machine holds to be impossible, so that a reason is demanded (decision 121). Any score
 * is possible where it has no ladder.
 */
export const leavesInterval = (proposal: Pick<CriterionProposal, 'low' | 'high'> | undefined, score: number): boolean =>
  proposal !== undefined && (score < proposal.low || score > proposal.high);

/**
 * Criteria whose evidence says otherwise (decision 170): a person moved the score to a rung whose condition does not hold or was not
 * seen, and the sentence is still the machine's.
 */
export function contradictedCriteria(
  record: Pick<Audit, 'criteria'>,
  proposals: readonly CriterionProposal[],
  revisions: readonly Revision[],
): string[] {
  const written = writtenCriteria(record, proposals, revisions);
  return record.criteria.flatMap(({ id, score }) => {
    const proposal = proposals.find((one) => one.id === id);
    if (!proposal || score === proposal.proposed || written.has(id)) return [];
    const state = proposal.rungs.find((rung) => rung.score === score)?.state;
    return state === 'false' || state === 'unknown' ? [id] : [];
  });
}

/** Criteria whose evidence a person wrote since they were last scored anew, and that is not the machine's again. */
export function writtenCriteria(
  record: Pick<Audit, 'criteria'>,
  proposals: readonly CriterionProposal[],
  revisions: readonly Revision[],
): Set<string> {
  const written = new Set<string>();
  for (const { criteria, rescored = [] } of revisions) {
    for (const { id } of rescored) written.delete(id);
    for (const { id, evidence } of criteria) if (evidence !== null) written.add(id);
  }
  for (const proposal of proposals) {
    const evidence = record.criteria.find(({ id }) => id === proposal.id)?.evidence;
    if (evidence === proposedEvidence(proposal)) written.delete(proposal.id);
  }
  return written;
}

/** Texts that a person wrote, each with the criteria that were changed after it and that it names. */
export function olderTexts(record: Audit, revisions: readonly Revision[]): { name: string; criteria: string[] }[] {
  const written = new Map<string, number>();
  for (const { version, texts } of revisions) for (const name of texts) written.set(name, version);
  return [...written].flatMap(([name, version]) => {
    const text = JSON.stringify(record[name as keyof Audit]);
    const later = revisions.filter((one) => one.version > version).flatMap(({ criteria }) => criteria);
    const changed = new Set(
      later.filter(({ from, to, evidence }) => from !== to || evidence !== null).map(({ id }) => id),
    );
    const named = record.criteria.filter(
      (one) => changed.has(one.id) && (text.includes(one.id) || text.includes(one.name)),
    );
    return named.length ? [{ name, criteria: named.map(({ id }) => id) }] : [];
  });
}

/**
 * Criteria of a record that a person must touch and nobody did: those whose proposal says so, and those that the machine
 * did not score. One without written evidence, or whose evidence says otherwise, stays open whatever was done with it. Where a wrong reading would cost most comes
 * first, then the order of the record.
 */
export function openCriteria(
  record: Pick<Audit, 'criteria'>,
  proposals: readonly CriterionProposal[],
  revisions: readonly Revision[],
): string[] {
  const reviewed = reviewsOf(revisions);
  const contradicted = contradictedCriteria(record, proposals, revisions);
  const proposalOf = (id: string) => proposals.find((one) => one.id === id);
  const needsPerson = (id: string) => proposalOf(id)?.needs_human.length !== 0;
  return record.criteria
    .filter(
      (one) => lacksEvidence(one) || contradicted.includes(one.id) || (!reviewed.has(one.id) && needsPerson(one.id)),
    )
    .map(({ id }) => id)
    .sort((a, b) => (proposalOf(b)?.doubt ?? 0) - (proposalOf(a)?.doubt ?? 0));
}
