import type { Kysely } from 'kysely';

/** What companies send from their own pages, until an operator decides (decision 183). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('company_texts')
    .addColumn('text_id', 'text', (column) => column.primaryKey())
    .addColumn('holder_id', 'text', (column) => column.notNull())
    .addColumn('registration_id', 'text', (column) => column.notNull())
    .addColumn('website', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('audit_date', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('criterion', 'text')
    .addColumn('text', 'text')
    .addColumn('proof', 'text', (column) => column.notNull())
    .addColumn('proven_at', 'text', (column) => column.notNull())
    .addColumn('sent_at', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('decided_at', 'text')
    .addColumn('answer', 'text')
    .addColumn('reply_id', 'text')
    .execute();
  await schema.createIndex('company_texts_by_holder').on('company_texts').columns(['holder_id', 'text_id']).execute();
  await schema.createIndex('company_texts_by_status').on('company_texts').columns(['status', 'text_id']).execute();
  await schema.createIndex('company_texts_by_slug').on('company_texts').columns(['slug', 'text_id']).execute();
  await schema.createIndex('company_texts_by_reply').on('company_texts').column('reply_id').execute();
}
