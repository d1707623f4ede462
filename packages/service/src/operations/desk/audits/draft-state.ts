import { audit, overallScore } from '@readymark/rubric/audit/audit';
import { timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { placeOf } from '../../../catalogue/preview.ts';
import { jobId } from '../../../domain/auditing/job.ts';
import { refuseBlind } from '../../auditing/draft-rules.ts';
import { reviewedDraft } from '../../auditing/reviewed-draft.ts';
import { draftJobAt } from '../../auditing/shown-job.ts';
import { visited } from '../../auditing/visits.ts';
import { deskOperation } from '../../desk-operation.ts';

/**
 * What changes in a draft while it is reviewed, for a page that asks every two or three seconds, and who else has it open
 * (decision 121). The call notes that the operator is there. Faults: not_found; conflict, when there is no draft.
 */
export const draftState = deskOperation({
  name: 'draft_state',
  title: 'State of a draft',
  summary: 'Shows version, sums and open criteria of a draft, and who else has it open.',
  path: 'GET /api/desk/audit-jobs/{job_id}/state',
  guidance: 'Cheap enough to be asked for every two seconds. The others see that you are there for one minute.',
  faults: ['not_found', 'conflict'],
  input: z.object({
    job_id: jobId,
    field: z.string().max(60).optional().describe('The field that you type in at the moment, as keep_typed names it'),
  }),
  output: z.object({
    job_id: z.string(),
    version: z.int(),
    hash: z.string().describe('SHA-256 of the record as canonical JSON'),
    overall_score: overallScore,
    tier: z.string(),
    pillars: audit.shape.pillars,
    rank: z.int().min(1).describe('The rank that it would take on the present leaderboard'),
    companies: z.int().min(0).describe('Number of companies that would be ranked then'),
    open: z.array(z.string()).describe('Criteria that a person must still change or confirm'),
    others: z
      .array(z.object({ operator: z.string(), since: timestamp, at: timestamp, field: z.string().nullable() }))
      .describe('Other operators who were there within the last minute, and the field that each types in'),
  }),
  async handler(ctx, { job_id, field = null }, { operator }) {
    const job = await draftJobAt(ctx.store.db, job_id);
    await refuseBlind(ctx, ctx.store.db, job, operator);
    const { record, hash, open } = reviewedDraft(job);
    const others = await visited(ctx, { job_id, operator, field });
    const { overall_score, tier, pillars } = record;
    const { rank, ranked: companies } = placeOf(ctx.catalogue.current(), record);
    return {
      ...{ job_id, version: job.version, hash, overall_score, tier, pillars },
      ...{ rank, companies, open, others },
    };
  },
});
