import { day, plainText, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import type { Limit } from '../../../domain/limit/limit.ts';
import {
  PUBLIC_TEXT_KEPT_DAYS,
  REPLY_CHARACTERS_MAX,
  replyKinds,
  TEXT_KEPT_DAYS,
  tokenPlaces,
} from '../../../domain/replies/reply.ts';

/** What companies send from their own pages, and what operators make of it (decision 183). */

const DAY_MS = 86_400_000;

/** A reply and a dispute become public; a correction is a mistake to be mended; a withdrawal takes a public reply back. */
const textKinds = [...replyKinds, 'correction', 'withdrawal'] as const;
export type TextKind = (typeof textKinds)[number];

/** `accepted`: published, mended, or withdrawn. `taken_back` by its sender before that. */
const textStatuses = ['waiting', 'accepted', 'refused', 'taken_back'] as const;
export type TextStatus = (typeof textStatuses)[number];

export const decisions = ['accept', 'refuse'] as const;

/** Texts of one site that may wait for an operator. */
export const WAITING_MAX = 30;

/** Texts about one company that are sent, also those that are taken back. */
export const sentLimit: Limit = { name: 'company-texts', quota: 100, window: 86_400, window_words: '24 hours' };

/** How long a text is kept after it was decided; of one that is public only which page sent it, so that an outcome is answered. */
export const TEXT_KEPT_MS = TEXT_KEPT_DAYS * DAY_MS;
export const PUBLIC_KEPT_MS = PUBLIC_TEXT_KEPT_DAYS * DAY_MS;

export const answerText = plainText(REPLY_CHARACTERS_MAX).meta({
  description: 'What its sender reads beside the decision. It is not public.',
});

export const companyText = z
  .object({
    text_id: z.string(),
    website: z.string(),
    slug: z.string(),
    audit_date: day,
    kind: z.enum(textKinds),
    criterion: z.string().nullable(),
    text: z.string().nullable(),
    proof: z.enum(tokenPlaces),
    proven_at: timestamp,
    sent_at: timestamp,
    status: z.enum(textStatuses),
    decided_at: timestamp.nullable(),
    answer: z.string().nullable(),
    reply_id: z.string().nullable().describe('The reply that it became; of a withdrawal the one that it is about'),
  })
  .meta({ description: 'What a company sent from its own page.' });

export type CompanyText = z.infer<typeof companyText>;
