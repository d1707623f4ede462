import { type AdvisedAction, advisedActions } from '@readymark/auditor/draft/actions';
import { openTier } from '@readymark/auditor/draft/basis';
import { changesSince } from '@readymark/auditor/draft/changes';
import { criterionChange } from '@readymark/auditor/draft/page-changes';
import { type EvidenceBundle, evidenceSource } from '@readymark/auditor/evidence/evidence';
import { advice, type CriterionProposal, criterionProposal } from '@readymark/auditor/score/proposal';
import { audit, overallScore } from '@readymark/rubric/audit/audit';
import { day, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { jobId } from '../../../domain/auditing/job.ts';
import { receiptCriteria } from '../../../domain/auditing/receipts.ts';
import {
  businessOf,
  contradictedCriteria,
  criterionReview,
  olderTexts,
  reviewsOf,
  revision,
} from '../../../domain/auditing/review.ts';
import { typedEntry } from '../../../domain/auditing/typed.ts';
import { findWholeJob } from '../../../store/auditing/audit-jobs.ts';
import { entriesOf } from '../../../store/auditing/draft-entries.ts';
import type { AuditJobRow } from '../../../store/auditing/rows.ts';
import { auditWithReceipts } from '../../../store/desk-audits.ts';
import { refuseBlind } from '../../auditing/draft-rules.ts';
import { draftBasis } from '../../auditing/drafting.ts';
import { publishedDraft, publishedDraftOf } from '../../auditing/published-draft.ts';
import { type ReviewedDraft, reviewedDraft } from '../../auditing/reviewed-draft.ts';
import { wholeJobAt } from '../../auditing/shown-job.ts';
import { noteView } from '../../auditing/visits.ts';
import type { Context } from '../../context.ts';
import { deskOperation } from '../../desk-operation.ts';

const points = z.int().min(0);

const draftedCriterion = criterionProposal.omit({ advice: true }).extend({
  name: z.string(),
  max: points,
  score: points.nullable().describe('In the draft as reviewed; null for a preview, which the record does not have'),
  question: z.string().nullable().describe('What only a person can judge'),
  sources: z.array(evidenceSource),
  open: z.boolean().describe('Whether a person must still change or confirm it'),
  contradicted: z
    .boolean()
    .describe(
      'Whether its score is on a rung that does not hold or was not seen, and its evidence is still that of the machine',
    ),
  review: criterionReview
    .omit({ id: true })
    .extend({ reviewer: z.string(), at: timestamp })
    .nullable()
    .describe('What a person last did with it'),
});

/**
 * The draft of a job as far as it was reviewed, with what the machine proposed and why, what a person must still look at,
 * and what changed since the last audit of the company (decision 93). Faults: not_found; conflict, when there is no draft.
 */
export const readDraft = deskOperation({
  name: 'read_draft',
  title: 'Read a draft',
  summary: 'Shows the draft of an audit with what it rests on.',
  path: 'GET /api/desk/audit-jobs/{job_id}/draft',
  guidance:
    'With every criterion: the interval, the rungs with their state, evidence and sources, why a person is needed, and what changed since the last audit.',
  faults: ['not_found', 'conflict'],
  input: z.object({ job_id: jobId }),
  output: z.object({
    job_id: z.string(),
    version: points.describe('Send it with a revision'),
    by_hand: z.boolean().describe('Nothing was visited: there are neither proposals nor sources'),
    hash: z.string().describe('SHA-256 of the record as canonical JSON; send it to publish exactly this record'),
    record: audit,
    overall: z.object({ low: overallScore, proposed: overallScore, high: overallScore, reviewed: overallScore }),
    open_tier: z
      .object({ unobserved: z.array(z.string()), low: overallScore, high: overallScore, tiers: z.array(z.string()) })
      .nullable()
      .describe('Where more than five criteria were not observed: the interval that is named in place of a tier'),
    business: advice
      .pick({ business: true, because: true })
      .nullable()
      .describe(
        'The kind of business: actions are chosen for that of the machine, and the company is compared with others of it',
      ),
    snippets: z
      .array(advice.shape.snippets.element.omit({ name: true }).extend({ action: z.string() }))
      .describe('What is to be pasted into the site for the priority actions; capitals say what was not read'),
    criteria: z.array(draftedCriterion),
    open: z.array(z.string()).describe('Criteria that a person must still change or confirm'),
    revisions: z.array(revision),
    older_texts: z
      .array(z.object({ name: z.string(), criteria: z.array(z.string()) }))
      .describe('Texts that a person wrote before criteria changed that they name'),
    typed: z.array(typedEntry).describe('What you have typed into it and not saved yet'),
    last_audit_date: day.nullable().describe('The audit that changes are counted from; null for a new company'),
    last_job_id: z.string().nullable().describe('The audit job whose evidence that one rests on, where there is one'),
    changes: z.array(criterionChange).describe('What changed since the last audit, and which pages show it'),
    published: publishedDraft.nullable().describe('What was last published from this draft'),
  }),
  async handler(ctx, { job_id }, { operator }) {
    const job = await wholeJobAt(ctx.store.db, job_id);
    await refuseBlind(ctx, ctx.store.db, job, operator);
    const draft = reviewedDraft(job);
    await noteView(ctx, job_id, operator);
    const { record, hash, proposals, revisions, open } = draft;
    const criteria = criteriaOf(ctx, job, draft);
    const scored = criteria.filter(({ score }) => score !== null);
    const sum = (of: 'low' | 'proposed' | 'high') =>
      scored.reduce((total, one) => total + Math.min(one[of], one.max), 0);
    const overall = { low: sum('low'), proposed: sum('proposed'), high: sum('high'), reviewed: record.overall_score };
    const since = await lastAudit(ctx, job);
    const changes = since
      ? changesSince(since.evidenced, { audit: record, sources: proposals, items: itemsOf(job.bundle) })
      : [];
    const typed = await entriesOf(ctx.store.db, { job_id, operator });
    const { version } = job;
    const by_hand = job.by_hand === 1;
    const [last_audit_date, last_job_id] = [since?.audit_date ?? null, since?.job_id ?? null];
    const published = await publishedDraftOf(ctx.store.db, job, hash, ctx.now());
    return {
      ...{ job_id, version, by_hand, hash, record, overall, criteria, open, revisions, typed },
      ...{ last_audit_date, last_job_id, changes, published, older_texts: olderTexts(record, revisions) },
      ...(await adviceOf(ctx, job, draft)),
    };
  },
});

export type Draft = z.output<typeof readDraft.output>;

/** What the draft says beside its record: the interval where no tier can be named, and what its actions come with. */
async function adviceOf(ctx: Context, job: AuditJobRow, { record, proposals, revisions }: ReviewedDraft) {
  const reviewed = [...reviewsOf(revisions).keys()];
  const basis = { ...(await draftBasis(ctx, job, proposals)), reviewed };
  const given = businessOf(proposals, revisions);
  const snippets = advisedActions(record, basis.ladders, proposals).flatMap(
    ({ action, snippets: texts }: AdvisedAction) =>
      texts.map(({ title, place, text }) => ({ action, title, place, text })),
  );
  return {
    open_tier: job.by_hand === 1 ? null : (openTier(record.criteria, basis) ?? null),
    business: given ? { business: given.business, because: given.because } : null,
    snippets,
  };
}

/** The criteria of the record in its order, then previews. */
function criteriaOf({ rubrics, ladders }: Context, { rubric }: AuditJobRow, draft: ReviewedDraft) {
  const { record, proposals, open } = draft;
  const contradicted = contradictedCriteria(record, proposals, draft.revisions);
  const reviews = reviewsOf(draft.revisions);
  const names = [...rubrics.values()].flatMap(({ criteria }) => criteria);
  const previews = proposals.filter(({ id }) => !record.criteria.some((one) => one.id === id));
  return [...record.criteria, ...previews].map(({ id }) => {
    const scored = record.criteria.find((one) => one.id === id);
    const rule = rubrics.get(rubric)?.criteria.find((one) => one.id === id) ?? names.find((one) => one.id === id);
    const max = rule?.max ?? 5;
    const { id: _, ...review } = reviews.get(id) ?? { id };
    const ladder = ladders.get(rubric)?.ladders.find((one) => one.id === id);
    // Where nothing was noteView at, a person reads what each rung demands.
    const rungs = (ladder?.rungs ?? []).map(({ score, text }) => ({ score, text, state: 'unknown' as const }));
    return {
      // A criterion that the machine has no ladder for may have any score.
      ...(withoutAdvice(proposals.find((one) => one.id === id)) ?? {
        ...{ id, low: 0, proposed: 0, high: max, needs_human: [], evidence: '', sources: [], rungs },
      }),
      name: scored?.name ?? rule?.name ?? id,
      max,
      score: scored?.score ?? null,
      question: ladder?.question ?? null,
      open: open.includes(id),
      contradicted: contradicted.includes(id),
      review: 'reviewer' in review ? review : null,
    };
  });
}

function withoutAdvice(proposal: CriterionProposal | undefined) {
  if (proposal === undefined) return undefined;
  const { advice: _, ...rest } = proposal;
  return rest;
}

/** The audit that was current when the draft was made, with what it rests on as far as that is kept. */
async function lastAudit({ store: { db } }: Context, { audit_id_before }: AuditJobRow) {
  const last = audit_id_before === null ? undefined : await auditWithReceipts(db, audit_id_before);
  if (!last) return undefined;
  const sources = last.receipts === null ? [] : receiptCriteria(last.receipts);
  const job = last.job_id === null ? undefined : await findWholeJob(db, last.job_id);
  const evidenced = { audit: last.audit, sources, items: itemsOf(job?.bundle ?? null) };
  return { audit_date: last.audit.audit_date, job_id: last.job_id, evidenced };
}

const itemsOf = (bundle: string | null) => (bundle === null ? [] : (JSON.parse(bundle) as EvidenceBundle).items);
