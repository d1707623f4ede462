import { sql } from 'kysely';
import type { Context } from '../../../src/operations/context.ts';
import { mendCounts, queueCounts, requestCounts } from '../../../src/store/kept/kept-counts.ts';

/** Numbers of seven digits as the database writes them. */
const padded = sql<string>`substr('0000000' || cast(n as text), length(cast(n as text)) + 1)`;

/**
 * Fills the queue with waiting requests `req_w0000001` and so on, made by the database itself: one every second from a
 * time on, each of a registration that does not exist.
 *
 * @param from number of the first, to add more to those of an earlier call
 */
export async function addWaitingRequests(
  { store }: Pick<Context, 'store'>,
  start: Date,
  count: number,
  from = 1,
): Promise<void> {
  const numbers = sql`with recursive numbers(n) as (select ${sql.lit(from)} union all select n + 1 from numbers where n < ${sql.lit(count)})`;
  const seconds = sql`${sql.lit(Math.floor(start.getTime() / 1_000))} + n`;
  const at =
    store.engine === 'sqlite'
      ? sql`strftime('%Y-%m-%dT%H:%M:%S.000Z', ${seconds}, 'unixepoch')`
      : sql`to_char(to_timestamp(${seconds}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`;
  await store.unhurried(async (tx) => {
    await sql`insert into audit_requests (request_id, registration_id, status, company, website, site, submitted_at, status_changed_at)
      ${numbers} select 'req_w' || ${padded}, 'reg_w' || ${padded}, 'received', 'C' || n, 'https://c' || n || '.example/', 'c' || n || '.example', ${at}, ${at}
      from numbers`.execute(tx);
    await sql`insert into request_moves (request_id, position, status, at)
      select request_id, 1, 'received', submitted_at from audit_requests where request_id like 'req_w%' and request_id >= ${`req_w${String(from).padStart(7, '0')}`}`.execute(
      tx,
    );
    await recountRequests(tx);
  });
  await sql`analyze`.execute(store.db);
}

/** Counts the requests again, those that wait and those of each status, after rows were written or deleted beside the store. */
export async function recountRequests(db: Context['store']['db']): Promise<void> {
  await mendCounts(db, queueCounts);
  await mendCounts(db, requestCounts);
}
