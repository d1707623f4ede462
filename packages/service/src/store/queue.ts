import { sql } from 'kysely';
import { isWaiting, type RequestStatus, waitingStatuses } from '../domain/request/request.ts';
import type { Db, Tx } from './engine/engine.ts';
import type { AuditRequestRow } from './tables.ts';

/**
 * The queue of waiting requests, counted by day, hour and minute of submission (decision 18), so that a place in it is
 * the sum of a few counts, however many requests are waiting.
 */

/** The spans, and how many characters of an ISO 8601 time name one. */
export const queueSpans = { day: 10, hour: 13, minute: 16 } as const;
const spans = Object.entries(queueSpans);

/** A request that is new, or was moved: `from` undefined when it is new. */
export type RequestChange = { submitted_at: string; from: RequestStatus | undefined; to: RequestStatus };

/**
 * Keeps the counts of the queue and of each status in step with requests. Must be the last statement of its transaction: the
 * counts of a day and of a status are locked from here to the commit. The order of the rows is always the same, so that two
 * transactions cannot lock each other out.
 */
export async function countRequests(tx: Tx, changes: readonly RequestChange[]): Promise<void> {
  const queue = new Map<string, { span: string; starts: string; waiting: number }>();
  const statuses = new Map<string, number>();
  const waits = (status: RequestStatus | undefined) => (status !== undefined && isWaiting(status) ? 1 : 0);
  for (const { submitted_at, from, to } of changes) {
    statuses.set(to, (statuses.get(to) ?? 0) + 1);
    if (from !== undefined) statuses.set(from, (statuses.get(from) ?? 0) - 1);
    const change = waits(to) - waits(from);
    if (change === 0) continue;
    for (const [span, length] of spans) {
      const starts = submitted_at.slice(0, length);
      const known = queue.get(`${span} ${starts}`);
      if (known) known.waiting += change;
      else queue.set(`${span} ${starts}`, { span, starts, waiting: change });
    }
  }
  const ordered = <T>(counts: ReadonlyMap<string, T>) => [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = ordered(queue).map(([, row]) => row);
  for (let at = 0; at < rows.length; at += ROWS_MAX)
    await tx
      .insertInto('waiting_counts')
      .values(rows.slice(at, at + ROWS_MAX))
      .onConflict((conflict) =>
        conflict
          .columns(['span', 'starts'])
          .doUpdateSet((eb) => ({ waiting: eb('waiting_counts.waiting', '+', eb.ref('excluded.waiting')) })),
      )
      .execute();
  // Row by row: a statement with several may lock them in any order.
  for (const [status, requests] of ordered(statuses))
    if (requests !== 0)
      await tx
        .insertInto('request_counts')
        .values({ status, requests })
        .onConflict((conflict) =>
          conflict
            .column('status')
            .doUpdateSet((eb) => ({ requests: eb('request_counts.requests', '+', eb.ref('excluded.requests')) })),
        )
        .execute();
}

/** Rows of one statement. */
const ROWS_MAX = 1_000;
/** Requests of one statement. */
const REQUESTS_MAX = 500;

/** The start of the span in which a request was submitted. */
const spanOf = (length: number) => sql<string>`substr(q.submitted_at, 1, ${sql.lit(length)})`;

/**
 * The place of each of these requests among all waiting ones, oldest first; 1 is next. Requests that are not waiting are
 * left out.
 */
export async function queuePositions(db: Db, requests: readonly AuditRequestRow[]): Promise<Map<string, number>> {
  const ids = requests.filter(({ status }) => isWaiting(status as RequestStatus)).map(({ request_id }) => request_id);
  const places = new Map<string, number>();
  for (let at = 0; at < ids.length; at += REQUESTS_MAX)
    for (const { request_id, before, within } of await placesOf(db, ids.slice(at, at + REQUESTS_MAX)))
      places.set(request_id, Number(before) + Number(within));
  return places;
}

/**
 * For each request: how many waiting ones were submitted before its minute, and within it up to the request itself: days
 * before its day, hours of the day before its hour, minutes of the hour before its minute.
 */
function placesOf(db: Db, ids: readonly string[]) {
  const earlier = spans.map(([span, length], at) => {
    const [, longer] = spans[at - 1] ?? ['', 0];
    return sql`coalesce((select sum(c.waiting) from waiting_counts as c where c.span = ${sql.lit(span)}
      and c.starts >= ${spanOf(longer)} and c.starts < ${spanOf(length)}), 0)`;
  });
  return db
    .selectFrom('audit_requests as q')
    .select((eb) => [
      'q.request_id',
      sql<number | string>`${sql.join(earlier, sql` + `)}`.as('before'),
      eb
        .selectFrom('audit_requests as o')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('o.status', 'in', waitingStatuses)
        .where('o.submitted_at', '>=', spanOf(queueSpans.minute))
        .whereRef('o.submitted_at', '<=', 'q.submitted_at')
        .where(({ eb, refTuple }) =>
          eb(refTuple('o.submitted_at', 'o.request_id'), '<=', refTuple('q.submitted_at', 'q.request_id') as never),
        )
        .as('within'),
    ])
    .where('q.request_id', 'in', ids)
    .execute();
}
