import type { DraftBasis } from '@readymark/auditor/draft/basis';
import { draftRecord, handRecord } from '@readymark/auditor/draft/draft';
import type { EvidenceBundle } from '@readymark/auditor/evidence/evidence';
import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import type { Audit } from '@readymark/rubric/audit/audit';
import { findJob } from '../../store/auditing/audit-jobs.ts';
import type { AuditJobRow } from '../../store/auditing/rows.ts';
import { currentAudit } from '../../store/audits.ts';
import { auditById } from '../../store/desk-audits.ts';
import { type Context, today } from '../context.ts';

/**
 * What the draft of a job is made from, the same whenever it is asked for: the last audit is the one that was current
 * when the draft was made.
 *
 * @throws Error when this version does not have the job's rubric and its ladders
 */
export async function draftBasis(
  ctx: Context,
  { rubric: version, audit_id_before, by_hand }: Pick<AuditJobRow, 'rubric' | 'audit_id_before' | 'by_hand'>,
  proposals: readonly CriterionProposal[],
): Promise<DraftBasis> {
  const rubric = ctx.rubrics.get(version);
  // A person may score without ladders.
  const ladders =
    ctx.ladders.get(version) ?? (by_hand === 1 ? { rubric: version, preview: [], ladders: [] } : undefined);
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
  const basis = await draftBasis(ctx, { rubric, audit_id_before, by_hand: 0 }, proposals);
  const audit_date = bundle.started_at.slice(0, 10);
  return { draft: draftRecord({ slug, company, website, audit_date, ...basis }), audit_id_before };
}

/** The draft with which a person begins, dated today (decision 121). */
export async function draftByHand(
  ctx: Context,
  { slug, company, website, rubric }: Pick<AuditJobRow, 'slug' | 'company' | 'website' | 'rubric'>,
): Promise<{ draft: Audit; audit_id_before: string | null }> {
  const audit_id_before = (await currentAudit(ctx.store.db, slug))?.audit_id ?? null;
  const basis = await draftBasis(ctx, { rubric, audit_id_before, by_hand: 1 }, []);
  return { draft: handRecord({ slug, company, website, audit_date: today(ctx), ...basis }), audit_id_before };
}
