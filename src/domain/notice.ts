/**
 * Notices: the letters that the service owes somebody (spec 6, decisions 28 and 29), when they are tried, and when they
 * are given up.
 *
 * `reaudit`: a watched company was audited again. `completed`: the audit that was asked for. `declined`: why there will
 * be none.
 */
export const noticeKinds = ['reaudit', 'completed', 'declined'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/**
 * `cancelled`: the address was taken back before the letter went out (decision 40). The last three are final, but for
 * an operator's resend.
 */
export const noticeStatuses = ['pending', 'sent', 'failed', 'cancelled'] as const;
export type NoticeStatus = (typeof noticeStatuses)[number];

/** Longest time, in seconds, that a worker may hold a notice; the mailer gives up earlier (decision 28). */
export const noticeLeaseSeconds = 30;

const firstDelayMs = 30_000;
const longestDelayMs = 3_600_000;
const giveUpAfterMs = 24 * 3_600_000;

/** What follows a failed attempt: another one at a time, or none. */
type AfterFailure = { status: 'pending'; due_at: Date } | { status: 'failed' };

/**
 * The back-off: about 30 s after the first failure, doubling up to an hour, a last attempt at 24 hours, then `failed`
 * (decision 28).
 *
 * @param since when the notice was written, or resent by an operator
 * @param attempts failed attempts so far, this one included (1 or more)
 * @param permanent whether the mail server refused the recipient for good: no retry then
 * @param random from 0 up to 1; spreads the delay by a fifth to either side, so that a crowd of notices does not come
 *   back as one
 */
export function afterFailure(
  { since, attempts, permanent }: { since: Date; attempts: number; permanent: boolean },
  now: Date,
  random: number,
): AfterFailure {
  const giveUpAt = since.getTime() + giveUpAfterMs;
  if (permanent || now.getTime() >= giveUpAt) return { status: 'failed' };
  const delay =
    Math.min(firstDelayMs * 2 ** Math.min(Math.max(attempts, 1) - 1, 20), longestDelayMs) * (0.8 + 0.4 * random);
  return { status: 'pending', due_at: new Date(Math.min(now.getTime() + Math.round(delay), giveUpAt)) };
}
