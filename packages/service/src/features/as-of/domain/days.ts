import { daysAfter } from '@readymark/rubric/audit/audit';
import { isDate } from '@readymark/rubric/field';
import { Fault, invalidFields } from '../../../domain/fault.ts';

/**
 * The days (`YYYY-MM-DD`, UTC) that can be shown as they ended (decision 151): from that of the first publication to
 * yesterday.
 */
export type PastDays = { first: string; last: string };

/** @param first_at when the first publication was made, ISO 8601 @returns undefined while none of these days has ended */
export function pastDays(first_at: string | undefined, today: string): PastDays | undefined {
  if (first_at === undefined) return undefined;
  const [first, last] = [first_at.slice(0, 10), daysAfter(today, -1)];
  return first <= last ? { first, last } : undefined;
}

/** The moment at which a day is over, ISO 8601. */
export const endOf = (day: string): string => `${daysAfter(day, 1)}T00:00:00.000Z`;

/** What a text must be to name a day. */
export const DAY_EXPECTED = 'must be a day of the calendar, written YYYY-MM-DD, such as 2026-11-20';

/**
 * Why a day cannot be shown as it ended; undefined when it can be. Never repeats what was sent.
 *
 * @param field its name where it was sent
 */
export function dayFault(day: string, days: PastDays | undefined, field = 'as_of'): Fault | undefined {
  if (!isDate(day)) return invalidFields([{ field, message: DAY_EXPECTED }], `The ${field} ${DAY_EXPECTED}.`);
  if (!days) return noDay();
  if (day >= days.first && day <= days.last) return undefined;
  const why = day > days.last ? 'This day is not over (UTC).' : 'Nothing was published by the end of this day (UTC).';
  const near = day > days.last ? days.last : days.first;
  return new Fault('not_found', `${why} ${daysInWords(days)}`, {
    next: {
      // Pages ask for days under other names.
      remedy: field === 'as_of' ? `Read the nearest day: GET ${indexOfDay(near)}` : `Choose ${near}, the nearest day.`,
      tool_remedy: `Call again with as_of ${near}.`,
    },
  });
}

/** Which days there are, as a sentence. */
const daysInWords = ({ first, last }: PastDays): string =>
  first === last ? `The only day that can be shown is ${first}.` : `Days from ${first} to ${last} can be shown.`;

export const AS_OF_FOLDER = '/api/audits/as-of/';

/** The address of the leaderboard at the end of a day. */
export const indexOfDay = (day: string): string => `${AS_OF_FOLDER}${day}/index.json`;

/** While there is no day. */
export const noDay = (): Fault =>
  new Fault('not_found', NO_DAY, {
    next: { remedy: 'Read the present: GET /api/audits/index.json', tool_remedy: 'Call again without as_of.' },
  });

export const NO_DAY = 'No day has ended since the first publication. Days are those of UTC.';
