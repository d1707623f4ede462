import { sql } from 'kysely';
import type { Context } from '../../../src/operations/context.ts';

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
  await sql`delete from waiting_counts`.execute(db);
  for (const [span, length] of Object.entries({ day: 10, hour: 13, minute: 16 }))
    await sql`insert into waiting_counts (span, starts, waiting)
      select ${sql.lit(span)}, substr(submitted_at, 1, ${sql.lit(length)}), count(*) from audit_requests
      where status in ('received', 'in_review', 'scheduled') group by substr(submitted_at, 1, ${sql.lit(length)})`.execute(
      db,
    );
  await sql`delete from request_counts`.execute(db);
  await sql`insert into request_counts (status, requests) select status, count(*) from audit_requests group by status`.execute(
    db,
  );
}

/** Notes again when each company is due, after audits were written or changed beside the store. */
export async function recountDue(db: Context['store']['db']): Promise<void> {
  await sql`delete from due_companies`.execute(db);
  await sql`insert into due_companies (slug, reaudit_due) select slug, reaudit_due from audits as a where replaced_at is null
    and not exists (select 1 from audits as later where later.slug = a.slug and later.replaced_at is null
      and later.audit_date > a.audit_date)`.execute(db);
  await sql`delete from due_days`.execute(db);
  await sql`insert into due_days (reaudit_due, companies) select reaudit_due, count(*) from due_companies group by reaudit_due`.execute(
    db,
  );
}
