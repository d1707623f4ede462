import type { AssistRecording } from '@readymark/auditor/assist/assistant';
import { rescoredDraft } from '@readymark/auditor/draft/draft';
import type { Claim, JudgedClaim } from '@readymark/auditor/evidence/claim';
import type { EvidenceBundle } from '@readymark/auditor/evidence/evidence';
import { propose } from '@readymark/auditor/propose';
import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import { judgedOf, type Revision, reviewsOf } from '../../domain/auditing/review.ts';
import type { RevisionOrder } from '../../domain/auditing/revision-order.ts';
import { Fault } from '../../domain/fault.ts';
import { bodiesOfJob } from '../../store/auditing/evidence.ts';
import type { AuditJobRow } from '../../store/auditing/rows.ts';
import type { Context } from '../context.ts';
import { draftBasis } from './drafting.ts';
import type { ReviewedDraft } from './reviewed-draft.ts';

/** The claim of a draft that is answered; undefined for one that it does not have. */
export const claimOf = (
  { proposals }: Pick<ReviewedDraft, 'proposals'>,
  { id, claim }: RevisionOrder['claims'][number],
): Claim | undefined => proposals.find((one) => one.id === id)?.claims?.find((one) => one.claim === claim);

/**
 * A draft with answers about claims: proposals from the same evidence, and what follows from them. Scores and texts that a person
 * wrote stay (decision 162). Faults: conflict, when nothing was collected for the draft.
 */
export async function scoredAnew(
  ctx: Context,
  job: AuditJobRow,
  before: ReviewedDraft,
  answers: RevisionOrder['claims'],
): Promise<{
  draft: Pick<ReviewedDraft, 'record' | 'proposals'>;
  revision: Required<Pick<Revision, 'claims' | 'rescored'>>;
}> {
  const claims = answers.flatMap((one) => {
    const known = claimOf(before, one);
    const { id: criterion, claim, verdict } = one;
    return known ? [{ criterion, claim, types: known.types, quote: known.quote, verdict }] : [];
  });
  const proposals = await proposalsWith(ctx, job, judgedOf([...before.revisions, { claims }]));
  const reviewed = [...reviewsOf(before.revisions).keys()];
  const basis = { ...(await draftBasis(ctx, job, before.proposals)), reviewed };
  const moved = rescoredDraft(before.record, basis, { ...basis, proposals }).criteria.filter((one) => {
    const was = before.record.criteria.find(({ id }) => id === one.id);
    return was?.score !== one.score || was.evidence !== one.evidence;
  });
  const untouched = reviewed.filter((id) => !moved.some((one) => one.id === id));
  const record = rescoredDraft(before.record, basis, { ...basis, proposals, reviewed: untouched });
  const rescored = moved.map(({ id, score: to }) => {
    const from = before.record.criteria.find((one) => one.id === id)?.score ?? 0;
    return { id, from, to };
  });
  return { draft: { record, proposals }, revision: { claims, rescored } };
}

/** What the machine proposes from a job's evidence with answers about claims; what a model had said is taken from its recording. */
async function proposalsWith(
  ctx: Context,
  job: AuditJobRow,
  judged: readonly JudgedClaim[],
): Promise<CriterionProposal[]> {
  if (job.bundle === null) throw new Fault('conflict', `${job.job_id} has no evidence that could be scored anew.`);
  if (job.evidence_kept !== null)
    throw new Fault(
      'conflict',
      `The pages of ${job.job_id} that no published score cites are not kept any more; start the audit again.`,
    );
  const rubric = ctx.rubrics.get(job.rubric);
  if (!rubric) throw new Error(`there is no rubric ${job.rubric}`);
  const bundle = JSON.parse(job.bundle) as EvidenceBundle;
  const bodies = await bodiesOfJob(ctx, job.job_id);
  const recorded = job.assist === null ? undefined : (JSON.parse(job.assist) as AssistRecording);
  return [...(await propose(ctx.auditor, { bundle, bodies }, rubric, { judged, recorded })).proposals];
}
