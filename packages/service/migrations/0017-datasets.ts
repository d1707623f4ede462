import type { Kysely } from 'kysely';

/** Datasets (decision 154): what each is of, and its files in pieces. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('datasets')
    .addColumn('publication', 'integer', (column) => column.primaryKey())
    .addColumn('published_at', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('contents', 'text')
    .addColumn('made_at', 'text')
    .addColumn('lease_by', 'text')
    .addColumn('lease_until', 'text')
    .execute();
  await schema
    .createTable('dataset_pieces')
    .addColumn('file', 'text', (column) => column.notNull())
    .addColumn('piece', 'integer', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('dataset_pieces_key', ['file', 'piece'])
    .execute();
  // The last retraction ends older datasets.
  await schema.createIndex('publications_by_kind').on('publications').columns(['kind', 'publication']).execute();
}
