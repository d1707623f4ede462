import { overallScore, tierField } from '@readymark/rubric/audit/audit';
import { day, slugInput, timestamp, wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { everPublished } from '../../../store/desk-audits.ts';
import { deskOperation } from '../../desk-operation.ts';

/** All audits that were ever published under a slug, also replaced and retracted ones (decision 103). May be empty. */
export const listPublishedAudits = deskOperation({
  name: 'list_published_audits',
  title: 'List the published audits of a company',
  summary: 'Lists the audits that were ever published of a company.',
  path: 'GET /api/desk/published/{slug}',
  guidance: 'Lists audits that are public, were replaced or were taken back, the newest publication first.',
  input: z.object({ slug: slugInput, limit: wholeNumber(1, 500).default(100) }),
  output: z.object({
    audits: z.array(
      z.object({
        slug: z.string(),
        company: z.string(),
        audit_date: day,
        overall_score: overallScore,
        tier: tierField,
        publication: z.int(),
        published_at: timestamp,
        replaced_at: timestamp.nullable().describe('When it was replaced or taken back; null while it is public'),
        job_id: z.string().nullable().describe('The audit job that it rests on; null when it was written by hand'),
      }),
    ),
    more: z.boolean().describe('Whether there are more than are listed'),
  }),
  async handler(ctx, { slug, limit }) {
    const found = await everPublished(ctx.store.db, slug, limit + 1);
    const audits = found.slice(0, limit).map(({ audit_id: _, ...audit }) => audit);
    return { audits, more: found.length > limit };
  },
});
