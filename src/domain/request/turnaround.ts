import type { RequestQueue } from './request.ts';

const DAY_MS = 86_400_000;

/** Business days within which an audit is typically made (spec 8). */
export const PROMISED_DAYS = 5;

/**
 * The time that was a number of business days ago: Saturdays and Sundays (UTC) do not count, and holidays do, because
 * every country has others. What was submitted before that has waited for longer.
 */
export function businessDaysBefore(now: Date, days: number): Date {
  let time = now.getTime();
  for (let left = days * DAY_MS; left > 0; ) {
    const start = Math.ceil(time / DAY_MS - 1) * DAY_MS;
    const weekend = [0, 6].includes(new Date(start).getUTCDay());
    const step = weekend ? time - start : Math.min(left, time - start);
    time -= step;
    if (!weekend) left -= step;
  }
  return new Date(time);
}

/** How many of the most recently completed requests are measured. */
export const turnaroundSample = 100;

/**
 * Days from submission to completion, in tenths of a day: median and 90th percentile (nearest rank) of completed
 * requests. Null without any (decision 70): the service does not guess.
 */
export function turnaroundDays(
  requests: readonly { submitted_at: string; completed_at: string }[],
): Pick<RequestQueue, 'waiting_days_p50' | 'waiting_days_p90'> {
  const days = requests
    .map(
      ({ submitted_at, completed_at }) => Math.max(0, Date.parse(completed_at) - Date.parse(submitted_at)) / 86_400_000,
    )
    .sort((a, b) => a - b);
  const at = (share: number) => {
    const value = days[Math.ceil(share * days.length) - 1];
    return value === undefined ? null : Math.round(value * 10) / 10;
  };
  return { waiting_days_p50: at(0.5), waiting_days_p90: at(0.9) };
}
