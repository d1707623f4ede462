import { type Kysely, sql } from 'kysely';

/**
 * Waiting requests counted per day, hour and minute of their submission, so that a place in the queue costs the same
 * however long the queue is (decision 56); and indexes that find times of the future (decision 54).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('waiting_counts')
    .addColumn('span', 'text', (column) => column.notNull())
    .addColumn('starts', 'text', (column) => column.notNull())
    .addColumn('waiting', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('waiting_counts_key', ['span', 'starts'])
    .execute();
  for (const [span, length] of [
    ['day', 10],
    ['hour', 13],
    ['minute', 16],
  ] as const)
    await sql`insert into waiting_counts (span, starts, waiting)
      select ${sql.lit(span)}, substr(submitted_at, 1, ${sql.lit(length)}), count(*) from audit_requests
      where status in ('received', 'in_review', 'scheduled') group by substr(submitted_at, 1, ${sql.lit(length)})`.execute(
      db,
    );

  await db.schema.createIndex('publications_by_time').on('publications').column('at').execute();
  await db.schema
    .createIndex('notices_leased')
    .on('notices')
    .column('lease_until')
    .where(sql.ref('lease_until'), 'is not', null)
    .execute();
}
