import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { html } from 'ghtml';
import type { Visit, Waiting } from '../../../doors/http/desk/definition.ts';
import type { HttpPart } from '../../../doors/http/feature-part.ts';
import { shortened } from '../../../doors/http/html/format.ts';
import { listSecondReviews } from '../operations/list-second-reviews.ts';
import { askSecondForm, blindReview } from './ask-form.ts';
import { secondScoresForm, secondWithdrawForm } from './forms.ts';
import { LIST_PATH, secondListPage } from './list-page.ts';
import { secondPage } from './score-page.ts';
import { scoringPath } from './words.ts';

/** Reviews that are counted beside the queue, those that are named, and the length of a name. */
const COUNTED = 50;
const NAMED = 3;
const NAME_MAX = 40;

const read = (file: string) => readFileSync(join(import.meta.dirname, 'assets', file), 'utf8');

export const secondReviewPart: HttpPart = {
  desk_pages: [secondListPage, secondPage],
  desk_forms: [secondScoresForm, secondWithdrawForm, askSecondForm],
  desk_style: read('second.css'),
  desk_script: read('second.js'),
  blind_review: blindReview,
  waiting,
};

async function waiting(visit: Visit): Promise<readonly Waiting[]> {
  const { reviews } = await visit.call(listSecondReviews, { mine: 'reviewer', status: 'open', limit: COUNTED });
  if (!reviews.length) return [];
  const items = reviews
    .slice(0, NAMED)
    .map(
      ({ job_id, company, asked_by }) =>
        html`<a href="${scoringPath(job_id)}"><bdi>${shortened(company, NAME_MAX)}</bdi></a> asked by <bdi>${asked_by}</bdi>`,
    );
  return [{ title: 'Second reviews for you', count: reviews.length, path: LIST_PATH, none: '', items }];
}
