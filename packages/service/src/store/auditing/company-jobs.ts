import { openStatuses } from '../../domain/auditing/job.ts';
import type { Tx } from '../engine/engine.ts';
import { released } from '../leases.ts';

/** Jobs of the auditing agent when their company is retracted or corrected (decisions 100 and 101). */

/** Cancels the open jobs of a company that operators started. @returns how many there were */
export async function cancelJobsOf(tx: Tx, slug: string, finished_at: string): Promise<number> {
  const update = tx
    .updateTable('audit_jobs')
    .set({ ...released, status: 'cancelled', finished_at })
    .where('slug', '=', slug)
    .where('holder_id', 'is', null)
    .where('status', 'in', openStatuses);
  return Number((await update.executeTakeFirst()).numUpdatedRows);
}

/** Names the company of all its jobs anew. */
export async function identifyJobs(tx: Tx, slug: string, company: string): Promise<void> {
  await tx.updateTable('audit_jobs').set({ company }).where('slug', '=', slug).execute();
}

/** The drafts of a company that no audit was published from, as JSON. */
export async function unpublishedDrafts(
  tx: Tx,
  slug: string,
): Promise<{ job_id: string; site: string; draft: string }[]> {
  return tx
    .selectFrom('audit_jobs as j')
    .select(['j.job_id', 'j.site'])
    .select((eb) => eb.ref('j.draft').$notNull().as('draft'))
    .where('j.slug', '=', slug)
    .where('j.draft', 'is not', null)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('audits as a').select('a.audit_id').whereRef('a.job_id', '=', 'j.job_id'))),
    )
    .execute();
}

/** Stores a draft as its next version, so that somebody who revises it meanwhile notices. */
export async function renewDraft(tx: Tx, job_id: string, draft: string): Promise<void> {
  await tx
    .updateTable('audit_jobs')
    .set((eb) => ({ draft, version: eb('version', '+', 1) }))
    .where('job_id', '=', job_id)
    .execute();
}
