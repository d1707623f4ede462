import type { Kysely } from 'kysely';

/**
 * What operators have typed into drafts and not saved yet, and who is at which draft (decision 123); which drafts were
 * written by hand (decision 122).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('draft_entries')
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('operator', 'text', (column) => column.notNull())
    .addColumn('field', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('draft_entries_key', ['job_id', 'operator', 'field'])
    .execute();
  await db.schema.createIndex('draft_entries_by_time').on('draft_entries').column('at').execute();
  await db.schema
    .createTable('draft_visits')
    .addColumn('job_id', 'text', (column) => column.notNull())
    .addColumn('operator', 'text', (column) => column.notNull())
    .addColumn('since', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('field', 'text')
    .addPrimaryKeyConstraint('draft_visits_key', ['job_id', 'operator'])
    .execute();
  await db.schema.createIndex('draft_visits_by_time').on('draft_visits').column('at').execute();
  await db.schema
    .alterTable('audit_jobs')
    .addColumn('by_hand', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
}
