import { html } from 'ghtml';
import { auditPath, jobOf } from '../../../doors/http/desk/addresses.ts';
import type { DeskContent, DeskPage, Visit } from '../../../doors/http/desk/definition.ts';
import { factList, timeMark } from '../../../doors/http/desk/parts.ts';
import { hostOf } from '../../../doors/http/html/format.ts';
import { readSecondReview } from '../operations/read-second-review.ts';
import { blindForm, type Item, type Review, type Typed } from './blind-form.ts';
import { withdrawForm } from './withdraw-form.ts';
import { agreementFacts, scoredText } from './words.ts';

/** Where a draft is scored blind, and where both scores are compared afterwards (decision 124). */
export const secondPage: DeskPage = {
  path: '/desk/second/{job_id}',
  draw: async (visit) => secondContent(visit, await readReview(visit), {}),
};

export const readReview = (visit: Visit): Promise<Review> => visit.call(readSecondReview, { job_id: jobOf(visit) });

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

/** Both columns of scores, when a second review is finished. */
function compared({ job_id, reviewer, agreement, items }: Review): string {
  if (!agreement) return '';
  const { first_reviewers, draft_version } = agreement;
  const firsts = first_reviewers.length
    ? html`Version ${draft_version} of the draft, reviewed by <b>${first_reviewers.join(', ')}</b>`
    : 'The draft as the machine proposed it: nobody had reviewed it';
  return html`<p class="second-intro">!${firsts}, and the scores of <b>${reviewer}</b>, who did not see them.</p>
!${factList(agreementFacts(agreement))}
<div class="wide" tabindex="0" role="region" aria-label="Both scores of each criterion"><table class="second-both">
<thead><tr><th scope="col">Criterion</th><th scope="col" class="num">Draft</th><th scope="col" class="num"><bdi>${reviewer}</bdi></th><th scope="col">Apart</th></tr></thead>
<tbody>!${items.map(row)}</tbody></table></div>
<p><a href="${auditPath(job_id)}">Back to the draft</a>, which may be revised; what was compared here stays.</p>`;
}

function row({ id, name, first, score, note }: Item): string {
  const apart = Math.abs((first ?? 0) - (score ?? 0));
  const mark = apart === 0 ? 'equal' : `${apart} apart`;
  return html`<tr!${apart > 1 ? ' class="second-far"' : apart === 1 ? ' class="second-near"' : ''}><th scope="row"><span class="id">${id}</span> ${name}!${note === null ? '' : html`<q dir="auto">${note}</q>`}</th><td class="num">${first ?? '–'}</td><td class="num">${score ?? '–'}</td><td>${mark}</td></tr>
`;
}
