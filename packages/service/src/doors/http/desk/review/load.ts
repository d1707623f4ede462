import { Fault } from '../../../../domain/fault.ts';
import { draftState } from '../../../../operations/desk/audits/draft-state.ts';
import { readDraft } from '../../../../operations/desk/audits/read-draft.ts';
import { showAuditJob } from '../../../../operations/desk/audits/show-audit-job.ts';
import { jobOf } from '../addresses.ts';
import type { Visit } from '../definition.ts';
import { formStart } from '../parts.ts';
import type { Review } from './review.ts';

/**
 * Everything that the page of a draft is drawn from, as this operator sees it. Faults: not_found; conflict, when there is no
 * draft (any more).
 *
 * @param field that the operator types in at the moment, for the others
 */
export async function loadReview(visit: Visit, field?: string): Promise<Review> {
  const { ctx, call, token } = visit;
  const job_id = jobOf(visit);
  const draft = await call(readDraft, { job_id });
  const state = await call(draftState, { job_id, ...(field && { field }) });
  const { audits } = await call(showAuditJob, { job_id });
  const { record, last_audit_date } = draft;
  const rubric = [...ctx.rubrics.values()].find(({ record_label }) => record_label === record.rubric_version);
  if (!rubric) throw new Fault('conflict', 'The rubric of this draft is not known here any more.');
  const last = last_audit_date === null ? undefined : ctx.catalogue.current().audit(record.slug, last_audit_date);
  return {
    draft,
    rubric,
    ladders: ctx.ladders.get(rubric.version),
    last,
    rank: { place: state.rank, of: state.companies },
    others: state.others,
    typed: new Map(draft.typed.map(({ field, text, version }) => [field, { text, version }])),
    published: audits.length,
    closed: draft.published !== null && !draft.published.reopened,
    now: ctx.now(),
    start: (path, attributes) => formStart({ ...visit, token }, path, attributes),
    token,
  };
}
