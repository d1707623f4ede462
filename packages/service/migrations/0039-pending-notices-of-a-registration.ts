import { type Kysely, sql } from 'kysely';

/**
 * The index of what waits for a registration begins with the registration and has the status too: SQLite takes the one in which more
 * columns are compared, and read all that waits otherwise.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('notices_by_registration').execute();
  await db.schema
    .createIndex('notices_by_registration')
    .on('notices')
    .columns(['registration_id', 'status'])
    .where(sql.ref('status'), '=', 'pending')
    .execute();
}
