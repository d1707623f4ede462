import { daysAfter } from '@readymark/rubric/audit/audit';
import type { PastDays } from './days.ts';

/** Months (`YYYY-MM`, UTC) that are over and in which or before which something was published. */
export type PastMonths = { first: string; last: string };

/** @returns undefined while none has ended */
export function pastMonths(days: PastDays | undefined): PastMonths | undefined {
  if (!days) return undefined;
  const first = monthOf(days.first);
  // A month is over when its last day is.
  const last =
    monthOf(days.last) === monthOf(daysAfter(days.last, 1)) ? monthBefore(monthOf(days.last)) : monthOf(days.last);
  return first <= last ? { first, last } : undefined;
}

export const isMonth = (text: string): boolean => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text);

const monthOf = (day: string): string => day.slice(0, 7);

export const monthBefore = (month: string): string => monthOf(daysAfter(`${month}-01`, -1));

export const monthAfter = (month: string): string => monthOf(daysAfter(`${month}-01`, 31));

/** The last days of a month and of the one before it. */
export const endsOf = (month: string): { before: string; end: string } => ({
  before: daysAfter(`${month}-01`, -1),
  end: daysAfter(`${monthAfter(month)}-01`, -1),
});
