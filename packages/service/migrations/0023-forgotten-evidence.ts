import type { Kysely } from 'kysely';

/** Bodies of evidence that were removed for good, with the reason (decision 173). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('forgotten_bodies')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('forgotten_at', 'text', (column) => column.notNull())
    .execute();
}
