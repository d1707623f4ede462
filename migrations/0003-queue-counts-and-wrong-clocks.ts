import { type Kysely, sql } from 'kysely';

/** Indexes that find times of the future (decision 54). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('publications_by_time').on('publications').column('at').execute();
  await db.schema
    .createIndex('notices_leased')
    .on('notices')
    .column('lease_until')
    .where(sql.ref('lease_until'), 'is not', null)
    .execute();
}
