import type { Kysely } from 'kysely';

/** Previews of sites by a machine, at most one for each host, and who asked for them within an hour (decision 180). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('previews')
    .addColumn('host', 'text', (column) => column.primaryKey())
    .addColumn('website', 'text', (column) => column.notNull())
    .addColumn('rubric', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('lease_by', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('progress', 'text')
    .addColumn('reason', 'text')
    .addColumn('result', 'text')
    .execute();
  await schema.createIndex('previews_by_status').on('previews').columns(['status', 'asked_at']).execute();
  await schema.createIndex('previews_by_asked_at').on('previews').column('asked_at').execute();
  await schema
    .createTable('preview_asks')
    .addColumn('ask_id', 'text', (column) => column.primaryKey())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('asked_by', 'text')
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .execute();
  for (const column of ['owner', 'asked_by'])
    await schema.createIndex(`preview_asks_by_${column}`).on('preview_asks').columns([column, 'asked_at']).execute();
  await schema.createIndex('preview_asks_by_asked_at').on('preview_asks').column('asked_at').execute();
}
