import { type Kysely, sql } from 'kysely';

/** How many finished notices of a kind about a subject ended in which way on a day, in place of the notices (decision 179). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('notice_totals')
    .addColumn('subject_id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('notice_totals_key', ['subject_id', 'kind', 'day', 'status'])
    .execute();
  await schema
    .createIndex('notices_by_end')
    .on('notices')
    .column('finished_at')
    .where(sql.ref('finished_at'), 'is not', null)
    .execute();
}
