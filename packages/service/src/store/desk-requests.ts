import { sql } from 'kysely';
import type { DeskRequest } from '../domain/desk.ts';
import { endedStatuses, type RequestStatus, waitingStatuses } from '../domain/request/request.ts';
import type { Db } from './engine/engine.ts';
import { containsAny, escaped } from './engine/like.ts';

type DeskFilter = {
  statuses: readonly RequestStatus[];
  /** Only those submitted at or before this time. */
  until?: string | undefined;
  /** Part of the company's name or of its site, in upper or lower case. */
  company?: string | undefined;
  /** Part of any text of the request, of the name of its agent, or of its id, in upper or lower case. */
  text?: string | undefined;
  /** The last request of the previous page. */
  after?: { submitted_at: string; request_id: string } | undefined;
  limit: number;
};

/** The host without `www.`, which is the same site: what matters to who counts, not to who completes (decision 19). */
const bareSite = sql<string>`case when q.site like 'www.%' then substr(q.site, 5) else q.site end`;

const deskRequests = (db: Db) =>
  db
    .selectFrom('audit_requests as q')
    .leftJoin('registrations as r', 'r.registration_id', 'q.registration_id')
    .select((eb) => [
      'q.request_id',
      'q.status',
      'q.company',
      'q.website',
      'q.site',
      eb
        .selectFrom('audit_requests as other')
        .select((inner) => inner.fn.countAll().as('count'))
        .where('other.site', 'in', sql<string>`(q.site, 'www.' || q.site, ${bareSite})`)
        .where('other.status', 'in', waitingStatuses)
        .as('same_site'),
      'q.contact_email',
      'r.contact_email as registered_email',
      'q.notes',
      'q.registration_id',
      'r.agent_name',
      'r.agent_provider',
      'q.submitted_at',
      'q.status_changed_at',
      'q.scheduled_on',
      'q.declined_reason',
      'q.audit_id',
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof deskRequests>['executeTakeFirstOrThrow']>>;
const toDeskRequest = (row: Row): DeskRequest => ({
  ...row,
  status: row.status as RequestStatus,
  same_site: Number(row.same_site),
});

/** Where a text is looked for. */
const searched = ['q.company', 'q.website', 'q.notes', 'r.agent_name', 'q.request_id'] as const;

/** Requests as the desk sees them, oldest first. */
export async function listDeskRequests(db: Db, filter: DeskFilter): Promise<DeskRequest[]> {
  const found: RequestPlace[] = [];
  // One walk along the index for each status, that ends with the page: of all together, every request would be read and sorted.
  for (const status of filter.statuses) found.push(...(await placesOf(db, status, filter)));
  const inOrder = (a: RequestPlace, b: RequestPlace) =>
    order(a.submitted_at, b.submitted_at) || order(a.request_id, b.request_id);
  // One that was moved between two of them is there twice.
  const ids = [...new Map(found.map((one) => [one.request_id, one])).values()]
    .sort(inOrder)
    .slice(0, filter.limit)
    .map(({ request_id }) => request_id);
  if (!ids.length) return [];
  const rows = await deskRequests(db).where('q.request_id', 'in', ids).execute();
  // One that was moved between the two look-ups is shown as it is now.
  return rows.map(toDeskRequest).sort(inOrder);
}

type RequestPlace = { request_id: string; submitted_at: string };

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The first requests of a status that a filter lets through. */
function placesOf(db: Db, status: RequestStatus, filter: DeskFilter): Promise<RequestPlace[]> {
  const { until, company, text, after, limit } = filter;
  let query = db
    .selectFrom('audit_requests as q')
    .select(['q.request_id', 'q.submitted_at'])
    .where('q.status', '=', status);
  if (until !== undefined) query = query.where('q.submitted_at', '<=', until);
  if (company !== undefined) query = query.where(containsAny(['q.company', 'q.site'], company));
  if (text !== undefined)
    query = query
      .leftJoin('registrations as r', 'r.registration_id', 'q.registration_id')
      .where(containsAny(searched, text));
  if (after)
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('q.submitted_at', 'q.request_id'), '>', tuple(after.submitted_at, after.request_id)),
    );
  return query.orderBy('q.submitted_at').orderBy('q.request_id').limit(limit).execute();
}

/** Number of requests per status: all, which are counted as they change (decision 209), or those of one registration. */
export async function countByStatus(db: Db, registration_id?: string): Promise<Partial<Record<RequestStatus, number>>> {
  const rows =
    registration_id === undefined
      ? await db.selectFrom('request_counts').select(['status', 'requests as count']).execute()
      : await db
          .selectFrom('audit_requests')
          .select((eb) => ['status', eb.fn.countAll().as('count')])
          .where('registration_id', '=', registration_id)
          .groupBy('status')
          .execute();
  return Object.fromEntries(rows.map((row) => [row.status, Number(row.count)]));
}

/** When the oldest request that waits was submitted; undefined when none does. */
export async function oldestWaiting(db: Db): Promise<string | undefined> {
  const times: string[] = [];
  // One look-up in the index for each status: over all of them together, all waiting requests would be read.
  for (const status of waitingStatuses) {
    const row = await db
      .selectFrom('audit_requests')
      .select('submitted_at')
      .where('status', '=', status)
      .orderBy('submitted_at')
      .limit(1)
      .executeTakeFirst();
    if (row) times.push(row.submitted_at);
  }
  return times.sort()[0];
}

/** One request as the desk sees it; undefined for an unknown id. */
export async function findDeskRequest(db: Db, request_id: string): Promise<DeskRequest | undefined> {
  const row = await deskRequests(db).where('q.request_id', '=', request_id).executeTakeFirst();
  return row && toDeskRequest(row);
}

/** The moves of a request, oldest first, with the operator who made each. */
export async function movesOf(
  db: Db,
  request_id: string,
): Promise<{ status: RequestStatus; at: string; operator: string | null }[]> {
  const rows = await db
    .selectFrom('request_moves')
    .select(['status', 'at', 'operator'])
    .where('request_id', '=', request_id)
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as RequestStatus }));
}

/** A request that waits, as far as it is matched with audits. */
export type WaitingRequest = {
  request_id: string;
  status: RequestStatus;
  company: string;
  website: string;
  submitted_at: string;
};

/** Waiting requests read together. */
const BATCH_ROWS = 1_000;

/** A host can have `_`, which LIKE would take for any character. */
const endsWith = (column: 'site', end: string) =>
  sql<boolean>`${sql.ref(column)} like ${`%${escaped(end)}`} escape '\\'`;

/** Domains that one statement looks for; beyond that all waiting requests are read. */
const DOMAINS_MAX = 20;

/** Waiting requests, oldest first: those of some domains and their subdomains, and perhaps others. */
export async function* waitingRequests(db: Db, domains: readonly string[]): AsyncGenerator<WaitingRequest> {
  const few = domains.length <= DOMAINS_MAX;
  // A website may name its host with the dot of the root.
  const hosts = domains.flatMap((name) => [name, `${name}.`]);
  let after = { submitted_at: '', request_id: '' };
  for (;;) {
    const rows = await db
      .selectFrom('audit_requests')
      .select(['request_id', 'status', 'company', 'website', 'submitted_at'])
      .where('status', 'in', waitingStatuses)
      .$if(few, (query) =>
        query.where((eb) => eb.or(hosts.flatMap((name) => [eb('site', '=', name), endsWith('site', `.${name}`)]))),
      )
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('submitted_at', 'request_id'), '>', tuple(after.submitted_at, after.request_id)),
      )
      .orderBy('submitted_at')
      .orderBy('request_id')
      .limit(BATCH_ROWS)
      .execute();
    for (const { status, ...rest } of rows) yield { ...rest, status: status as RequestStatus };
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = last;
  }
}

/** Requests for a host, with or without `www.`, that have ended, the last one first, at most `limit`. */
export async function endedRequestsAt(
  db: Db,
  host: string,
  limit: number,
): Promise<(WaitingRequest & { status_changed_at: string })[]> {
  const bare = host.replace(/^www\./, '');
  const rows = await db
    .selectFrom('audit_requests')
    .select(['request_id', 'status', 'company', 'website', 'submitted_at', 'status_changed_at'])
    .where('site', 'in', [bare, `www.${bare}`])
    .where('status', 'in', endedStatuses)
    .orderBy('status_changed_at', 'desc')
    .orderBy('request_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, status: row.status as RequestStatus }));
}
