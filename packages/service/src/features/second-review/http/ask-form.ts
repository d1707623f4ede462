import { html } from 'ghtml';
import { Fault } from '../../../domain/fault.ts';
import { auditPath, jobOf } from '../../../doors/http/desk/addresses.ts';
import type { DeskForm, Visit } from '../../../doors/http/desk/definition.ts';
import { faultMessage, formStart, options } from '../../../doors/http/desk/parts.ts';
import type { BlindReview } from '../../../doors/http/desk/review/review.ts';
import { showAuditJob } from '../../../operations/desk/audits/show-audit-job.ts';
import { listOperators } from '../../../operations/desk/operators/list-operators.ts';
import { askSecondReview } from '../operations/ask-second-review.ts';
import { readSecondReview } from '../operations/read-second-review.ts';
import type { Review } from './blind-form.ts';
import { withdrawForm } from './withdraw-form.ts';
import { kappaText, percent, scoredText, scoringPath } from './words.ts';

/** How far the second review of a draft is, or a form that asks an operator for one. */
async function partOf(visit: Visit, job_id: string, reviewers: readonly string[]): Promise<string> {
  const review = await reviewOf(visit, job_id);
  const { operator, audits } = await visit.call(showAuditJob, { job_id });
  // What is published nobody can score blind any more.
  if (!review && audits.length) return '';
  return html`<div class="second-part" id="second"><h3>Second review</h3>
!${review ? state(review) : await askForm(visit, job_id, [operator, ...reviewers], '')}</div>`;
}

/** The second review of a draft, as the pages of the first one know it. */
export const blindReview: BlindReview = {
  partOf,
  async openPartOf(visit, job_id) {
    const review = await reviewOf(visit, job_id);
    return review?.status === 'open'
      ? html`<div class="second-part">!${state(review)}!${withdrawForm(visit, review)}</div>`
      : '';
  },
  async placeOf(visit, job_id) {
    const review = await reviewOf(visit, job_id);
    return review?.status === 'open' && review.reviewer === visit.caller.name ? scoringPath(job_id) : undefined;
  },
  sourcesOf: async (visit, job_id) => (await visit.call(readSecondReview, { job_id })).items,
};

/** The second review of a draft; undefined without one. */
async function reviewOf(visit: Visit, job_id: string): Promise<Review | undefined> {
  try {
    return await visit.call(readSecondReview, { job_id });
  } catch (error) {
    // Unknown, without a draft, or closed to this operator: the page of the draft says so.
    if (error instanceof Fault && (error.code === 'not_found' || error.code === 'conflict')) return undefined;
    throw error;
  }
}

function state(review: Review): string {
  const { job_id, reviewer, agreement } = review;
  const at = scoringPath(job_id);
  if (agreement)
    return html`<p>Reviewed by two: <b>${reviewer}</b> agrees within one point on <b>${percent(agreement.within_one)}</b>, weighted kappa <b>${kappaText(agreement.kappa)}</b>. <a href="${at}">Both scores</a></p>`;
  return html`<p>Given to <b>${reviewer}</b>, who scores it blind: <a href="${at}">${scoredText(review)}</a>. It is not published before that is finished or withdrawn.</p>`;
}

async function askForm(visit: Visit, job_id: string, knows: readonly string[], chosen: string): Promise<string> {
  const { operators } = await visit.call(listOperators, {});
  const names = [...new Set(operators.map(({ name }) => name))].sort();
  const others = names.filter((name) => name !== visit.caller.name && !knows.includes(name));
  if (!others.length)
    return html`<p class="hint">There is no operator who does not know its scores; <code>readymark operator add NAME</code> makes one.</p>`;
  return html`!${formStart(visit, `${auditPath(job_id)}/second`, 'class="controls"')}<p><label for="second-to">Give it to an operator who scores it blind</label><select id="second-to" name="to">!${options(others, chosen)}</select></p>
<p><button class="quiet">Give</button></p></form>`;
}

export const askSecondForm: DeskForm = {
  path: '/desk/audits/{job_id}/second',
  async submit(visit, values) {
    const job_id = jobOf(visit);
    await visit.call(askSecondReview, { job_id, to: values.get('to') ?? '' });
    return { see_other: `${auditPath(job_id)}#second` };
  },
  async again(visit, { values, fault }) {
    const job_id = jobOf(visit);
    return {
      title: 'Second review',
      main: html`<p class="path"><a href="${auditPath(job_id)}">The draft</a></p><h1>Second review</h1>
!${faultMessage(fault)}
!${await askForm(visit, job_id, [], values.get('to') ?? '')}`,
    };
  },
};
