import type { Kysely } from 'kysely';

/** What each process that serves shows (decision 168). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('nodes')
    .addColumn('node_id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('publication', 'integer', (column) => column.notNull())
    .addColumn('clock_ms', 'integer', (column) => column.notNull())
    .execute();
}
