import type { Kysely } from 'kysely';

/** Whom companies want to be written to, links by mail to their pages, and days on which scores became stale (decision 182). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('domain_holders').addColumn('registration_id', 'text').execute();
  await schema.createIndex('domain_holders_by_registration').on('domain_holders').column('registration_id').execute();
  await schema
    .createTable('holder_links')
    .addColumn('link_id', 'text', (column) => column.primaryKey())
    .addColumn('holder_id', 'text', (column) => column.notNull())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('email_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute();
  await schema.createIndex('holder_links_by_hash').on('holder_links').column('email_hash').execute();
  await schema.createIndex('holder_links_by_holder').on('holder_links').column('holder_id').execute();
  await schema.createIndex('holder_links_by_time').on('holder_links').column('created_at').execute();
  await schema
    .createTable('company_contacts')
    .addColumn('registration_id', 'text', (column) => column.primaryKey())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('website', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text', (column) => column.notNull())
    .addColumn('notified_30', 'text')
    .addColumn('notified_7', 'text')
    .addColumn('notified_rubric', 'text')
    .execute();
  await schema.createIndex('company_contacts_by_host').on('company_contacts').column('host').execute();
  await schema
    .createTable('stale_days')
    .addColumn('day', 'text', (column) => column.primaryKey())
    .addColumn('cursor', 'text', (column) => column.notNull())
    .addColumn('done_at', 'text')
    .execute();
}
