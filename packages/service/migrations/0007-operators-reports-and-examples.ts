import { type Kysely, sql } from 'kysely';

/**
 * Operators beside those of the setting (decision 103), what operators were told by mail (decision 104), and whether an
 * audit is of a fictional company (decision 105).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('operators')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'text')
    .execute();
  await db.schema.createIndex('operators_by_token').unique().on('operators').column('token_hash').execute();

  await db.schema
    .createTable('operator_news')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('detail', 'text')
    .addColumn('report_id', 'text')
    .addPrimaryKeyConstraint('operator_news_key', ['kind', 'subject_id'])
    .execute();
  await db.schema
    .createIndex('operator_news_untold')
    .on('operator_news')
    .columns(['kind', 'at'])
    .where(sql.ref('report_id'), 'is', null)
    .execute();

  await db.schema
    .createTable('operator_reports')
    .addColumn('report_id', 'text', (column) => column.primaryKey())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('delivered', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'text', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('lease_by', 'text')
    .addColumn('lease_until', 'text')
    .execute();
  await db.schema.createIndex('operator_reports_by_time').on('operator_reports').column('created_at').execute();

  await db.schema
    .alterTable('audits')
    .addColumn('fictional', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createIndex('audits_fictional')
    .on('audits')
    .column('slug')
    .where(sql<boolean>`fictional = 1 and replaced_at is null`)
    .execute();
}
