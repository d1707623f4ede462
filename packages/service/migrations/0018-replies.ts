import { type Kysely, sql } from 'kysely';

/** What companies say about their audits, who may say it, and where that is in the public log (decisions 155 to 157). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('reply_proofs')
    .addColumn('proof_id', 'text', (column) => column.primaryKey())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('website', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('contact', 'text')
    .addColumn('operator', 'text', (column) => column.notNull())
    .addColumn('begun_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('proof', 'text')
    .addColumn('proven_at', 'text')
    .execute();
  await schema.createIndex('reply_proofs_by_slug').on('reply_proofs').columns(['slug', 'proof_id']).execute();
  await schema.createIndex('reply_proofs_by_end').on('reply_proofs').column('expires_at').execute();
  await schema
    .createIndex('reply_proofs_contacts')
    .on('reply_proofs')
    .column('expires_at')
    .where(sql.ref('contact'), 'is not', null)
    .execute();
  await schema
    .createTable('replies')
    .addColumn('reply_id', 'text', (column) => column.primaryKey())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('audit_date', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('criterion', 'text')
    .addColumn('text', 'text')
    .addColumn('text_salt', 'text')
    .addColumn('text_sha256', 'text', (column) => column.notNull())
    .addColumn('proof_id', 'text', (column) => column.notNull())
    .addColumn('proof', 'text', (column) => column.notNull())
    .addColumn('proven_at', 'text', (column) => column.notNull())
    .addColumn('ended_at', 'text')
    .execute();
  await schema.createIndex('replies_by_slug').on('replies').columns(['slug', 'audit_date']).execute();
  await schema
    .createTable('reply_changes')
    .addColumn('publication', 'integer', (column) => column.notNull())
    .addColumn('reply_id', 'text', (column) => column.notNull())
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('audit_id', 'text')
    .addPrimaryKeyConstraint('reply_changes_key', ['publication', 'reply_id'])
    .execute();
  await schema.createIndex('reply_changes_by_reply').on('reply_changes').column('reply_id').execute();
  // Where a reply was published, which its outcome refers to.
  await schema.alterTable('log_entries').addColumn('reply_id', 'text').execute();
  await schema
    .createIndex('log_entries_by_reply')
    .unique()
    .on('log_entries')
    .column('reply_id')
    .where(sql.ref('reply_id'), 'is not', null)
    .execute();
}
