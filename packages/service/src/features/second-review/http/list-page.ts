import { html } from 'ghtml';
import type { z } from 'zod';
import type { SecondReview } from '../../../domain/auditing/second-review.ts';
import { auditPath } from '../../../doors/http/desk/addresses.ts';
import type { DeskPage } from '../../../doors/http/desk/definition.ts';
import { listPage, row, ways } from '../../../doors/http/desk/list-page.ts';
import { factList, timeMark } from '../../../doors/http/desk/parts.ts';
import { counted } from '../../../doors/http/html/format.ts';
import { listSecondReviews } from '../operations/list-second-reviews.ts';
import { agreementFacts, kappaText, percent, scoredText, scoringPath } from './words.ts';

type Overall = z.output<typeof listSecondReviews.output>['overall'];

/** Reviews of a part of the list on one page. */
const ROWS = 50;
export const LIST_PATH = '/desk/second';

/** Second reviews: asked of me, asked by me, finished, and how far operators agree over all (decision 124). */
export const secondListPage: DeskPage = {
  path: LIST_PATH,
  nav: 'Second reviews',
  async draw({ call, query, ctx }) {
    const now = ctx.now();
    const open = { status: 'open' as const, limit: ROWS };
    const after = query.get('after') || undefined;
    const { reviews: of_me } = await call(listSecondReviews, { ...open, mine: 'reviewer' });
    const { reviews: by_me } = await call(listSecondReviews, { ...open, mine: 'asker' });
    const { reviews, next, overall } = await call(listSecondReviews, { status: 'finished', after, limit: ROWS });
    const about = ({ company, job_id }: SecondReview) => ({ name: company, path: scoringPath(job_id) });
    const waiting = (review: SecondReview, status: string, rest: string) =>
      row(about(review), status, html`asked !${timeMark(review.asked_at, now)}`, rest);
    return listPage({
      title: 'Second reviews',
      hint: 'A second operator scores a draft without seeing any score. A draft is given to somebody on its own page.',
      parts: [
        {
          title: 'Asked of me',
          rows: of_me.map((review) => waiting(review, scoredText(review), html`by <b>${review.asked_by}</b>`)),
          none: 'Nobody is waiting for your scores.',
        },
        {
          title: 'Asked by me',
          rows: by_me.map((review) => {
            const status = html`${scoredText(review)} by <b>${review.reviewer}</b>`;
            return waiting(review, status, html`<a href="${auditPath(review.job_id)}">the draft</a>`);
          }),
          none: 'You are waiting for nobody.',
        },
        {
          title: 'Finished',
          above: overallFacts(overall),
          rows: reviews.map((review) => row(about(review), ...endedCells(review, now))),
          none: 'None yet.',
        },
      ],
      ...ways({ after, address: (fields) => `${LIST_PATH}?${new URLSearchParams(fields)}` }, next),
    });
  },
};

function overallFacts(all: Overall): string {
  if (!all) return '';
  return factList([
    ['Reviews', html`<b>${all.reviews}</b> <span class="hint">of drafts that a person had reviewed</span>`],
    ...agreementFacts(all),
    ['Mean of reviews', html`<b>${percent(all.mean_within_one)}</b> within one point`],
  ]);
}

function endedCells({ reviewer, finished_at, agreement }: SecondReview, now: Date): [string, string, string] {
  const firsts = agreement?.first_reviewers.join(', ') || 'the machine alone';
  return [
    `${percent(agreement?.within_one ?? 0)} within one point`,
    finished_at === null ? '' : timeMark(finished_at, now),
    html`<b>${reviewer}</b> after ${firsts}, ${counted(agreement?.criteria ?? 0, 'score')}, kappa ${kappaText(agreement?.kappa ?? null)}`,
  ];
}
