import { ownerOf, siteOf } from '@readymark/auditor/site-owner';
import type { Audit } from '@readymark/rubric/audit/audit';
import { lacksEvidence, NOT_WRITTEN } from '@readymark/rubric/audit/draft';
import type { FieldError } from '@readymark/rubric/field';
import { correctableUntil } from '../../../domain/auditing/correction.ts';
import { receiptsOf, storedReceipts } from '../../../domain/auditing/receipts.ts';
import { businessOf, contradictedCriteria } from '../../../domain/auditing/review.ts';
import { canonicalHash } from '../../../domain/canonical-json.ts';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { findWholeJob } from '../../../store/auditing/audit-jobs.ts';
import { keepForAudit } from '../../../store/auditing/evidence.ts';
import type { AuditJobRow } from '../../../store/auditing/rows.ts';
import { latestAudits } from '../../../store/desk-audits.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import type { AuditRow } from '../../../store/tables.ts';
import { draftRules, refuseBlind, reviewedByNow } from '../../auditing/draft-rules.ts';
import { refuseAgain } from '../../auditing/published-draft.ts';
import { type ReviewedDraft, reviewedDraft } from '../../auditing/reviewed-draft.ts';
import type { Context } from '../../context.ts';

/** What is stored beside an audit that rests on a job of the auditing agent. */
type Rested = Pick<AuditRow, 'job_id' | 'receipts' | 'reviewed_by' | 'business'> & { job_id: string; hash: string };

/**
 * What the audits of a publication rest on, by slug (decision 93): each job's draft was reviewed completely, and is of
 * the site and has the scores of the record. Their evidence is kept from now on. Faults: invalid_request, which names each criterion and what
 * to do; conflict, when a draft is not there any more or another record was approved.
 *
 * @param order.operator who publishes
 * @param order.drafts jobs, one for each audit; empty for audits that were written by hand
 * @param order.hashes of the approved records, one for each draft; empty where none is demanded
 */
export async function restOnDrafts(
  ctx: Pick<Context, 'store' | 'features' | 'now'>,
  tx: Tx,
  audits: readonly Audit[],
  { operator, drafts, hashes }: { operator: string; drafts: readonly string[]; hashes: readonly string[] },
): Promise<Map<string, Rested>> {
  const rested = new Map<string, Rested>();
  if (!drafts.length && !hashes.length) {
    refuseUnwritten(audits);
    return rested;
  }
  if (drafts.length !== audits.length)
    throw invalidFields([{ field: 'drafts', message: 'must name one audit job for each audit, or none at all' }]);
  if (hashes.length && hashes.length !== drafts.length)
    throw invalidFields([{ field: 'hashes', message: 'must have one hash for each draft, or none at all' }]);
  const errors: FieldError[] = [];
  for (const [at, job_id] of drafts.entries()) {
    const field = `drafts[${at}]`;
    const job = await findWholeJob(tx, job_id);
    const of = audits.filter(({ slug }) => slug === job?.slug);
    const [audit] = of;
    if (!job || job.holder_id !== null) errors.push({ field, message: 'is not a known audit job' });
    else if (!audit || of.length > 1 || rested.has(audit.slug))
      errors.push({ field, message: `is of ${job.slug}, and there must be exactly one audit of that company` });
    else {
      await refuseBlind(ctx, tx, job, operator);
      const draft = reviewedDraft(job);
      errors.push(...differences(audit, draft, job).map((message) => ({ field, message })));
      const hash = canonicalHash(audit);
      // The record that was sent, and the draft as it is now: somebody may have revised it since it was read.
      if (hashes.length && (hashes[at] !== hash || hashes[at] !== draft.hash))
        throw new Fault('conflict', `${job_id}: the record is not the one that was approved; read the draft again.`);
      await refuseAgain(tx, job_id, hash);
      const [current] = await latestAudits(tx, audit.slug, 1);
      if (current && ownerOf(siteOf(current.website)) !== job.site)
        throw new Fault(
          'conflict',
          `${job_id}: ${audit.slug} is the slug of ${current.website} by now, another site than was audited; start the audit again.`,
        );
      if (!(await keepForAudit(ctx.store, tx, job_id, correctableUntil(ctx.now().toISOString()))))
        throw new Fault('conflict', `${job_id}: its evidence is not kept any more; start the audit again.`);
      const receipts = storedReceipts(receiptsOf(audit, draft.proposals, draft.revisions));
      await (await draftRules(ctx)).beforePublishing(ctx.store, tx, job_id);
      const reviewed_by = await reviewedByNow(ctx, tx, job_id, draft.revisions, operator);
      const business = businessOf(draft.proposals, draft.revisions)?.business ?? null;
      rested.set(audit.slug, { job_id, receipts, reviewed_by, business, hash });
    }
  }
  if (errors.length) throw invalidFields(errors, 'A record and its draft do not agree; nothing was published.');
  return rested;
}

/** Refuses records of drafts by hand that were taken out before they were written (decision 121). Faults: invalid_request. */
function refuseUnwritten(audits: readonly Audit[]): void {
  const errors = audits.flatMap(({ slug, criteria }) =>
    criteria
      .filter(({ evidence }) => evidence.includes(NOT_WRITTEN))
      .map(({ id }) => ({ field: 'audits', message: `${slug}: ${id} has no evidence yet; write it` })),
  );
  if (errors.length) throw invalidFields(errors.slice(0, 50), 'Evidence is not written yet; nothing was published.');
}

/** What must be done before a record is published from a draft, as sentences. */
function differences(audit: Audit, draft: ReviewedDraft, { job_id, site }: AuditJobRow): string[] {
  const { record, open } = draft;
  if (ownerOf(siteOf(audit.website)) !== site) return [`is of ${site}, and the record is of ${audit.website}`];
  if (audit.rubric_version !== record.rubric_version) return [`is under another rubric: ${record.rubric_version}`];
  const revise = `readymark audits revise ${job_id}`;
  const scores = record.criteria.flatMap(({ id, score }) => {
    const published = audit.criteria.find((one) => one.id === id)?.score;
    if (published === score) return [];
    return `${id} has ${published} points in the record and ${score} in the reviewed draft; run ${revise} ${id}=${published} --reason TEXT (revise_draft)`;
  });
  const texts = (['strongest_signals', 'critical_gaps'] as const).flatMap((list) =>
    audit[list].flatMap(({ detail }, at) =>
      detail.includes(NOT_WRITTEN)
        ? [`${list}[${at}] has no text yet; change it, or write the evidence that it repeats`]
        : [],
    ),
  );
  const unwritten = [...record.criteria, ...audit.criteria].filter(lacksEvidence).map(({ id }) => id);
  const unsaid = [...new Set(unwritten)].map(
    (id) => `${id} has no evidence yet; run ${revise} --evidence ${id}=TEXT (revise_draft)`,
  );
  const contradicted = contradictedCriteria(draft.record, draft.proposals, draft.revisions);
  const otherwise = contradicted.map(
    (id) => `${id}: the evidence says otherwise than its score; run ${revise} --evidence ${id}=TEXT (revise_draft)`,
  );
  const untouched = open
    .filter((id) => !unwritten.includes(id) && !contradicted.includes(id))
    .map((id) => `${id} needs a person; run ${revise} --confirm ${id}, or change it (revise_draft)`);
  return [...scores, ...unsaid, ...(unsaid.length ? [] : texts), ...otherwise, ...untouched];
}
