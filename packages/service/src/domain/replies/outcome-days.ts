import type { PublicReply } from './reply.ts';

const DAY_MS = 86_400_000;

/** Days from the publication of each dispute that has an outcome to that outcome: the median, in tenths; null without any. */
export function medianOutcomeDays(replies: Iterable<PublicReply>): number | null {
  const days: number[] = [];
  for (const { kind, published_at, outcome } of replies)
    if (kind === 'dispute' && outcome)
      days.push(Math.max(0, Date.parse(outcome.at) - Date.parse(published_at)) / DAY_MS);
  days.sort((one, other) => one - other);
  const [low, high] = [days[Math.floor((days.length - 1) / 2)], days[Math.floor(days.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 10) / 10;
}
