import { type RawBuilder, sql } from 'kysely';
import type { Usage } from '../domain/limit/limit.ts';
import type { Db } from './engine/engine.ts';

/** The rows that a limit counts, with the columns of their id and their time. */
export type LimitedRows = {
  name: string;
  rows: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  time: RawBuilder<unknown>;
};

/** All registrations. */
export const allRegistrations: LimitedRows = {
  name: 'registrations',
  rows: sql`registrations where true`,
  id: sql`registration_id`,
  time: sql`registered_at`,
};

/** The audit requests of one registration. */
export const requestsBy = (registration_id: string): LimitedRows => ({
  name: `audit-requests ${registration_id}`,
  rows: sql`audit_requests where registration_id = ${registration_id}`,
  id: sql`request_id`,
  time: sql`submitted_at`,
});

/** Part of the rows: those later than `after`, not later than `until`, without those with the ids `except`. */
type Window = { after: Date; until?: Date; except?: readonly string[] };

/**
 * Usage of a window. Only the newest `quota` rows are counted, so that `oldest` is the row that must leave the window
 * before there is room.
 */
export async function usageOfWindow(
  db: Db,
  { rows, id, time }: LimitedRows,
  { after, until, except = [] }: Window,
  quota: number,
): Promise<Usage & { newest: Date | null }> {
  const conditions = [
    sql`${time} > ${after.toISOString()}`,
    ...(until ? [sql`${time} <= ${until.toISOString()}`] : []),
    ...(except.length ? [sql`${id} not in (${sql.join(except)})`] : []),
  ];
  const { rows: found } = await sql<{ used: number | string; oldest: string | null; newest: string | null }>`
    select count(*) as used, min(at) as oldest, max(at) as newest from (select ${time} as at from ${rows}
      and ${sql.join(conditions, sql` and `)} order by ${time} desc limit ${quota}) as counted`.execute(db);
  const { used = 0, oldest = null, newest = null } = found[0] ?? {};
  const dateOf = (text: string | null) => (text === null ? null : new Date(text));
  return { used: Number(used), oldest: dateOf(oldest), newest: dateOf(newest) };
}

/** The rows later than `after`, newest first, at most `limit`. */
export async function rowsAfter(
  db: Db,
  { rows, id, time }: LimitedRows,
  after: Date,
  limit: number,
): Promise<{ id: string; at: string }[]> {
  const found = await sql<{ id: string; at: string }>`
    select ${id} as id, ${time} as at from ${rows} and ${time} > ${after.toISOString()}
      order by ${time} desc limit ${limit}`.execute(db);
  return found.rows;
}
