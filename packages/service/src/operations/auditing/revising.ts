import { redraft } from '@readymark/auditor/draft/draft';
import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import { type Audit, issueText } from '@readymark/rubric/audit/audit';
import { checkAudit } from '@readymark/rubric/audit/check';
import type { FieldError } from '@readymark/rubric/field';
import { changedSince, type RecordText, recordTexts } from '../../domain/auditing/meanwhile.ts';
import { businessOf, leavesInterval, type Revision, reviewsOf } from '../../domain/auditing/review.ts';
import type { RevisedDraft, RevisionOrder } from '../../domain/auditing/revision-order.ts';
import { isSaved } from '../../domain/auditing/typed.ts';
import { canonicalHash } from '../../domain/canonical-json.ts';
import { Fault, invalidFields } from '../../domain/fault.ts';
import { deleteEntries, entriesOf } from '../../store/auditing/draft-entries.ts';
import { reviseJob } from '../../store/auditing/drafts.ts';
import type { AuditJobRow } from '../../store/auditing/rows.ts';
import type { Context } from '../context.ts';
import type { DeskCall } from '../desk-operation.ts';
import { refuseBlind } from './draft-rules.ts';
import { draftBasis } from './drafting.ts';
import { refuseClosed } from './published-draft.ts';
import { type ReviewedDraft, reviewedDraft } from './reviewed-draft.ts';
import { claimOf, scoredAnew } from './scored-anew.ts';
import { wholeJobAt } from './shown-job.ts';

/** A revision that may be merged is tried so often; others have revised the draft each time. */
const ATTEMPTS_MAX = 10;

/**
 * Stores the next version of a draft, and deletes what the reviewer had typed and is saved by it, in one transaction
 * (decisions 93 and 121). Faults: not_found; conflict, when there is no draft, it is published and closed (decision
 * 131), or others revised it, with what they changed; invalid_request.
 */
export async function revise(ctx: Context, order: RevisionOrder, desk: DeskCall): Promise<RevisedDraft> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
    const job = await wholeJobAt(ctx.store.db, order.job_id);
    await refuseBlind(ctx, ctx.store.db, job, desk.operator);
    const before = reviewedDraft(job);
    refuseOtherVersion(job, before, order);
    await refuseClosed(ctx.store.db, job.job_id, before.revisions, ctx.now());
    const errors = mistakes(ctx, job, before, order);
    if (errors.length) throw invalidFields(errors);
    const made = await nextVersion(ctx, job, before, order, desk.operator);
    if (await store(made, order, desk)) {
      const { record, revision, version } = made;
      const { open } = reviewedDraft({
        ...job,
        draft: JSON.stringify(record),
        proposals: JSON.stringify(made.proposals),
        revisions: JSON.stringify(made.revisions),
      });
      const { overall_score, tier } = record;
      return { job_id: job.job_id, version, hash: canonicalHash(record), overall_score, tier, open, revision };
    }
  }
  throw new Fault('conflict', `The draft of ${order.job_id} is revised by others all the time. Read it and try again.`);
}

const textsOf = (order: RevisionOrder) => recordTexts.filter((name) => order[name] !== undefined);

/** Faults: conflict, when the draft is another version than was read and the order may not be merged with it. */
function refuseOtherVersion({ job_id, version }: AuditJobRow, before: ReviewedDraft, order: RevisionOrder): void {
  if (version === order.version) return;
  const touched = [...[...order.criteria, ...order.claims].map(({ id }) => id), ...order.confirm, ...textsOf(order)];
  const meanwhile = changedSince(before, order.version, touched);
  const both = meanwhile.filter((one) => one.touched).map(({ field }) => field);
  if (order.merge && !both.length && order.version < version) return;
  const what = both.length ? ` ${both.join(', ')} ${both.length > 1 ? 'were' : 'was'} changed too.` : '';
  throw new Fault(
    'conflict',
    `The draft of ${job_id} was revised in the meantime: its version is ${version}.${what} Read it again.`,
    { meanwhile },
  );
}

/** What keeps a revision from being made. */
function mistakes(ctx: Context, { rubric }: AuditJobRow, before: ReviewedDraft, order: RevisionOrder): FieldError[] {
  const errors: FieldError[] = [];
  const rules = new Map(ctx.rubrics.get(rubric)?.criteria.map((rule) => [rule.id, rule]));
  const known = [...rules.keys()].join(', ');
  const named = [...order.criteria.map(({ id }) => id), ...order.confirm];
  for (const [at, change] of order.criteria.entries()) {
    const field = `criteria[${at}]`;
    const rule = rules.get(change.id);
    if (!rule) errors.push({ field: `${field}.id`, message: `must be one of ${known}` });
    else if (change.score !== undefined && change.score > rule.max)
      errors.push({ field: `${field}.score`, message: `must be at most ${rule.max}` });
    else if (change.score === undefined && change.evidence === undefined)
      errors.push({ field, message: 'must have a score or evidence; name it in confirm if it is right as it is' });
    else if (lacksReason(before, change)) {
      const { low, high } = before.proposals.find(({ id }) => id === change.id) ?? { low: 0, high: rule.max };
      errors.push({
        field: `${field}.reason`,
        message: `is required: ${change.id} was proposed with ${low === high ? low : `${low} to ${high}`}`,
      });
    }
  }
  for (const [at, one] of order.claims.entries())
    if (!claimOf(before, one))
      errors.push({ field: `claims[${at}].claim`, message: `must be a claim of ${one.id} as read_draft lists them` });
  for (const [at, id] of order.confirm.entries())
    if (!rules.has(id)) errors.push({ field: `confirm[${at}]`, message: `must be one of ${known}` });
  if (new Set(named).size !== named.length)
    errors.push({ field: 'criteria', message: 'must name each criterion once, in criteria or in confirm' });
  return errors;
}

/** Whether a score leaves the interval without a reason. One that the draft has already was given its reason before. */
function lacksReason(
  { record, proposals }: ReviewedDraft,
  { id, score, reason }: RevisionOrder['criteria'][number],
): boolean {
  if (score === undefined || reason || record.criteria.find((one) => one.id === id)?.score === score) return false;
  return leavesInterval(
    proposals.find((one) => one.id === id),
    score,
  );
}

type Made = {
  record: Audit;
  proposals: CriterionProposal[];
  revision: Revision | null;
  revisions: Revision[];
  version: number;
};

/** The next version of a draft; the present one where nothing differs. Faults: invalid_request, when it is not valid under its rubric. */
async function nextVersion(
  ctx: Context,
  job: AuditJobRow,
  before: ReviewedDraft,
  order: RevisionOrder,
  reviewer: string,
): Promise<Made> {
  const { record, revisions, proposals } = before;
  const texts = textsOf(order).filter((name) => JSON.stringify(order[name]) !== JSON.stringify(record[name]));
  const { business } = order;
  const chosen = business !== undefined && business !== businessOf(proposals, revisions)?.business;
  if (!order.criteria.length && !order.confirm.length && !order.claims.length && !texts.length && !chosen)
    return { record, proposals, revision: null, revisions, version: job.version };
  const version = job.version + 1;
  const by = { version, reviewer, at: ctx.now().toISOString() };
  const answered = order.claims.length ? await scoredAnew(ctx, job, before, order.claims) : undefined;
  const follows = answered ? [{ ...by, criteria: [], texts: [], ...answered.revision }] : [];
  const now = { ...before, ...answered?.draft, revisions: [...revisions, ...follows] };
  const revision = { ...revisionOf(now, order, texts, by), ...answered?.revision, ...(chosen && { business }) };
  const after = await revised(ctx, job, now, order, texts);
  return { record: after, proposals: now.proposals, revision, revisions: [...revisions, revision], version };
}

async function revised(
  ctx: Context,
  job: AuditJobRow,
  before: ReviewedDraft,
  order: RevisionOrder,
  texts: readonly RecordText[],
): Promise<Audit> {
  const reviewed = [...reviewsOf(before.revisions).keys()];
  const basis = { ...(await draftBasis(ctx, job, before.proposals)), reviewed };
  const changes = Object.fromEntries(order.criteria.map(({ id, score, evidence }) => [id, { score, evidence }]));
  const written = Object.fromEntries(texts.map((name) => [name, order[name]]));
  const checked = checkAudit({ ...redraft(before.record, changes, basis, order.confirm), ...written }, ctx.rubrics);
  if ('audit' in checked) return checked.audit;
  throw invalidFields(
    checked.issues.map((issue) => ({ field: issue.path.replace('$.', ''), message: issueText(issue) })),
    'The record would not be valid; nothing was changed.',
  );
}

function revisionOf(
  { record }: ReviewedDraft,
  order: RevisionOrder,
  texts: readonly RecordText[],
  by: Pick<Revision, 'version' | 'reviewer' | 'at'>,
): Revision {
  const reviewed = (id: string, score?: number, evidence?: string, reason?: string) => {
    const before = record.criteria.find((one) => one.id === id);
    const from = before?.score ?? 0;
    const written = evidence === undefined || evidence === before?.evidence ? null : evidence;
    return { id, from, to: score ?? from, evidence: written, reason: reason || null };
  };
  const changed = order.criteria.map(({ id, score, evidence, reason }) => reviewed(id, score, evidence, reason));
  return { ...by, criteria: [...changed, ...order.confirm.map((id) => reviewed(id))], texts: [...texts] };
}

/** @returns false when the draft is another version by now, or no draft any more */
function store(next: Made, order: RevisionOrder, { operator, change }: DeskCall): Promise<boolean> {
  const { job_id, criteria } = order;
  const { revision, revisions, version } = next;
  return change(async (tx, { record }) => {
    if (revision) {
      const [draft, proposals] = [JSON.stringify(next.record), JSON.stringify(next.proposals)];
      const row = { draft, proposals, revisions: JSON.stringify(revisions), version };
      if (!(await reviseJob(tx, job_id, row))) return false;
      await record(job_id, { version, criteria: revision.criteria.map(({ id }) => id), texts: revision.texts });
    }
    const typed = await entriesOf(tx, { job_id, operator });
    const saved = typed.filter(({ field }) => isSaved(field, { criteria, texts: textsOf(order) }));
    await deleteEntries(
      tx,
      { job_id, operator },
      saved.map(({ field }) => field),
    );
    return true;
  });
}
