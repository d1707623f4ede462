import type { DraftBasis } from '../../auditor/draft/basis.ts';
import { draftRecord } from '../../auditor/draft/draft.ts';
import type { Audit } from '../../domain/audit/audit.ts';
import type { EvidenceBundle } from '../../domain/auditing/evidence.ts';
import type { CriterionProposal } from '../../domain/auditing/proposal.ts';
import { findJob } from '../../store/auditing/audit-jobs.ts';
import { currentAudit } from '../../store/audits.ts';
import { auditById } from '../../store/desk-audits.ts';
import type { AuditJobRow } from '../../store/tables.ts';
import type { Context } from '../context.ts';

/**
 * What the draft of a job is made from, the same whenever it is asked for: the last audit is the one that was current
 * when the draft was made.
 *
 * @throws Error when this version does not have the job's rubric and its ladders
 */
export async function draftBasis(
  ctx: Context,
  { rubric: version, audit_id_before }: Pick<AuditJobRow, 'rubric' | 'audit_id_before'>,
  proposals: readonly CriterionProposal[],
): Promise<DraftBasis> {
  const [rubric, ladders] = [ctx.rubrics.get(version), ctx.ladders.get(version)];
  if (!rubric || !ladders) throw new Error(`there is no rubric ${version} with ladders`);
  const last = audit_id_before === null ? undefined : await auditById(ctx.store.db, audit_id_before);
  return { rubric, ladders, proposals, last };
}

/** The first draft of a job: the record as the machine proposes it, dated the day of the collection. */
export async function firstDraft(
  ctx: Context,
  job: Pick<AuditJobRow, 'job_id' | 'rubric' | 'slug' | 'company' | 'website'>,
  bundle: EvidenceBundle,
  proposals: readonly CriterionProposal[],
): Promise<{ draft: Audit; audit_id_before: string | null }> {
  // Its company may have been corrected since the job was begun (decision 101).
  const { slug, company } = (await findJob(ctx.store.db, job.job_id)) ?? job;
  const { website, rubric } = job;
  const audit_id_before = (await currentAudit(ctx.store.db, slug))?.audit_id ?? null;
  const basis = await draftBasis(ctx, { rubric, audit_id_before }, proposals);
  const audit_date = bundle.started_at.slice(0, 10);
  return { draft: draftRecord({ slug, company, website, audit_date, ...basis }), audit_id_before };
}
