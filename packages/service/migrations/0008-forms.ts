import type { Kysely } from 'kysely';

/** What people sent with the forms of the site, and the addresses that are to be confirmed (decision 116). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('form_submissions')
    .addColumn('submission_id', 'text', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('purpose', 'text', (column) => column.notNull())
    .addColumn('registration_id', 'text')
    .addColumn('slug', 'text')
    .addColumn('email', 'text')
    .addColumn('email_hash', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('confirmed_at', 'text')
    .addColumn('refused_at', 'text')
    .execute();
  await db.schema
    .createIndex('form_submissions_by_address')
    .on('form_submissions')
    .columns(['email_hash', 'created_at'])
    .execute();
  await db.schema
    .createIndex('form_submissions_by_registration')
    .on('form_submissions')
    .column('registration_id')
    .execute();
  await db.schema.createIndex('form_submissions_by_time').on('form_submissions').column('created_at').execute();
}
