import { z } from 'zod';
import { isWaiting, type RequestQueue, type RequestStatus } from './request.ts';

const DAY_MS = 86_400_000;

/** Business days within which an audit is typically made (spec 8). */
export const PROMISED_DAYS = 5;

/** Saturdays and Sundays, in UTC. Holidays count as business days, because every country has others. */
const isWeekend = (time: number): boolean => [0, 6].includes(new Date(time).getUTCDay());

/** The time that was a number of business days ago. What was submitted before that has waited for longer. */
export function businessDaysBefore(now: Date, days: number): Date {
  let time = now.getTime();
  for (let left = days * DAY_MS; left > 0; ) {
    const start = Math.ceil(time / DAY_MS - 1) * DAY_MS;
    const weekend = isWeekend(start);
    const step = weekend ? time - start : Math.min(left, time - start);
    time -= step;
    if (!weekend) left -= step;
  }
  return new Date(time);
}

/** The time that is a number of business days later: the earliest by which so much business time has passed. */
export function businessDaysAfter(time: Date, days: number): Date {
  let at = time.getTime();
  for (let left = days * DAY_MS; left > 0; ) {
    const end = (Math.floor(at / DAY_MS) + 1) * DAY_MS;
    const weekend = isWeekend(at);
    const step = weekend ? end - at : Math.min(left, end - at);
    at += step;
    if (!weekend) left -= step;
  }
  return new Date(at);
}

/** Business days from one time to a later one, with fractions; 0 when it is not later. Whole weeks are not walked through. */
export function businessDaysBetween(from: Date, to: Date): number {
  const start = from.getTime();
  const weeks = Math.max(0, Math.floor((to.getTime() - start) / (7 * DAY_MS)));
  let passed = 0;
  for (let at = start + weeks * 7 * DAY_MS; at < to.getTime(); ) {
    const end = Math.min(to.getTime(), (Math.floor(at / DAY_MS) + 1) * DAY_MS);
    if (!isWeekend(at)) passed += end - at;
    at = end;
  }
  return weeks * 5 + passed / DAY_MS;
}

/** Whether a request that waits keeps the promise: `due_soon` is the last business day of it. */
const promiseStates = ['in_time', 'due_soon', 'late'] as const;

/** How long a request waits, or waited until it ended (decision 104). */
export const requestAge = {
  business_days: z
    .number()
    .min(0)
    .meta({ description: 'Business days since it was submitted, until it ended; in tenths, rounded down.' }),
  promise: z
    .enum(promiseStates)
    .nullable()
    .meta({
      description: `Whether it keeps the promise of ${PROMISED_DAYS} business days; null when it has ended.`,
    }),
};

type RequestAge = { business_days: number; promise: (typeof promiseStates)[number] | null };

/** @param request.status_changed_at when it ended, if it did */
export function ageOf(
  request: { status: RequestStatus; submitted_at: string; status_changed_at: string },
  now: Date,
): RequestAge {
  const waits = isWaiting(request.status);
  const days = businessDaysBetween(new Date(request.submitted_at), waits ? now : new Date(request.status_changed_at));
  const promise = days > PROMISED_DAYS ? 'late' : days >= PROMISED_DAYS - 1 ? 'due_soon' : 'in_time';
  return { business_days: Math.floor(days * 10) / 10, promise: waits ? promise : null };
}

/**
 * The day for which an audit is best scheduled: the last one that ends within the promise, or the next business day when
 * that is over. `YYYY-MM-DD`.
 */
export function dayWithinPromise(submitted_at: string, now: Date): string {
  let day = Math.max(businessDaysAfter(new Date(submitted_at), PROMISED_DAYS - 1).getTime(), now.getTime());
  while (isWeekend(day)) day += DAY_MS;
  return new Date(day).toISOString().slice(0, 10);
}

/** How many of the most recently completed requests are measured. */
export const turnaroundSample = 100;

/**
 * Days from submission to completion, in tenths of a day: median and 90th percentile (nearest rank) of completed
 * requests. Null without any (decision 18): the service does not guess.
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
