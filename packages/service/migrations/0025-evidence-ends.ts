import { type Kysely, sql } from 'kysely';

/**
 * How much of the evidence of a published audit is kept (decision 174): null all of it, `cited` what its receipts cite, `none`;
 * and when that is looked at again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('audit_jobs').addColumn('evidence_kept', 'text').execute();
  await schema.alterTable('audit_jobs').addColumn('evidence_due_at', 'text').execute();
  await schema
    .createIndex('audit_jobs_by_evidence')
    .on('audit_jobs')
    .column('evidence_due_at')
    .where(sql.ref('evidence_due_at'), 'is not', null)
    .execute();
  // What was published before is looked at with the next round.
  await sql`update audit_jobs set evidence_due_at = (select max(published_at) from audits where audits.job_id = audit_jobs.job_id)
    where bundle is not null and exists (select 1 from audits where audits.job_id = audit_jobs.job_id)`.execute(db);
}
