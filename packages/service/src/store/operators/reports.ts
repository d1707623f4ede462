import type { Db, Store, Tx } from '../engine/engine.ts';
import { claimRows, hasLease, type Lease, released } from '../leases.ts';
import type { OperatorReportRow } from './rows.ts';

/** The mails to operators (decision 104); at most one waits to be sent. */

export function lastReport(db: Db): Promise<OperatorReportRow | undefined> {
  return db
    .selectFrom('operator_reports')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('report_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertReport(
  tx: Tx,
  report: Pick<OperatorReportRow, 'report_id' | 'content' | 'created_at'>,
): Promise<void> {
  const waiting = { attempts: 0, delivered: 0, due_at: report.created_at, last_error: null, sent_at: null };
  await tx
    .insertInto('operator_reports')
    .values({ ...report, ...waiting, ...released })
    .execute();
}

/** Claims the mail that is due; undefined when there is none, or another node has it. */
export async function claimReport(store: Store, lease: Lease): Promise<OperatorReportRow | undefined> {
  const [report_id] = await claimRows(
    store,
    { table: 'operator_reports', key: 'report_id' },
    (tx) =>
      tx
        .selectFrom('operator_reports')
        .select('report_id as id')
        .where('sent_at', 'is', null)
        .where('due_at', '<=', lease.now)
        .orderBy('created_at')
        .limit(1),
    lease,
  );
  if (report_id === undefined) return undefined;
  return store.db.selectFrom('operator_reports').selectAll().where('report_id', '=', report_id).executeTakeFirst();
}

/** Stores what came of an attempt and gives the mail back, unless the lease has passed to another node. */
export async function storeAttempt(
  tx: Tx,
  { report_id, lease_by }: { report_id: string; lease_by: string },
  outcome: Partial<Pick<OperatorReportRow, 'attempts' | 'delivered' | 'due_at' | 'last_error' | 'sent_at'>>,
): Promise<void> {
  await tx
    .updateTable('operator_reports')
    .set({ ...outcome, ...released })
    .where('report_id', '=', report_id)
    .where(hasLease(lease_by))
    .execute();
}

/** Deletes of mails sent until a time, in ISO 8601, what they said, and which folded notices they named (decision 179). */
export async function forgetReported(tx: Tx, until: string): Promise<void> {
  await tx
    .updateTable('operator_reports')
    .set({ content: '' })
    .where('sent_at', '<=', until)
    .where('content', '<>', '')
    .execute();
  await tx
    .deleteFrom('operator_news')
    .where('kind', '=', 'failed_notice')
    .where('at', '<=', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as n').select('n.notice_id').whereRef('n.notice_id', '=', 'operator_news.subject_id'),
        ),
      ),
    )
    .execute();
}
