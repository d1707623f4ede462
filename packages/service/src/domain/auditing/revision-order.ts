import { claimVerdict } from '@readymark/auditor/evidence/claim';
import { audit } from '@readymark/rubric/audit/audit';
import { freeText, wholeNumber } from '@readymark/rubric/field';
import { businessKinds } from '@readymark/rubric/ladder';
import { z } from 'zod';
import { jobId } from './job.ts';
import { revision } from './review.ts';

const reason = freeText(1_000);
const id = z.string().trim().toUpperCase().min(1).max(40);
const { strongest_signals, critical_gaps, priority_actions } = audit.shape;

/** What a person wants to change or confirm in a draft (decision 121). */
export const revisionOrder = z.object({
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
  claims: z
    .array(z.object({ id, claim: z.string().min(1).max(40), verdict: claimVerdict.nullable() }))
    .max(100)
    .default([])
    .describe('What claims of a criterion are, so that it is scored anew; null takes an answer back'),
  strongest_signals: strongest_signals.optional(),
  critical_gaps: critical_gaps.optional(),
  priority_actions: priority_actions.optional(),
  executive_summary: freeText(10_000).optional(),
  business: z.enum(businessKinds).optional().describe('The kind of business that the company is compared with'),
  merge: z
    .boolean()
    .default(false)
    .describe('Whether to revise the present version, where others changed other criteria and texts since that one'),
});
export type RevisionOrder = z.output<typeof revisionOrder>;

/** A draft after a revision. */
export const revisedDraft = z.object({
  job_id: z.string(),
  version: z.int(),
  hash: z.string().describe('SHA-256 of the record as canonical JSON'),
  overall_score: z.int(),
  tier: z.string(),
  open: z.array(z.string()).describe('Criteria that a person must still change or confirm'),
  revision: revision.nullable().describe('Null where nothing would have changed: then none was made'),
});
export type RevisedDraft = z.output<typeof revisedDraft>;
