import { afterFailure, GIVE_UP_AFTER_MS, NOTICE_LEASE_MS } from '../../domain/notice.ts';
import {
  FAILING_AFTER_MS,
  mayReport,
  NEWS_MAX,
  type ReportContent,
  reportContent,
} from '../../domain/operators/report.ts';
import { businessDaysBefore, PROMISED_DAYS } from '../../domain/request/turnaround.ts';
import { operatorLetter } from '../../mail/letters/operator-letter.ts';
import { countByStatus } from '../../store/desk-requests.ts';
import type { Tx } from '../../store/engine/engine.ts';
import { failedNotices, lateRequests, newFailures, newRequests, noteReported } from '../../store/operators/news.ts';
import { claimReport, insertReport, lastReport, storeAttempt } from '../../store/operators/reports.ts';
import type { OperatorNewsRow, OperatorReportRow } from '../../store/operators/rows.ts';
import type { Context } from '../context.ts';
import { noteFailure } from '../failures.ts';

/**
 * Writes to the operators when there is something to report, at most once an hour (decision 104): new and late requests,
 * letters that were given up, and what fails. Without the setting OPERATOR_EMAIL nothing is written anywhere.
 */
export async function notifyOperators(ctx: Context): Promise<void> {
  if (ctx.settings.OPERATOR_EMAIL.length === 0) return;
  for (const [what, failure] of [
    ['snapshot', ctx.catalogue.failure()],
    ['public log', ctx.signer.failure()],
  ] as const)
    if (failure && ctx.now().getTime() - failure.since.getTime() >= FAILING_AFTER_MS)
      await noteFailure(ctx, what, { at: failure.since, detail: failure.message });
  await writeReport(ctx);
  while (await sendReport(ctx));
}

/** Puts what is new into one mail, in one transaction with the note that it was reported. */
async function writeReport(ctx: Context): Promise<void> {
  const now = ctx.now();
  const isTime = (last: OperatorReportRow | undefined) => (!last || last.sent_at !== null) && mayReport(last, now);
  // Without a lock, because mostly it is not.
  if (!isTime(await lastReport(ctx.store.db))) return;
  await ctx.store.transaction(async (tx) => {
    await ctx.store.lock(tx, 'operator reports');
    if (!isTime(await lastReport(tx))) return;
    const report_id = ctx.newId('rep');
    const { content, reported } = await news(tx, report_id, now);
    if (reported.length === 0) return;
    await insertReport(tx, { report_id, content: JSON.stringify(content), created_at: now.toISOString() });
    await noteReported(tx, reported);
  });
}

async function news(
  tx: Tx,
  report_id: string,
  now: Date,
): Promise<{ content: ReportContent; reported: OperatorNewsRow[] }> {
  const fresh = await newRequests(tx, NEWS_MAX);
  const late = await lateRequests(tx, businessDaysBefore(now, PROMISED_DAYS).toISOString(), NEWS_MAX);
  const failed = await failedNotices(tx, NEWS_MAX);
  const failing = await newFailures(tx);
  const counts = await countByStatus(tx);
  const row = (kind: OperatorNewsRow['kind'], subject_id: string, at: string | null): OperatorNewsRow => ({
    ...{ kind, subject_id, at: at ?? '', detail: null, report_id },
  });
  return {
    content: {
      new_requests: fresh,
      late_requests: late,
      failed_notices: failed.map(({ finished_at: _, ...notice }) => notice),
      failing: failing.map(({ subject_id, at, detail }) => ({ what: subject_id, at, detail: detail ?? '' })),
      waiting: (counts.received ?? 0) + (counts.in_review ?? 0) + (counts.scheduled ?? 0),
    },
    reported: [
      ...fresh.map(({ request_id, submitted_at }) => row('new_request', request_id, submitted_at)),
      ...late.map(({ request_id, submitted_at }) => row('late_request', request_id, submitted_at)),
      ...failed.map(({ notice_id, finished_at }) => row('failed_notice', notice_id, finished_at)),
      ...failing.map(({ subject_id, at }) => row('failing', subject_id, at)),
    ],
  };
}

/** Sends the mail that is due to its next address, under a lease. @returns whether there may be another address */
async function sendReport(ctx: Context): Promise<boolean> {
  const now = ctx.now();
  const lease_until = new Date(now.getTime() + NOTICE_LEASE_MS).toISOString();
  const lease = { lease_by: ctx.newId('lea'), lease_until, now: now.toISOString() };
  const report = await claimReport(ctx.store, lease);
  if (!report) return false;
  const { report_id, created_at, delivered } = report;
  const addresses = ctx.settings.OPERATOR_EMAIL;
  const to = addresses[delivered];
  const content = reportContent.parse(JSON.parse(report.content));
  const { BASE_URL: base_url } = ctx.settings;
  const of = { notice_id: `${report_id}-${delivered + 1}`, base_url, created_at, content };
  const delivery = to === undefined ? undefined : await ctx.mailer.send(operatorLetter({ ...of, to }));
  const attempts = report.attempts + 1;
  const store = (outcome: Parameters<typeof storeAttempt>[2]) =>
    ctx.store.transaction((tx) => storeAttempt(tx, { ...lease, report_id }, outcome));
  // A full mailbox must not keep all others, and all later mails, waiting.
  const passed_over =
    delivery?.status === 'permanent' ||
    (delivery?.status === 'temporary' &&
      delivery.reason.endsWith('at RCPT TO') &&
      now.getTime() - Date.parse(created_at) >= GIVE_UP_AFTER_MS);
  if (delivery?.status === 'temporary' && !passed_over) {
    // Never given up: `since` is always now.
    const random = (ctx.random(1)[0] ?? 0) / 256;
    const next = afterFailure({ since: ctx.now(), attempts, permanent: false }, ctx.now(), random);
    const due_at = 'due_at' in next ? next.due_at.toISOString() : lease_until;
    ctx.log.error({ report_id, attempts, reason: delivery.reason, due_at }, 'a mail to operators could not be sent');
    await store({ attempts, due_at, last_error: delivery.reason });
    return false;
  }
  const last_error = delivery && delivery.status !== 'sent' ? delivery.reason : null;
  if (last_error !== null)
    ctx.log.error({ report_id, reason: last_error }, 'an address of OPERATOR_EMAIL does not take mail');
  const done = delivered + 1 >= addresses.length;
  await store({
    ...{ attempts: 0, delivered: delivered + 1, last_error },
    sent_at: done ? ctx.now().toISOString() : null,
  });
  return !done;
}
