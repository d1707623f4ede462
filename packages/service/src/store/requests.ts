import { checkMove, type FinalStatus, type RequestStatus, waitingStatuses } from '../domain/request/request.ts';
import type { Db, Tx } from './engine/engine.ts';
import type { RequestChange } from './queue.ts';
import type { AuditRequestRow } from './tables.ts';

/**
 * Stores a new request, and its first status in the history.
 *
 * @returns what `countRequests` must count at the end of the transaction
 */
export async function insertRequest(
  tx: Tx,
  request: Pick<
    AuditRequestRow,
    | 'request_id'
    | 'registration_id'
    | 'company'
    | 'website'
    | 'contact_email'
    | 'address_hash'
    | 'notes'
    | 'submitted_at'
  >,
): Promise<RequestChange> {
  const { request_id, submitted_at } = request;
  await tx
    .insertInto('audit_requests')
    .values({
      ...request,
      site: new URL(request.website).hostname,
      status: 'received',
      status_changed_at: submitted_at,
      declined_reason: null,
      scheduled_on: null,
      audit_id: null,
    })
    .execute();
  await tx
    .insertInto('request_moves')
    .values({ request_id, position: 1, status: 'received', at: submitted_at, operator: null })
    .execute();
  return { submitted_at, from: undefined, to: 'received' };
}

/** One request, regardless of owner; undefined when there is none. */
export function findRequest(db: Db, request_id: string): Promise<AuditRequestRow | undefined> {
  return db.selectFrom('audit_requests').selectAll().where('request_id', '=', request_id).executeTakeFirst();
}

/** One request of one registration; undefined when there is none or another registration owns it. */
export function findOwnRequest(
  db: Db,
  registration_id: string,
  request_id: string,
): Promise<AuditRequestRow | undefined> {
  return db
    .selectFrom('audit_requests')
    .selectAll()
    .where('request_id', '=', request_id)
    .where('registration_id', '=', registration_id)
    .executeTakeFirst();
}

/** The waiting requests of a registration for a host, with or without `www.`, oldest first. */
export function waitingRequestsFor(tx: Tx, registration_id: string, website: string): Promise<AuditRequestRow[]> {
  const host = new URL(website).hostname.replace(/^www\./, '');
  return tx
    .selectFrom('audit_requests')
    .selectAll()
    .where('registration_id', '=', registration_id)
    .where('site', 'in', [host, `www.${host}`])
    .where('status', 'in', [...waitingStatuses])
    .orderBy('submitted_at')
    .execute();
}

/** Requests of a registration, newest first: at most `limit` after the first `offset`, of those that follow one of them. */
export function requestsOf(
  db: Db,
  registration_id: string,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: AuditRequestRow | undefined },
): Promise<AuditRequestRow[]> {
  return db
    .selectFrom('audit_requests')
    .selectAll()
    .where('registration_id', '=', registration_id)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('submitted_at', 'request_id'), '<', tuple(after?.submitted_at ?? '', after?.request_id ?? '')),
      ),
    )
    .orderBy('submitted_at', 'desc')
    .orderBy('request_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

const endedColumns = [
  'request_id',
  'company',
  'submitted_at',
  'status_changed_at',
  'declined_reason',
  'audit_id',
] as const;

/** A request that ended, as the digest reads it. */
export type EndedRequest = Pick<AuditRequestRow, (typeof endedColumns)[number]>;

/** Which ended requests: how they ended, and after which time, if any. */
export type Ended = { status: FinalStatus; since: string | undefined };

/** The requests of a registration that ended in a way, newest first: at most `limit` of those that follow one of them. */
export function endedRequestsOf(
  db: Db,
  registration_id: string,
  { status, since, after, limit }: Ended & { after: EndedRequest | undefined; limit: number },
): Promise<EndedRequest[]> {
  return db
    .selectFrom('audit_requests')
    .select(endedColumns)
    .where('registration_id', '=', registration_id)
    .where('status', '=', status)
    .$if(since !== undefined, (query) => query.where('status_changed_at', '>', since ?? ''))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('status_changed_at', 'submitted_at', 'request_id'),
          '<',
          tuple(after?.status_changed_at ?? '', after?.submitted_at ?? '', after?.request_id ?? ''),
        ),
      ),
    )
    .orderBy('status_changed_at', 'desc')
    .orderBy('submitted_at', 'desc')
    .orderBy('request_id', 'desc')
    .limit(limit)
    .execute();
}

/** A move: the new status and what is stored with it. */
export type Move = {
  to: RequestStatus;
  at: string;
  operator: string | null;
  /** For declined. */
  declined_reason?: string;
  /** For scheduled: the day, `YYYY-MM-DD`. */
  scheduled_on?: string;
  /** For completed: the audit that was published for it. */
  audit_id?: string;
};

/**
 * Moves a request and writes its history (decision 19), in the caller's transaction.
 *
 * @returns the request after the move, and what `countRequests` must count at the end of the transaction; `refused` with the reason when the move is not allowed from its current status,
 *   also when another transaction moved it in the meantime; undefined when there is no such request
 */
export async function moveRequest(
  tx: Tx,
  request_id: string,
  move: Move,
): Promise<{ moved: AuditRequestRow; change: RequestChange } | { refused: string } | undefined> {
  const request = await findRequest(tx, request_id);
  if (!request) return undefined;
  const from = request.status as RequestStatus;
  const refused = checkMove(from, move.to);
  if (refused !== undefined) return { refused };
  const changes = {
    status: move.to,
    status_changed_at: move.at,
    ...(move.declined_reason !== undefined && { declined_reason: move.declined_reason }),
    ...(move.scheduled_on !== undefined && { scheduled_on: move.scheduled_on }),
    ...(move.audit_id !== undefined && { audit_id: move.audit_id }),
  };
  const changed = await tx
    .updateTable('audit_requests')
    .set(changes)
    .where('request_id', '=', request_id)
    .where('status', '=', from)
    .executeTakeFirst();
  // Another transaction was faster and has committed, so reading again shows the new status.
  if (changed.numUpdatedRows === 0n) return moveRequest(tx, request_id, move);
  const { last } = await tx
    .selectFrom('request_moves')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('request_id', '=', request_id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('request_moves')
    .values({ request_id, position: (last ?? 0) + 1, status: move.to, at: move.at, operator: move.operator })
    .execute();
  return { moved: { ...request, ...changes }, change: { submitted_at: request.submitted_at, from, to: move.to } };
}

/** When the most recently completed requests were submitted and completed, at most `limit` of them. */
export function recentTurnarounds(db: Db, limit: number): Promise<{ submitted_at: string; completed_at: string }[]> {
  return db
    .selectFrom('audit_requests')
    .select(['submitted_at', 'status_changed_at as completed_at'])
    .where('status', '=', 'completed')
    .orderBy('status_changed_at', 'desc')
    .limit(limit)
    .execute();
}
