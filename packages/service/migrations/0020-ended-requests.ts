import type { Kysely } from 'kysely';

/** The requests of a registration that ended in a way, in the order of a digest (decision 23). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('audit_requests_by_end')
    .on('audit_requests')
    .columns(['registration_id', 'status', 'status_changed_at'])
    .execute();
}
