import { tierField } from '@readymark/rubric/audit/audit';
import { z } from 'zod';
import { correctionReason } from '../../domain/audit/correction.ts';
import { requestId } from '../../domain/desk.ts';
import { deskOperation, unsignedField } from '../desk-operation.ts';
import { publish } from './publications/publish.ts';
import { publishableAudits } from './publications/publishable.ts';
import { stillWaiting, waitingFor } from './requests/waiting-requests.ts';

/**
 * Publishes audits, all or none, in one transaction (decisions 10 and 45): the audits, the requests that they complete
 * (decision 19), and the letters to requesters and watchers (decision 28). Faults: invalid_request, conflict.
 */
export const publishAudits = deskOperation({
  name: 'publish_audits',
  title: 'Publish audits',
  summary: 'Publishes one or more audit records, all or none.',
  path: 'POST /api/desk/audits',
  guidance:
    'Checks every record against its rubric and publishes all of them in one transaction, or none. Requests named in completes must be scheduled, and be for the company of one of the audits; they become completed. An audit that rests on a draft must have its scores, and every criterion that needs a person must have been touched; its receipts become public.',
  status: 201,
  body_limit: 32 * 1024 * 1024,
  faults: ['conflict'],
  input: z.object({
    audits: z.array(z.unknown()).min(1).max(200_000).describe('Complete audit records'),
    completes: z.array(requestId).max(10_000).default([]).describe('Requests that these audits complete'),
    despite_mismatch: z
      .boolean()
      .default(false)
      .describe('Whether to complete a request even if its site and company name differ; only with a single audit'),
    replace: z.boolean().default(false).describe('Whether to replace an audit of the same date'),
    correction_reason: correctionReason.optional(),
    drafts: z
      .array(requestId)
      .max(10_000)
      .default([])
      .describe(
        'The audit job whose reviewed draft became this audit, one for each audit; none for audits written by hand',
      ),
    hashes: z
      .array(z.string().max(64))
      .max(10_000)
      .default([])
      .describe('Hashes of the approved records, one for each draft, as read_draft gives them'),
    keep_examples: z
      .boolean()
      .default(false)
      .describe(
        'Whether to list fictional companies beside real ones; by default they are removed when a real one is published',
      ),
    reinstate: z.boolean().default(false).describe('Whether to list companies again that were retracted'),
    dry_run: z.boolean().default(false).describe('Check everything and publish nothing'),
  }),
  output: z.object({
    publication: z.int().nullable().describe('Number of this publication; null on a dry run'),
    published: z.array(
      z.object({
        slug: z.string(),
        company: z.string(),
        audit_date: z.string(),
        overall_score: z.int(),
        tier: tierField,
        fictional: z.boolean(),
        score_before: z.int().nullable().describe('Score of the previous audit; null for a new company'),
      }),
    ),
    completed: z.array(
      z.object({
        request_id: z.string(),
        slug: z.string(),
        letter: z.boolean().describe('Whether an address is on file to send the audit to'),
      }),
    ),
    fictional_left: z.array(z.string()).describe('Slugs of fictional companies that left for these'),
    unsigned: unsignedField,
    waiting: z.array(waitingFor).describe('Requests that still wait for the websites of these audits, 100 at most'),
  }),
  // A record is some tens of kilobytes; large folders are published on the machine itself.
  async handler(ctx, input, { operator }) {
    const audits = publishableAudits(ctx, input.audits);
    const result = await publish(ctx, audits, { ...input, operator });
    const completed = result.completed.map(({ request_id }) => request_id);
    // What is published stays published, whatever happens to this look-up.
    const waiting = await stillWaiting(ctx, audits, { completed, published: !input.dry_run }).catch((error) => {
      ctx.log.error({ err: error }, 'requests that wait for published audits could not be looked up');
      return [];
    });
    return { ...result, waiting, unsigned: input.dry_run ? null : await ctx.signer.whyUnsigned() };
  },
});
