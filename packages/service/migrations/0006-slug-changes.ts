import type { Kysely } from 'kysely';

/**
 * What became of slugs under which companies were listed (decisions 100 and 101), and fan-outs that tell watchers that a
 * company was retracted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('slug_changes')
    .addColumn('publication', 'integer', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('moved_to', 'text')
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('slug_changes_key', ['publication', 'slug'])
    .execute();
  await db.schema.alterTable('fanouts').addColumn('kind', 'text').execute();
  // Everything of a company, whatever became of it.
  for (const table of ['audits', 'audit_jobs', 'fanouts'])
    await db.schema.createIndex(`${table}_by_slug`).on(table).column('slug').execute();
}
