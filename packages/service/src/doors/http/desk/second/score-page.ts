import { html } from 'ghtml';
import { readSecondReview } from '../../../../operations/desk/second/read-second-review.ts';
import { hostOf } from '../../html/format.ts';
import type { DeskContent, DeskPage, Visit } from '../definition.ts';
import { formStart, timeMark } from '../parts.ts';
import { blindForm, type Review, type Typed } from './blind-form.ts';
import { compared } from './compared.ts';
import { auditPath, scoredText, scoringPath } from './words.ts';

/** Where a draft is scored blind, and where both scores are compared afterwards (decision 124). */
export const secondPage: DeskPage = {
  path: '/desk/second/{job_id}',
  draw: async (visit) => secondContent(visit, await readReview(visit), {}),
};

export const readReview = (visit: Visit): Promise<Review> =>
  visit.call(readSecondReview, { job_id: visit.params.job_id ?? '' });

/** @param said.message HTML above everything else. @param said.typed what was not saved */
export function secondContent(
  visit: Visit,
  review: Review,
  { message = '', typed = new Map() }: { message?: string; typed?: Typed },
): DeskContent {
  const { company, website, reviewer, asked_by, asked_at, status } = review;
  const own = status === 'open' && reviewer === visit.caller.name;
  return {
    ...(own && { keys }),
    title: `Second review of ${company}`,
    main: html`<p class="path"><a href="/desk/second">Second reviews</a></p>
<h1 dir="auto">${company}</h1>
<p class="hint"><bdi>${hostOf(website)}</bdi> · given to <b>${reviewer}</b> by <b>${asked_by}</b> !${timeMark(asked_at, visit.ctx.now())}</p>
!${message}
!${status === 'finished' ? compared(review) : own ? intro(review) : others(review)}
!${own ? blindForm(visit, review, typed) : ''}
!${status === 'open' ? withdrawForm(visit, review) : ''}`,
  };
}

const keys = [
  ['j', 'next criterion'],
  ['k', 'previous criterion'],
  ['0 to 5', 'give this score and save it'],
] as const;

function intro({ job_id, items }: Review): string {
  const fetched = items.some(({ sources }) => sources.length > 0);
  const by = fetched ? 'by what was seen' : 'by what you find: this draft was written by hand, and nothing was fetched';
  const all = fetched ? html`<a href="${auditPath(job_id)}/evidence">All that was fetched</a>` : '';
  return html`<p class="second-intro">Score every criterion ${by}. You see no other score, and nobody sees yours, until you finish. !${all}</p>`;
}

const others = (review: Review): string =>
  html`<p class="second-intro"><b>${scoredText(review)}.</b> The scores of <b>${review.reviewer}</b> are shown when the review is finished. Until then the draft can be revised, and not published. <a href="${auditPath(review.job_id)}">The draft</a></p>`;

const withdrawForm = (
  visit: Visit,
  { job_id, reviewer }: Review,
): string => html`<details class="second-withdraw"><summary>Withdraw this review</summary>
<p class="hint">It ends without a result. The draft may then be given to somebody else, not to ${reviewer} again.</p>
!${formStart(visit, `${scoringPath(job_id)}/withdraw`)}<button class="quiet">Withdraw</button></form></details>`;
