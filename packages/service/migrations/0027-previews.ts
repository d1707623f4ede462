import type { Kysely } from 'kysely';

/** Previews of sites by a machine, at most one for each host (decision 180). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('previews')
    .addColumn('host', 'text', (column) => column.primaryKey())
    .addColumn('website', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('rubric', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('asked_at', 'text', (column) => column.notNull())
    .addColumn('asked_by', 'text')
    .addColumn('finished_at', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('lease_by', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('progress', 'text')
    .addColumn('reason', 'text')
    .addColumn('result', 'text')
    .execute();
  for (const column of ['owner', 'asked_by', 'asked_at', 'status'])
    await schema
      .createIndex(`previews_by_${column}`)
      .on('previews')
      .columns(column === 'asked_at' ? [column] : [column, 'asked_at'])
      .execute();
}
