import { type Kysely, sql } from 'kysely';

/**
 * Which audits stood at the end of a past day, and what was signed by then, from indexes alone (decision 151): records are
 * stored in front of the columns that say it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('audits_then')
    .on('audits')
    .columns(['slug', 'audit_date', 'publication', 'replaced_at', 'fictional', 'audit_id'])
    .execute();
  // The slugs of examples are read from this one alone; otherwise SQLite would read the index above, of all audits.
  await db.schema.dropIndex('audits_fictional').execute();
  await db.schema
    .createIndex('audits_fictional')
    .on('audits')
    .columns(['slug', 'fictional', 'replaced_at'])
    .where(sql<boolean>`fictional = 1 and replaced_at is null`)
    .execute();
  await db.schema.createIndex('log_checkpoints_by_time').on('log_checkpoints').columns(['signed_at', 'size']).execute();
}
