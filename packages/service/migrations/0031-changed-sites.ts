import type { Kysely } from 'kysely';

/** Which documents of an audited site a preview found changed, for the page of the company (decision 180). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('previews').addColumn('changed_audit_id', 'text').execute();
  await schema.alterTable('previews').addColumn('changed_urls', 'text').execute();
  await schema.createIndex('previews_by_changed').on('previews').column('changed_audit_id').execute();
}
