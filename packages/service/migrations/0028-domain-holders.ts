import type { Kysely } from 'kysely';

/** Who proves that they hold a domain, and their private drafts (decision 181). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('domain_holders')
    .addColumn('holder_id', 'text', (column) => column.primaryKey())
    .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
    .addColumn('host', 'text', (column) => column.notNull())
    .addColumn('website', 'text', (column) => column.notNull())
    .addColumn('site', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('begun_at', 'text', (column) => column.notNull())
    .addColumn('looked_at', 'text')
    .addColumn('proof', 'text')
    .addColumn('proven_at', 'text')
    .addColumn('drafted_at', 'text')
    .addColumn('request_id', 'text')
    .addColumn('ends_at', 'text', (column) => column.notNull())
    .execute();
  await schema.createIndex('domain_holders_by_site').on('domain_holders').column('site').execute();
  await schema.createIndex('domain_holders_by_draft').on('domain_holders').column('drafted_at').execute();
  await schema.createIndex('domain_holders_by_end').on('domain_holders').column('ends_at').execute();
  await schema.alterTable('audit_jobs').addColumn('holder_id', 'text').execute();
  await schema.createIndex('audit_jobs_by_holder').on('audit_jobs').columns(['holder_id', 'status']).execute();
}
