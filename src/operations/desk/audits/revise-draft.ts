import { z } from 'zod';
import { redraft } from '../../../auditor/draft/draft.ts';
import { type Audit, audit, issueText } from '../../../domain/audit/audit.ts';
import { checkAudit } from '../../../domain/audit/check.ts';
import { jobId } from '../../../domain/auditing/job.ts';
import { type Revision, revision } from '../../../domain/auditing/review.ts';
import { canonicalHash } from '../../../domain/canonical-json.ts';
import { Fault, type FieldError, invalidFields } from '../../../domain/fault.ts';
import { freeText, wholeNumber } from '../../../domain/field.ts';
import { reviseJob } from '../../../store/auditing/audit-jobs.ts';
import { insertAction } from '../../../store/desk-actions.ts';
import type { AuditJobRow } from '../../../store/tables.ts';
import { draftBasis } from '../../auditing/drafting.ts';
import { type ReviewedDraft, reviewedDraft } from '../../auditing/reviewed-draft.ts';
import { wholeJobAt } from '../../auditing/shown-job.ts';
import type { Context } from '../../context.ts';
import { operation, operatorOf } from '../../operation.ts';

const reason = freeText(1_000);
const id = z.string().trim().toUpperCase().min(1).max(40);
const { strongest_signals, critical_gaps, priority_actions } = audit.shape;

const texts = z.object({
  strongest_signals: strongest_signals.optional(),
  critical_gaps: critical_gaps.optional(),
  priority_actions: priority_actions.optional(),
  executive_summary: freeText(10_000).optional(),
});

const input = texts.extend({
  job_id: jobId,
  version: wholeNumber(0, 1_000_000).describe('Version of the draft that was read'),
  criteria: z
    .array(
      z.object({
        id,
        score: wholeNumber(0, 1_000).optional(),
        evidence: freeText(10_000).optional(),
        reason: reason.optional().describe('Required for a score that differs from the proposal'),
      }),
    )
    .max(100)
    .default([])
    .describe('Scores and evidence to change'),
  confirm: z.array(id).max(100).default([]).describe('Criteria that are right as they are'),
});
type Input = z.output<typeof input>;

/**
 * Changes or confirms parts of a draft; sums, tier and what follows are made anew (decision 93). Faults: not_found;
 * conflict, when there is no draft or somebody else revised it; invalid_request.
 */
export const reviseDraft = operation({
  name: 'revise_draft',
  title: 'Revise a draft',
  summary: 'Changes or confirms scores, evidence and texts of a draft.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found', 'conflict'],
  input,
  output: z.object({
    job_id: z.string(),
    version: z.int(),
    hash: z.string().describe('SHA-256 of the record as canonical JSON'),
    overall_score: z.int(),
    tier: z.string(),
    open: z.array(z.string()).describe('Criteria that a person must still change or confirm'),
    revision,
  }),
  http: [
    {
      method: 'POST',
      path: '/api/desk/audit-jobs/{job_id}/draft',
      status: 200,
      fields: 'body',
      body_limit: 1024 * 1024,
      guidance:
        'Needs the version that was read. A score that differs from the proposal needs a reason. The proposal, the new value, the reason, the reviewer and the time are kept.',
    },
  ],
  async handler(ctx, given, caller) {
    const { job_id } = given;
    const reviewer = operatorOf(caller);
    const job = await wholeJobAt(ctx.store.db, job_id);
    const before = reviewedDraft(job);
    if (job.version !== given.version) throw otherVersion(job_id, job.version);
    const errors = mistakes(ctx, job, before, given);
    if (errors.length) throw invalidFields(errors);
    const record = await revised(ctx, job, before, given);
    const at = ctx.now().toISOString();
    const version = job.version + 1;
    const made = revisionOf(before, given, { version, reviewer, at });
    const revisions = JSON.stringify([...before.revisions, made]);
    await ctx.store.transaction(async (tx) => {
      if (!(await reviseJob(tx, job_id, { draft: JSON.stringify(record), revisions, version })))
        throw otherVersion(job_id, version);
      const detail = { version, criteria: made.criteria.map(({ id }) => id), texts: made.texts };
      const action = { action_id: ctx.newId('act'), operator: reviewer, action: 'revise_draft', at };
      await insertAction(tx, { ...action, subject_id: job_id, detail });
    });
    const { open } = reviewedDraft({ ...job, draft: JSON.stringify(record), revisions, version });
    const { overall_score, tier } = record;
    return { body: { job_id, version, hash: canonicalHash(record), overall_score, tier, open, revision: made } };
  },
});

const otherVersion = (job_id: string, version: number) =>
  new Fault(
    'conflict',
    `The draft of ${job_id} was revised in the meantime: its version is ${version}. Read it again.`,
  );

/** What keeps a revision from being made. */
function mistakes(ctx: Context, { rubric }: AuditJobRow, before: ReviewedDraft, given: Input): FieldError[] {
  const errors: FieldError[] = [];
  const rules = new Map(ctx.rubrics.get(rubric)?.criteria.map((rule) => [rule.id, rule]));
  const known = [...rules.keys()].join(', ');
  const named = [...given.criteria.map(({ id }) => id), ...given.confirm];
  for (const [at, change] of given.criteria.entries()) {
    const field = `criteria[${at}]`;
    const rule = rules.get(change.id);
    if (!rule) errors.push({ field: `${field}.id`, message: `must be one of ${known}` });
    else if (change.score !== undefined && change.score > rule.max)
      errors.push({ field: `${field}.score`, message: `must be at most ${rule.max}` });
    else if (change.score === undefined && change.evidence === undefined)
      errors.push({ field, message: 'must have a score or evidence; name it in confirm if it is right as it is' });
    const proposed = before.proposals.find(({ id }) => id === change.id)?.proposed;
    if (change.score !== undefined && change.score !== proposed && !change.reason)
      errors.push({
        field: `${field}.reason`,
        message: `is required: ${change.id} was proposed with ${proposed ?? 'no score'}`,
      });
  }
  for (const [at, id] of given.confirm.entries())
    if (!rules.has(id)) errors.push({ field: `confirm[${at}]`, message: `must be one of ${known}` });
  if (new Set(named).size !== named.length)
    errors.push({ field: 'criteria', message: 'must name each criterion once, in criteria or in confirm' });
  if (!named.length && !textsOf(given).length)
    errors.push({ field: 'criteria', message: 'must name something to change or confirm' });
  return errors;
}

const textsOf = (given: Input) =>
  (Object.keys(texts.shape) as (keyof typeof texts.shape)[]).filter((name) => given[name] !== undefined);

/** The record after a revision. Faults: invalid_request, when it is not valid under its rubric. */
async function revised(ctx: Context, job: AuditJobRow, before: ReviewedDraft, given: Input): Promise<Audit> {
  const basis = await draftBasis(ctx, job, before.proposals);
  const changes = Object.fromEntries(given.criteria.map(({ id, score, evidence }) => [id, { score, evidence }]));
  const written = Object.fromEntries(textsOf(given).map((name) => [name, given[name]]));
  const checked = checkAudit({ ...redraft(before.record, changes, basis), ...written }, ctx.rubrics);
  if ('audit' in checked) return checked.audit;
  throw invalidFields(
    checked.issues.map((issue) => ({ field: issue.path.replace('$.', ''), message: issueText(issue) })),
    'The record would not be valid; nothing was changed.',
  );
}

function revisionOf(
  { record }: ReviewedDraft,
  given: Input,
  by: Pick<Revision, 'version' | 'reviewer' | 'at'>,
): Revision {
  const scoreOf = (id: string) => record.criteria.find((one) => one.id === id)?.score ?? 0;
  const changed = given.criteria.map(({ id, score, evidence = null, reason = null }) => ({
    ...{ id, from: scoreOf(id), to: score ?? scoreOf(id) },
    ...{ evidence, reason },
  }));
  const confirmed = given.confirm.map((id) => ({
    id,
    from: scoreOf(id),
    to: scoreOf(id),
    evidence: null,
    reason: null,
  }));
  return { ...by, criteria: [...changed, ...confirmed], texts: textsOf(given) };
}
