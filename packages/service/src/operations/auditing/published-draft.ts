import { timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { correctableUntil, isReopened } from '../../domain/auditing/correction.ts';
import type { Revision } from '../../domain/auditing/review.ts';
import { canonicalHash } from '../../domain/canonical-json.ts';
import { Fault } from '../../domain/fault.ts';
import type { AuditJobRow } from '../../store/auditing/rows.ts';
import type { Db } from '../../store/engine/engine.ts';
import { lastAuditOfJob } from '../../store/publishing/published-jobs.ts';

/** What was last published from the draft of a job, and whether that can be corrected (decision 131). */
export const publishedDraft = z.object({
  publication: z.int().min(1),
  published_at: timestamp,
  stands: z.boolean().describe('Whether it is not replaced and its company is listed'),
  same: z.boolean().describe('Whether it is public and is the draft as it is now'),
  correctable_until: timestamp.describe('Until when a correction of the draft may be begun'),
  reopened: z.boolean().describe('Whether the draft may be revised: a correction may be begun, or was begun in time'),
});

/** @param hash of the draft as it is now */
export async function publishedDraftOf(
  db: Db,
  { job_id, revisions }: Pick<AuditJobRow, 'job_id' | 'revisions'>,
  hash: string,
  now: Date,
): Promise<z.infer<typeof publishedDraft> | null> {
  const last = await lastAuditOfJob(db, job_id);
  if (!last) return null;
  const { publication, published_at, replaced_at, audit } = last;
  const stands = replaced_at === null;
  return {
    ...{ publication, published_at, stands, same: stands && canonicalHash(audit) === hash },
    correctable_until: correctableUntil(published_at),
    reopened: isReopened(published_at, JSON.parse(revisions) as Revision[], now),
  };
}

/**
 * Refuses to revise a draft that was published and is closed (decision 131). Faults: conflict, which says how the audit is
 * corrected.
 */
export async function refuseClosed(
  db: Db,
  job_id: string,
  revisions: readonly Pick<Revision, 'at'>[],
  now: Date,
): Promise<void> {
  const last = await lastAuditOfJob(db, job_id);
  if (!last || isReopened(last.published_at, revisions, now)) return;
  throw new Fault(
    'conflict',
    `The draft of ${job_id} was published as publication ${last.publication} and is closed: a correction begins within 15 minutes. Start a new audit, or publish a corrected record with --replace (replace: true).`,
  );
}

/** Refuses to publish the record that a job has published already, and that is public (decision 131). Faults: conflict. */
export async function refuseAgain(db: Db, job_id: string, hash: string): Promise<void> {
  const last = await lastAuditOfJob(db, job_id);
  if (!last || last.replaced_at !== null || canonicalHash(last.audit) !== hash) return;
  throw new Fault(
    'conflict',
    `${job_id}: this record is published already, as publication ${last.publication}; nothing was published again.`,
  );
}
