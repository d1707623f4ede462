import { type Kysely, sql } from 'kysely';

/** What operators search the log of the desk by, and the requests that an audit completed (decision 132). */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.dropIndex('desk_actions_by_time').execute();
  await schema.createIndex('desk_actions_by_time').on('desk_actions').columns(['at', 'action_id']).execute();
  for (const column of ['operator', 'action', 'subject_id'])
    await schema
      .createIndex(`desk_actions_by_${column.replace('_id', '')}`)
      .on('desk_actions')
      .columns([column, 'at', 'action_id'])
      .execute();
  await schema
    .createIndex('audit_requests_by_audit')
    .on('audit_requests')
    .column('audit_id')
    .where(sql.ref('audit_id'), 'is not', null)
    .execute();
}
