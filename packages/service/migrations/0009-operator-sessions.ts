import type { Kysely } from 'kysely';

/** Operators who are signed in at the desk in a browser (decision 119). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('operator_sessions')
    .addColumn('session_hash', 'text', (column) => column.primaryKey())
    .addColumn('operator', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('operator_sessions_by_token').on('operator_sessions').column('token_hash').execute();
  await db.schema.createIndex('operator_sessions_by_use').on('operator_sessions').column('used_at').execute();
}
