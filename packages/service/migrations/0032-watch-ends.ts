import type { Kysely } from 'kysely';

/** Watches of companies that were retracted, and which ends and new slugs of watched companies a digest has reported (decision 186). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('watch_ends')
    .addColumn('registration_id', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('publication', 'integer', (column) => column.notNull())
    .addColumn('watching_since', 'text', (column) => column.notNull())
    .addColumn('reported_at', 'text')
    .addPrimaryKeyConstraint('watch_ends_pk', ['registration_id', 'slug', 'publication'])
    .execute();
}
