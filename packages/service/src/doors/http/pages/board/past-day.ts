import { daysAfter } from '@readymark/rubric/audit/audit';
import { isDate } from '@readymark/rubric/field';
import { html } from 'ghtml';
import type { PastBoard } from '../../../../catalogue/as-of/past-board.ts';
import { INDEX_PATH } from '../../../../catalogue/families/index-document.ts';
import { dayFault } from '../../../../domain/as-of/days.ts';
import { Fault } from '../../../../domain/fault.ts';
import type { PastBoards } from '../../../../operations/as-of/past-boards.ts';
import { counted, dayMark } from '../../html/format.ts';
import type { PageInput, PastInput } from '../page-input.ts';
import type { BoardView } from './view.ts';

/** The leaderboard as it stood at the end of a past day (decision 151). */

/** What a query needs of the past; undefined where it asks for the board of now. */
export function prepareBoard(
  boards: PastBoards,
  query: string,
  beforeWork: () => void,
): Promise<PastInput> | undefined {
  const as_of = (new URLSearchParams(query).get('as-of') ?? '').trim();
  if (!isDate(as_of)) return undefined;
  return boards.days().then(async (days) => {
    if (dayFault(as_of, days)) return { days, boards: new Map() };
    return { days, boards: new Map([[as_of, await boards.board(as_of, beforeWork)]]) };
  });
}

/** The board of a day, or why there is none. */
export function boardOf({ past }: PageInput, as_of: string): PastBoard | Fault {
  const fault = dayFault(as_of, past.days, 'as-of');
  return fault ?? past.boards.get(as_of) ?? new Fault('unavailable', 'This day was not read.', { retry_after: 1 });
}

/** The input of a page as of the end of a day: nobody knows any more who watched then. */
export const onDay = (input: PageInput, { snapshot, day }: PastBoard): PageInput => ({
  ...input,
  snapshot,
  today: day,
  watchers: new Map(),
});

/** The document with the same content. */
export const indexOf = (past: PastBoard | undefined): string =>
  past ? `/api/audits/as-of/${past.day}/index.json` : INDEX_PATH;

/** What stands above the board of a past day. */
export function pastLead({ day, retracted_since }: PastBoard): string {
  return html`<div class="lead">
<h1>The leaderboard of !${dayMark(day)}</h1>
<p>As it stood at the end of ${day} (UTC). <a href="/">See it as it is now</a>, or <a href="/changes?from=${day}">what moved since</a>.!${retracted_since ? html` ${retractedSince(retracted_since)}` : ''}</p>
</div>`;
}

/** What a reader misses who compares with another copy. */
export const retractedSince = (count: number): string =>
  `${counted(count, 'company', 'companies')} listed on that day ${count === 1 ? 'has' : 'have'} been retracted since, and ${count === 1 ? 'is' : 'are'} not counted or ranked here.`;

/** A form for the day, which needs no script. */
export const dayForm = (
  { today }: PageInput,
  { as_of }: BoardView,
): string => html`<details class="past"!${as_of ? ' open' : ''}><summary>A past day, or what moved</summary>
<form class="controls dates" action="/" method="get">
<p><label for="as-of">At the end of (UTC)</label><input id="as-of" name="as-of" type="date" value="${as_of}" max="${daysAfter(today, -1)}" required></p><p><button type="submit">Show this day</button></p><p class="also"><a href="/changes">What moved between two days</a></p>
</form></details>`;
