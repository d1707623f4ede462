import { day, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { replyKinds, replyOutcomes, tokenPlaces } from '../../../domain/replies/reply.ts';

/** What operators see of replies and of who may reply (decisions 155 and 156). None of it is public. */

export const domainToken = z
  .object({
    proof_id: z.string(),
    slug: z.string(),
    website: z.string(),
    token: z.string(),
    dns: z
      .object({ name: z.string(), value: z.string() })
      .nullable()
      .describe('The TXT record that shows the domain; null where only the file counts'),
    file: z.object({ url: z.string(), line: z.string() }).describe('The file that shows the domain, with this line'),
    contact: z.string().nullable(),
    operator: z.string(),
    begun_at: timestamp,
    expires_at: timestamp.describe('Until then the token counts'),
    proof: z.enum(tokenPlaces).nullable().describe('Where the token was seen; null before'),
    proven_at: timestamp.nullable(),
    usable_until: timestamp
      .nullable()
      .describe('Until then replies may be published with it; null while it is not proven'),
  })
  .meta({ description: 'Somebody who is to show that they hold the domain of a company.' });

export type DomainToken = z.infer<typeof domainToken>;

export const deskReply = z
  .object({
    reply_id: z.string(),
    slug: z.string(),
    audit_date: day,
    kind: z.enum(replyKinds),
    criterion: z.string().nullable(),
    text: z.string().nullable(),
    text_sha256: z.string(),
    proof_id: z.string(),
    proof: z.enum(tokenPlaces),
    proven_at: timestamp,
    publication: z.int(),
    published_at: timestamp,
    outcome: z.enum(replyOutcomes).nullable(),
    corrected_by: day.nullable().describe('The audit that corrected'),
    outcome_at: timestamp.nullable(),
    removed_at: timestamp.nullable(),
    ended_at: timestamp.nullable().describe('When its company was retracted'),
  })
  .meta({ description: 'A reply as the desk sees it.' });

export type DeskReply = z.infer<typeof deskReply>;
