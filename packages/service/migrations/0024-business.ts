import type { Kysely } from 'kysely';

/** The kind of business that an audit found (decision 177); null where nobody said one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audits').addColumn('business', 'text').execute();
}
