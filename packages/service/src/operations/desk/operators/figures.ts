import { type NoticeStatus, noticeStatuses } from '../../../domain/notice.ts';
import { type RequestStatus, requestStatuses, waitingStatuses } from '../../../domain/request/request.ts';
import { countByStatus, oldestWaiting } from '../../../store/desk-requests.ts';
import { countNotices } from '../../../store/notices.ts';
import { lastReport } from '../../../store/operators/reports.ts';
import type { Context } from '../../context.ts';

/** The work of operators in the metrics. Times are in seconds. */
type DeskFigures = {
  requests: Record<RequestStatus, number>;
  waiting: number;
  oldest_seconds: number;
  notices: Record<NoticeStatus, number>;
  /** Since when the last mail to operators waits to be sent; 0 when it was sent, or there is none. */
  mail_overdue_seconds: number;
};

/**
 * How long figures are shown before they are counted again, in milliseconds. Counting 100,000 requests and notices takes
 * tens of milliseconds, with SQLite of the serving thread, so it must not depend on how often somebody reads metrics.
 */
const KEPT_MS = 15_000;

/** Reads the figures, at most every 15 seconds; undefined while the database cannot be reached. */
export function deskFigures(ctx: Context): () => Promise<DeskFigures | undefined> {
  let kept: { at: number; figures: Promise<DeskFigures | undefined> } | undefined;
  return () => {
    const at = ctx.now().getTime();
    if (!kept || Math.abs(at - kept.at) >= KEPT_MS) kept = { at, figures: count(ctx).catch(() => undefined) };
    return kept.figures;
  };
}

async function count({ store: { db }, now }: Context): Promise<DeskFigures> {
  const counts = await countByStatus(db);
  const requests = Object.fromEntries(requestStatuses.map((status) => [status, counts[status] ?? 0]));
  const age = (time: string | undefined) =>
    time === undefined ? 0 : Math.max(0, (now().getTime() - Date.parse(time)) / 1000);
  const notices = await countNotices(db);
  const report = await lastReport(db);
  return {
    requests: requests as DeskFigures['requests'],
    waiting: waitingStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0),
    oldest_seconds: age(await oldestWaiting(db)),
    notices: Object.fromEntries(noticeStatuses.map((status) => [status, notices[status]])) as DeskFigures['notices'],
    mail_overdue_seconds: report && report.sent_at === null ? age(report.created_at) : 0,
  };
}
