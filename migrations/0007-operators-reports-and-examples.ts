import { type Kysely, sql } from 'kysely';

/** Operators beside those of the setting (decision 103), and whether an audit is of a fictional company (decision 105). */
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
