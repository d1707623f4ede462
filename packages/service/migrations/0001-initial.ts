import { type ColumnDefinitionBuilder, type CreateTableBuilder, type Kysely, sql } from 'kysely';

const needed = (column: ColumnDefinitionBuilder) => column.notNull();
const key = (column: ColumnDefinitionBuilder) => column.primaryKey();

/**
 * A table from a list of columns: `name` is text and not null, `name?` may be null, `name#` is an integer, `name*` the
 * primary key. Later migrations use Kysely directly.
 */
function table(db: Kysely<unknown>, name: string, columns: string): CreateTableBuilder<string, string> {
  let made: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const column of columns.split(' ')) {
    const [, bare = '', mark = ''] = /^(\w+)(\W?)(?:\?)?$/.exec(column) ?? [];
    const optional = column.endsWith('?');
    made = made.addColumn(bare, mark === '#' ? 'integer' : 'text', mark === '*' ? key : optional ? (c) => c : needed);
  }
  return made;
}

/** The first tables; packages/service/src/store/tables.ts describes them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await table(db, 'counters', 'name* value#').execute();
  await table(db, 'secrets', 'name* value created_at').execute();

  await table(
    db,
    'audits',
    'audit_id* publication# slug company website audit_date reaudit_due overall_score# tier rubric pillar_scores record published_at replaced_at?',
  ).execute();
  await schema.createIndex('audits_by_publication').on('audits').columns(['publication', 'audit_id']).execute();
  await schema
    .createIndex('audits_standing')
    .unique()
    .on('audits')
    .columns(['slug', 'audit_date'])
    .where(sql.ref('replaced_at'), 'is', null)
    .execute();

  await schema
    .createIndex('audits_by_score')
    .on('audits')
    .columns(['overall_score', 'slug', 'audit_date'])
    .where(sql.ref('replaced_at'), 'is', null)
    .execute();

  await table(
    db,
    'registrations',
    'registration_id* key_hash agent_name? agent_provider? contact_email? scopes registered_at',
  ).execute();
  await schema.createIndex('registrations_by_key').unique().on('registrations').column('key_hash').execute();
  await schema.createIndex('registrations_by_time').on('registrations').column('registered_at').execute();

  await table(
    db,
    'audit_requests',
    'request_id* registration_id status company website site contact_email? notes? submitted_at status_changed_at declined_reason? scheduled_on? audit_id?',
  ).execute();
  await schema
    .createIndex('audit_requests_by_registration')
    .on('audit_requests')
    .columns(['registration_id', 'submitted_at'])
    .execute();
  await schema
    .createIndex('audit_requests_by_status')
    .on('audit_requests')
    .columns(['status', 'submitted_at', 'request_id'])
    .execute();
  await schema.createIndex('audit_requests_by_site').on('audit_requests').columns(['site', 'status']).execute();
  await schema
    .createIndex('audit_requests_by_change')
    .on('audit_requests')
    .columns(['status', 'status_changed_at'])
    .execute();
  await table(db, 'request_moves', 'request_id position# status at operator?')
    .addPrimaryKeyConstraint('request_moves_key', ['request_id', 'position'])
    .execute();
  await table(db, 'idempotency_keys', 'registration_id idempotency_key body_hash request_id reply created_at')
    .addPrimaryKeyConstraint('idempotency_keys_key', ['registration_id', 'idempotency_key'])
    .execute();
  await schema.createIndex('idempotency_keys_by_time').on('idempotency_keys').column('created_at').execute();

  await table(db, 'watches', 'registration_id slug watching_since audit_id_then score_then# tier_then')
    .addPrimaryKeyConstraint('watches_key', ['registration_id', 'slug'])
    .execute();
  await schema.createIndex('watches_by_slug').on('watches').columns(['slug', 'registration_id']).execute();
  await table(db, 'watch_counts', 'slug* watchers# changed_at').execute();
  await schema.createIndex('watch_counts_by_change').on('watch_counts').column('changed_at').execute();

  await table(
    db,
    'fanouts',
    'fanout_id* slug audit_id audit_id_before rank_before# publication# cursor created_at done_at?',
  ).execute();
  await schema
    .createIndex('fanouts_open')
    .on('fanouts')
    .column('created_at')
    .where(sql.ref('done_at'), 'is', null)
    .execute();
  await table(
    db,
    'notices',
    'notice_id* kind subject_id registration_id audit_id? audit_id_before? rank_before#? publication# status attempts# due_at lease_until? lease_by? last_error? created_at since finished_at?',
  ).execute();
  await schema
    .createIndex('notices_once')
    .unique()
    .on('notices')
    .columns(['subject_id', 'kind', 'registration_id'])
    .execute();
  // Starts with the status, although that is always pending: SQLite then prefers it to notices_by_status for claims.
  await schema
    .createIndex('notices_pending')
    .on('notices')
    .columns(['status', 'due_at'])
    .where(sql.ref('status'), '=', 'pending')
    .execute();
  await schema
    .createIndex('notices_by_registration')
    .on('notices')
    .column('registration_id')
    .where(sql.ref('status'), '=', 'pending')
    .execute();
  await schema.createIndex('notices_by_status').on('notices').columns(['status', 'created_at', 'notice_id']).execute();
  await schema.createIndex('notices_by_time').on('notices').columns(['created_at', 'notice_id']).execute();

  await table(db, 'desk_actions', 'action_id* operator action subject_id detail at').execute();
  await schema.createIndex('desk_actions_by_time').on('desk_actions').column('at').execute();
}
