import { daysAfter } from '@readymark/rubric/audit/audit';
import { isDate } from '@readymark/rubric/field';
import { html } from 'ghtml';
import { counted, dayMark, day as inWords } from '../../../doors/http/html/format.ts';
import { pastAuditPage } from '../../../doors/http/pages/addresses.ts';
import type { OtherBoard, OtherBoards } from '../../../doors/http/pages/other-boards.ts';
import type { PastBoard } from '../catalogue/past-board.ts';
import { DAY_EXPECTED, dayFault, indexOfDay } from '../domain/days.ts';
import { pastBoardsOf } from '../operations/past-boards.ts';

/** The leaderboard as it stood at the end of a past day (decision 151). */
export const boardsOfDays: OtherBoards = {
  parameter: 'as-of',
  issue: (value) => (isDate(value) ? undefined : DAY_EXPECTED),
  async read(ctx, value) {
    const boards = pastBoardsOf(ctx);
    const fault = dayFault(value, await boards.days(), 'as-of');
    return fault ?? otherBoard(await boards.board(value), ctx.settings.BASE_URL);
  },
  form: (
    value,
    today,
  ) => html`<details class="past"!${value ? ' open' : ''}><summary>A past day, or what moved</summary>
<form class="controls dates" action="/" method="get">
<p><label for="as-of">At the end of (UTC)</label><input id="as-of" name="as-of" type="date" value="${value}" max="${daysAfter(today, -1)}" required></p><p><button type="submit">Show this day</button></p><p class="also"><a href="/changes">What moved between two days</a> · <a href="/report">A month on one page</a></p>
</form></details>`,
  hint: (base_url) =>
    `- A past day: ${base_url}/index.md?as-of=YYYY-MM-DD · What moved: ${base_url}/changes.md · A month: ${base_url}/report.md`,
};

function otherBoard({ day, snapshot, retracted_since, present }: PastBoard, base_url: string): OtherBoard {
  const retracted = retracted_since ? [retractedSince(retracted_since)] : [];
  return {
    ...{ snapshot, today: day },
    json: indexOfDay(day),
    title: `Leaderboard of ${inWords(day)}`,
    description: `At the end of ${day} (UTC): `,
    lead: html`<div class="lead">
<h1>The leaderboard of !${dayMark(day)}</h1>
<p>As it stood at the end of ${day} (UTC). <a href="/">See it as it is now</a>, or <a href="/changes?from=${day}">what moved since</a>.${retracted.map((text) => ` ${text}`)}</p>
</div>`,
    heading: `# Readymark: the leaderboard of ${day}`,
    notes: [
      `As it stood at the end of ${day} (UTC). Now: ${base_url}/index.md · What moved since: ${base_url}/changes.md?from=${day}`,
      ...retracted,
    ],
    when: 'on this day',
    auditPath: ({ slug, audit_date }) => pastAuditPage(present(slug), audit_date),
  };
}

/** What a reader misses who compares with another copy. */
export const retractedSince = (count: number): string =>
  `${counted(count, 'company', 'companies')} listed on that day ${count === 1 ? 'has' : 'have'} been retracted since, and ${count === 1 ? 'is' : 'are'} not counted or ranked here.`;
