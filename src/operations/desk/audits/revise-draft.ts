import { z } from 'zod';
import { audit } from '../../../domain/audit/audit.ts';
import { jobId } from '../../../domain/auditing/job.ts';
import { revision } from '../../../domain/auditing/review.ts';
import { freeText, wholeNumber } from '../../../domain/field.ts';
import { revise } from '../../auditing/revising.ts';
import { operation, operatorOf } from '../../operation.ts';

const reason = freeText(1_000);
const id = z.string().trim().toUpperCase().min(1).max(40);
const { strongest_signals, critical_gaps, priority_actions } = audit.shape;

const input = z.object({
  job_id: jobId,
  version: wholeNumber(0, 1_000_000).describe('Version of the draft that was read'),
  criteria: z
    .array(
      z.object({
        id,
        score: wholeNumber(0, 1_000).optional(),
        evidence: freeText(10_000).optional(),
        reason: reason.optional().describe('Required for a score outside of the proposed interval'),
      }),
    )
    .max(100)
    .default([])
    .describe('Scores and evidence to change'),
  confirm: z.array(id).max(100).default([]).describe('Criteria that are right as they are'),
  strongest_signals: strongest_signals.optional(),
  critical_gaps: critical_gaps.optional(),
  priority_actions: priority_actions.optional(),
  executive_summary: freeText(10_000).optional(),
  merge: z
    .boolean()
    .default(false)
    .describe('Whether to revise the present version, where others changed other criteria and texts since that one'),
});

/**
 * Changes or confirms parts of a draft; sums, tier and what follows are made anew (decisions 93 and 121). What the
 * operator had typed into the fields that are saved (`keep_typed`) is deleted with it. Faults: not_found; conflict, when
 * there is no draft or somebody else revised it, with what they changed (`meanwhile`); invalid_request.
 */
export const reviseDraft = operation({
  name: 'revise_draft',
  title: 'Revise a draft',
  summary: 'Changes or confirms scores, evidence and texts of a draft.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found', 'conflict'],
  input,
  output: z.object({
    job_id: z.string(),
    version: z.int(),
    hash: z.string().describe('SHA-256 of the record as canonical JSON'),
    overall_score: z.int(),
    tier: z.string(),
    open: z.array(z.string()).describe('Criteria that a person must still change or confirm'),
    revision: revision.nullable().describe('Null where nothing would have changed: then none was made'),
  }),
  http: [
    {
      method: 'POST',
      path: '/api/desk/audit-jobs/{job_id}/draft',
      status: 200,
      fields: 'body',
      body_limit: 1024 * 1024,
      guidance:
        'Needs the version that was read. A score outside of the proposed interval needs a reason. The proposal, the new value, the reason, the reviewer and the time are kept. A conflict says in meanwhile what others changed.',
    },
  ],
  handler: async (ctx, given, caller) => ({ body: await revise(ctx, given, operatorOf(caller)) }),
});
