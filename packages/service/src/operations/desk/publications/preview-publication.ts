import { advice } from '@readymark/auditor/score/proposal';
import { audit } from '@readymark/rubric/audit/audit';
import { z } from 'zod';
import { placeOf } from '../../../catalogue/preview.ts';
import { jobId } from '../../../domain/auditing/job.ts';
import { receipts, receiptsOf } from '../../../domain/auditing/receipts.ts';
import { businessOf } from '../../../domain/auditing/review.ts';
import { refuseBlind, reviewedByNow } from '../../auditing/draft-rules.ts';
import { reviewedDraft } from '../../auditing/reviewed-draft.ts';
import { wholeJobAt } from '../../auditing/shown-job.ts';
import { noteView } from '../../auditing/visits.ts';
import { deskOperation } from '../../desk-operation.ts';

const count = z.int().min(0);

/**
 * The draft of a job as it would be published: the record with its rank, and its receipts (decision 131). Faults: not_found;
 * conflict, when there is no draft.
 */
export const previewPublication = deskOperation({
  name: 'preview_publication',
  title: 'Preview a publication',
  summary: 'Shows the record and the receipts that publishing the draft of an audit would make public.',
  path: 'GET /api/desk/audit-jobs/{job_id}/preview',
  guidance: 'Whatever is still to be done; nothing of it is public.',
  faults: ['not_found', 'conflict'],
  input: z.object({ job_id: jobId }),
  output: z.object({
    job_id: z.string(),
    version: count,
    record: audit,
    rank: count.describe('The rank that it would take'),
    ranked: count.describe('Companies that would be ranked'),
    reviewed_by: count.nullable().describe('2, where a second operator reviewed it too'),
    business: advice.shape.business.nullable().describe('The kind of business that it is compared with'),
    criteria: receipts.shape.criteria.describe('Its receipts'),
  }),
  async handler(ctx, { job_id }, { operator }) {
    const job = await wholeJobAt(ctx.store.db, job_id);
    await refuseBlind(ctx, ctx.store.db, job, operator);
    const { record, proposals, revisions } = reviewedDraft(job);
    await noteView(ctx, job_id, operator);
    const { rank, ranked } = placeOf(ctx.catalogue.current(), record);
    const criteria = receiptsOf(record, proposals, revisions);
    const reviewed_by = await reviewedByNow(ctx, ctx.store.db, job_id, revisions, operator);
    const business = businessOf(proposals, revisions)?.business ?? null;
    return { job_id, version: job.version, record, rank, ranked, reviewed_by, business, criteria };
  },
});
