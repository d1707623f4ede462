import type { Db, Tx } from './engine/engine.ts';
import type { DeskActionRow } from './tables.ts';

/** Records who did what at the desk, in the same transaction: an action is recorded if and only if it happened. */
export async function insertAction(
  tx: Tx,
  { detail, ...action }: Omit<DeskActionRow, 'detail'> & { detail: Readonly<Record<string, unknown>> },
): Promise<void> {
  await tx
    .insertInto('desk_actions')
    .values({ ...action, detail: JSON.stringify(detail) })
    .execute();
}

/** Desk actions, newest first, at most `limit`; of one subject when it is given. */
export function listActions(
  db: Db,
  filter: { subject_id?: string | undefined; limit: number },
): Promise<DeskActionRow[]> {
  let query = db.selectFrom('desk_actions').selectAll();
  if (filter.subject_id !== undefined) query = query.where('subject_id', '=', filter.subject_id);
  return query.orderBy('at', 'desc').orderBy('action_id', 'desc').limit(filter.limit).execute();
}
