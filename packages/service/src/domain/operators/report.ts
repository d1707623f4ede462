import { z } from 'zod';
import { CLOCK_SKEW_MS } from '../clock.ts';

/** Mails to operators (decision 104): what they report, and when. */

/** What operators hear of: each thing once, and again when it happens again. */
export type NewsKind = 'new_request' | 'late_request' | 'failed_notice' | 'failing';

/** What can fail in the service: building snapshots, signing the public log, and exports. */
export type Failing = 'snapshot' | 'public log' | 'export';

/** Things of one kind in one mail; what is left comes with the next. */
export const NEWS_MAX = 200;

/** Shortest time between two mails, in milliseconds. */
export const REPORT_EVERY_MS = 3_600_000;

/** How long building snapshots or signing must have failed before operators are notified, in milliseconds: a moment is no news. */
export const FAILING_AFTER_MS = 60_000;

const request = z.object({ request_id: z.string(), company: z.string(), site: z.string(), submitted_at: z.string() });

/** The content of one mail: neither addresses of agents nor keys. */
export const reportContent = z.object({
  new_requests: z.array(request),
  late_requests: z.array(request),
  failed_notices: z.array(
    z.object({ notice_id: z.string(), kind: z.string(), subject_id: z.string(), last_error: z.string().nullable() }),
  ),
  failing: z.array(z.object({ what: z.string(), at: z.string(), detail: z.string() })),
  /** All requests that wait. */
  waiting: z.int(),
});

export type ReportContent = z.infer<typeof reportContent>;

/**
 * Whether a mail may follow the last one, which was written and perhaps sent later (ISO 8601). A time that is far in the
 * future was written by a wrong clock (decision 54), and does not keep operators from being notified.
 */
export function mayReport(last: { created_at: string; sent_at: string | null } | undefined, now: Date): boolean {
  if (last === undefined) return true;
  const since = now.getTime() - Math.max(Date.parse(last.created_at), Date.parse(last.sent_at ?? last.created_at));
  return since >= REPORT_EVERY_MS || since < -CLOCK_SKEW_MS;
}
