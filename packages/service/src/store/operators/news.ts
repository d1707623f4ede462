import type { Failing, NewsKind } from '../../domain/operators/report.ts';
import { waitingStatuses } from '../../domain/request/request.ts';
import type { Db, Tx } from '../engine/engine.ts';
import type { OperatorNewsRow } from './rows.ts';

/** News for operators (decision 104): whatever has no row of its kind and time among what was reported to them. */

/** Rows of one statement. */
const INSERT_ROWS = 500;

const unreportedRequests = (db: Db, kind: NewsKind, limit: number) =>
  db
    .selectFrom('audit_requests as q')
    .select(['q.request_id', 'q.company', 'q.site', 'q.submitted_at'])
    .where(({ eb, not, exists }) =>
      not(
        exists(
          eb
            .selectFrom('operator_news as n')
            .select('n.subject_id')
            .where('n.kind', '=', kind)
            .whereRef('n.subject_id', '=', 'q.request_id'),
        ),
      ),
    )
    .orderBy('q.submitted_at')
    .orderBy('q.request_id')
    .limit(limit);

/** Requests that nobody has taken up yet, oldest first. */
export const newRequests = (db: Db, limit: number) =>
  unreportedRequests(db, 'new_request', limit).where('q.status', '=', 'received').execute();

/** Requests that wait since before a time, oldest first. */
export const lateRequests = (db: Db, before: string, limit: number) =>
  unreportedRequests(db, 'late_request', limit)
    .where('q.status', 'in', waitingStatuses)
    .where('q.submitted_at', '<', before)
    .execute();

/** Letters that were given up; one that was sent again and failed again is another. */
export const failedNotices = (db: Db, limit: number) =>
  db
    .selectFrom('notices as f')
    .select(['f.notice_id', 'f.kind', 'f.subject_id', 'f.last_error', 'f.finished_at'])
    .where('f.status', '=', 'failed')
    .where(({ eb, not, exists }) =>
      not(
        exists(
          eb
            .selectFrom('operator_news as n')
            .select('n.subject_id')
            .where('n.kind', '=', 'failed_notice')
            .whereRef('n.subject_id', '=', 'f.notice_id')
            .whereRef('n.at', '=', 'f.finished_at'),
        ),
      ),
    )
    .orderBy('f.created_at')
    .orderBy('f.notice_id')
    .limit(limit)
    .execute();

/** Failures of the service that were not reported yet. */
export const newFailures = (db: Db): Promise<OperatorNewsRow[]> =>
  db
    .selectFrom('operator_news')
    .selectAll()
    .where('kind', '=', 'failing')
    .where('report_id', 'is', null)
    .orderBy('at')
    .execute();

/** Notes that something fails, unless that was noted since a time: several nodes see one failure. */
export async function noteFailing(
  tx: Tx,
  what: Failing,
  { at, detail }: { at: string; detail: string },
  since: string,
) {
  await tx
    .insertInto('operator_news')
    .values({ kind: 'failing', subject_id: what, at, detail, report_id: null })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject_id'])
        .doUpdateSet({ at, detail, report_id: null })
        .where('operator_news.at', '<', since),
    )
    .execute();
}

/** Notes what a mail reports. */
export async function noteReported(tx: Tx, reported: readonly OperatorNewsRow[]): Promise<void> {
  for (let from = 0; from < reported.length; from += INSERT_ROWS)
    await tx
      .insertInto('operator_news')
      .values(reported.slice(from, from + INSERT_ROWS))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'subject_id']).doUpdateSet((eb) => ({
          at: eb.ref('excluded.at'),
          report_id: eb.ref('excluded.report_id'),
        })),
      )
      .execute();
}
