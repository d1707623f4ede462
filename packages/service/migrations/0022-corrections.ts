import type { Kysely } from 'kysely';

/** Why an audit took the place of another of its date (decision 169); null where nobody said it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audits').addColumn('correction_reason', 'text').execute();
}
