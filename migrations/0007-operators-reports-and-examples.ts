import { type Kysely, sql } from 'kysely';

/** Whether an audit is of a fictional company (decision 105). */
export async function up(db: Kysely<unknown>): Promise<void> {
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
