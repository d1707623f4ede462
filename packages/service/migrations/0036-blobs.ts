import { type Kysely, sql } from 'kysely';

/** Blobs outside of the database (decision 206): what is known of each, and which row is in one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('blobs')
    .addColumn('sha256', 'text', (column) => column.primaryKey())
    .addColumn('bytes', 'integer', (column) => column.notNull())
    .addColumn('held_until', 'text')
    .addColumn('ending', 'integer', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('blobs_held')
    .on('blobs')
    .column('held_until')
    .where(sql.ref('held_until'), 'is not', null)
    .execute();
  // What is still in the database is found in the order of its key.
  for (const [table, key] of [
    ['evidence_bodies', ['sha256']],
    ['dataset_pieces', ['file', 'piece']],
  ] as const) {
    await schema.alterTable(table).addColumn('blob', 'text').execute();
    const blob = sql.ref('blob');
    await schema.createIndex(`${table}_by_blob`).on(table).column('blob').where(blob, 'is not', null).execute();
    await schema
      .createIndex(`${table}_to_move`)
      .on(table)
      .columns([...key])
      .where(blob, 'is', null)
      .execute();
  }
}
