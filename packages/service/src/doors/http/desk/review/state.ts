import { draftState } from '../../../../operations/desk/audits/draft-state.ts';
import { showAuditJob } from '../../../../operations/desk/audits/show-audit-job.ts';
import { jobOf } from '../addresses.ts';
import type { DeskPage, Visit } from '../definition.ts';
import { loadReview } from './load.ts';
import { criterionState, evidenceOf, othersWords, type Review } from './review.ts';
import { baseValues, textValues } from './text-lists.ts';
import { barShape, shownTexts } from './totals.ts';

/**
 * What the script of the review asks for every few seconds. While the version is the one that it names, only who else is
 * there; else everything that may have changed on the page, as values: the browser works out nothing.
 */
export const statePage: DeskPage = {
  path: '/desk/audits/{job_id}/state',
  async draw(visit) {
    const field = visit.query.get('field') ?? undefined;
    const job_id = jobOf(visit);
    const { version, others } = await visit.call(draftState, { job_id, ...(field && { field }) });
    if (visit.query.get('version') !== String(version)) return { json: await reviewState(visit, field) };
    const { audits } = await visit.call(showAuditJob, { job_id });
    return { json: { version, others: othersWords({ others }), published: audits.length } };
  },
};

/** The whole state of a draft, for the script. @param field that the operator types in */
export async function reviewState(visit: Visit, field?: string) {
  return stateOf(await loadReview(visit, field));
}

function stateOf(review: Review) {
  const { draft } = review;
  const scored = draft.criteria.filter(({ score }) => score !== null);
  return {
    version: draft.version,
    others: othersWords(review),
    published: review.published,
    /** Texts by the names in `data-shown`. */
    shown: shownTexts(review),
    bars: Object.fromEntries(Object.entries(draft.record.pillars).map(([id, { score }]) => [id, barShape(score)])),
    open: draft.open,
    standing: Object.fromEntries(draft.criteria.map((one) => [one.id, criterionState(one)])),
    /** What the fields of each form have now, by their names. */
    forms: {
      ...Object.fromEntries(
        scored.map((one) => [one.id, { score: String(one.score), evidence: evidenceOf(review, one), reason: '' }]),
      ),
      texts: textValues(draft.record),
    },
    base: baseValues(draft.record),
  };
}
