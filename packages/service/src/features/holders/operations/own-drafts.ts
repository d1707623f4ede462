import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import type { Audit } from '@readymark/rubric/audit/audit';
import { previewOf } from '../../../catalogue/preview.ts';
import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { receiptsOf } from '../../../domain/auditing/receipts.ts';
import { businessOf } from '../../../domain/auditing/review.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import type { AuditJobRow } from '../../../store/auditing/rows.ts';
import { deleteDraft, draftsOf } from '../store/holders.ts';
import { knownHolder, provenHolder } from './known-holder.ts';

/** A private draft: the record as the machine proposes it, and what it rests on. */
export type OwnDraft = { job_id: string; record: Audit; proposals: readonly CriterionProposal[]; finished_at: string };

/** The draft of a job; undefined while there is none. */
export function draftIn({ job_id, draft, proposals, finished_at }: AuditJobRow): OwnDraft | undefined {
  if (draft === null || proposals === null || finished_at === null) return undefined;
  return { job_id, record: JSON.parse(draft), proposals: JSON.parse(proposals), finished_at };
}

/** The private drafts of a holder, newest first. Faults: not_found. */
export async function ownDrafts(ctx: Context, secret: string): Promise<AuditJobRow[]> {
  const { holder_id } = await knownHolder(ctx, secret);
  return draftsOf(ctx.store.db, holder_id);
}

/** One of them with a snapshot in which it is, as the public pages are drawn from. Faults: not_found, conflict. */
export async function shownDraft(
  ctx: Context,
  secret: string,
  job_id: string,
): Promise<{ draft: OwnDraft; before: OwnDraft | undefined; snapshot: Snapshot }> {
  const { holder_id } = await provenHolder(ctx, secret);
  const drafts = (await draftsOf(ctx.store.db, holder_id)).flatMap((job) => draftIn(job) ?? []);
  const at = drafts.findIndex((one) => one.job_id === job_id);
  const draft = drafts[at];
  if (!draft) throw new Fault('not_found', 'There is no such draft any more.');
  const { record, proposals } = draft;
  const rubrics = { rubrics: ctx.rubrics, ladders: ctx.ladders, publishable: ctx.settings.RUBRICS_PUBLISHABLE };
  const business = businessOf(proposals, [])?.business ?? null;
  const criteria = receiptsOf(record, proposals, []);
  const snapshot = await previewOf(ctx.catalogue.current(), record, criteria, { rubrics, now: ctx.now, business });
  return { draft, before: drafts[at + 1], snapshot };
}

/** Deletes a private draft at once. Faults: not_found. */
export async function deleteOwnDraft(ctx: Context, secret: string, job_id: string): Promise<void> {
  const { holder_id } = await knownHolder(ctx, secret);
  if (!(await deleteDraft(ctx.store, holder_id, job_id)))
    throw new Fault('not_found', 'There is no such draft any more.');
}
