import { type Kysely, sql } from 'kysely';

/** Second, blind reviews of drafts, and how many people reviewed a published record (decision 124). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_reviews')
    .addColumn('review_id', 'text', (column) => column.primaryKey())
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('reviewer', 'text', (column) => column.notNull())
    .addColumn('asked_by', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('to_score', 'integer', (column) => column.notNull())
    .addColumn('scores', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('agreement', 'text')
    .addColumn('withdrawn_at', 'text')
    .addColumn('withdrawn_by', 'text')
    .execute();
  await db.schema
    .createIndex('second_reviews_standing')
    .on('second_reviews')
    .column('job_id')
    .unique()
    .where(sql.ref('withdrawn_at'), 'is', null)
    .execute();
  await db.schema.createIndex('second_reviews_by_job').on('second_reviews').column('job_id').execute();
  await db.schema
    .createIndex('second_reviews_open')
    .on('second_reviews')
    .column('reviewer')
    .where(sql.ref('finished_at'), 'is', null)
    .where(sql.ref('withdrawn_at'), 'is', null)
    .execute();
  await db.schema
    .createIndex('second_reviews_by_time')
    .on('second_reviews')
    .columns(['asked_at', 'review_id'])
    .execute();
  await db.schema.alterTable('audits').addColumn('reviewed_by', 'integer').execute();
}
