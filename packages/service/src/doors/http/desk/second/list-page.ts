import { html } from 'ghtml';
import type { z } from 'zod';
import type { SecondReview } from '../../../../domain/auditing/second-review.ts';
import { listSecondReviews } from '../../../../operations/desk/second/list-second-reviews.ts';
import { counted } from '../../html/format.ts';
import type { DeskPage } from '../definition.ts';
import { timeMark } from '../parts.ts';
import { agreementFacts, auditPath, kappaText, percent, scoredText, scoringPath } from './words.ts';

type Overall = z.output<typeof listSecondReviews.output>['overall'];

/** Reviews of a list on one page. */
const PAGE_SIZE = 50;

/** Second reviews: asked of me, asked by me, finished, and how far operators agree over all (decision 124). */
export const secondListPage: DeskPage = {
  path: '/desk/second',
  nav: 'Second reviews',
  async draw({ call, query, ctx }) {
    const after = query.get('after') || undefined;
    const now = ctx.now();
    const open = { status: 'open' as const, limit: PAGE_SIZE };
    const { reviews: of_me } = await call(listSecondReviews, { ...open, mine: 'reviewer' });
    const { reviews: by_me } = await call(listSecondReviews, { ...open, mine: 'asker' });
    const finished = await call(listSecondReviews, { status: 'finished', after, limit: PAGE_SIZE });
    const more =
      finished.next === null ? '' : html`<p><a href="/desk/second?after=${finished.next}">Older ones</a></p>`;
    return {
      title: 'Second reviews',
      main: html`<h1>Second reviews</h1>
<p class="hint">A second operator scores a draft without seeing any score. A draft is given to somebody on its own page.</p>
<section aria-labelledby="of-me"><h2 id="of-me">Asked of me</h2>
!${list(
        of_me,
        'Nobody waits for your scores.',
        (
          review,
        ) => html`<p><a href="${scoringPath(review.job_id)}"><b><bdi>${review.company}</bdi></b></a>, ${scoredText(review)}</p>
<p class="hint">Asked by <b>${review.asked_by}</b> !${timeMark(review.asked_at, now)}</p>`,
      )}</section>
<section aria-labelledby="by-me"><h2 id="by-me">Asked by me</h2>
!${list(
        by_me,
        'You wait for nobody.',
        (
          review,
        ) => html`<p><a href="${scoringPath(review.job_id)}"><b><bdi>${review.company}</bdi></b></a>, ${scoredText(review)} by <b>${review.reviewer}</b></p>
<p class="hint">Asked !${timeMark(review.asked_at, now)} · <a href="${auditPath(review.job_id)}">the draft</a></p>`,
      )}</section>
<section aria-labelledby="finished"><h2 id="finished">Finished</h2>
!${overall(finished.overall)}
!${list(finished.reviews, 'None yet.', (review) => ended(review, now))}
!${more}</section>`,
    };
  },
};

const list = (reviews: readonly SecondReview[], none: string, item: (review: SecondReview) => string): string =>
  reviews.length === 0
    ? html`<p class="empty">${none}</p>`
    : html`<ul class="second-list">!${reviews.map((review) => html`<li>!${item(review)}</li>`)}</ul>`;

function overall(all: Overall): string {
  if (!all) return '';
  return html`<dl class="second-facts">
<dt>Reviews</dt><dd><b>${all.reviews}</b> <span class="hint">of drafts that a person had reviewed</span></dd>
!${agreementFacts(all)}
<dt>Mean of reviews</dt><dd><b>${percent(all.mean_within_one)}</b> within one point</dd>
</dl>`;
}

function ended({ job_id, company, reviewer, finished_at, agreement }: SecondReview, now: Date): string {
  const firsts = agreement?.first_reviewers.join(', ') || 'the machine alone';
  return html`<p><a href="${scoringPath(job_id)}"><b><bdi>${company}</bdi></b></a>, ${percent(agreement?.within_one ?? 0)} within one point, kappa ${kappaText(agreement?.kappa ?? null)}</p>
<p class="hint"><b>${reviewer}</b> after ${firsts}, ${counted(agreement?.criteria ?? 0, 'score')}, !${finished_at === null ? '' : timeMark(finished_at, now)}</p>`;
}
