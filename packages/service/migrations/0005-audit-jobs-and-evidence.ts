import { type Kysely, sql } from 'kysely';

/**
 * Audits that the auditing agent makes (decision 93), what it saw (decision 90), and with each published audit the
 * sources that it rests on (decision 94).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_jobs')
    .addColumn('job_id', 'text', (column) => column.primaryKey())
    .addColumn('request_id', 'text')
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('company', 'text', (column) => column.notNull())
    .addColumn('website', 'text', (column) => column.notNull())
    .addColumn('site', 'text', (column) => column.notNull())
    .addColumn('rubric', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('operator', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('progress', 'text')
    .addColumn('error', 'text')
    .addColumn('remedy', 'text')
    .addColumn('audit_id_before', 'text')
    .addColumn('bundle', 'text')
    .addColumn('proposals', 'text')
    .addColumn('assist', 'text')
    .addColumn('draft', 'text')
    .addColumn('revisions', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('aged_out_at', 'text')
    .addColumn('lease_by', 'text')
    .addColumn('lease_until', 'text')
    .execute();
  await db.schema.createIndex('audit_jobs_by_status').on('audit_jobs').columns(['status', 'created_at']).execute();
  await db.schema.createIndex('audit_jobs_by_site').on('audit_jobs').columns(['site', 'created_at']).execute();
  await db.schema.createIndex('audit_jobs_by_time').on('audit_jobs').columns(['created_at', 'job_id']).execute();
  await db.schema
    .createIndex('audit_jobs_with_evidence')
    .on('audit_jobs')
    .column('finished_at')
    .where(sql.ref('aged_out_at'), 'is', null)
    .execute();

  await db.schema
    .createTable('evidence_bodies')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('encoding', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('stored_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('job_bodies')
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('job_bodies_key', ['job_id', 'sha256'])
    .execute();
  await db.schema.createIndex('job_bodies_by_body').on('job_bodies').column('sha256').execute();

  await db.schema.alterTable('audits').addColumn('receipts', 'text').execute();
  await db.schema.alterTable('audits').addColumn('job_id', 'text').execute();
  await db.schema
    .createIndex('audits_by_job')
    .on('audits')
    .column('job_id')
    .where(sql.ref('job_id'), 'is not', null)
    .execute();
}
