import { type Kysely, sql } from 'kysely';

/**
 * Publications become a table of their own, so that changes of other kinds than audits can be counted too, and every
 * stored record names the format that it is written in (decision 53).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('publications')
    .addColumn('publication', 'integer', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute();
  await sql`insert into publications (publication, kind, at)
    select publication, 'audits', min(published_at) from audits group by publication`.execute(db);
  await db.schema
    .alterTable('audits')
    .addColumn('record_format', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
}
