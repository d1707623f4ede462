import { day, plainText, slugField, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { canonicalHash } from '../canonical-json.ts';

/**
 * What a company says about an audit of itself (decision 156): a `reply` about the whole audit or one criterion, or a
 * `dispute` of the score of one criterion.
 */
export const replyKinds = ['reply', 'dispute'] as const;
export type ReplyKind = (typeof replyKinds)[number];

/**
 * What became of it: `upheld` (the score is confirmed) and `corrected` (by a later audit) only of a dispute; `withdrawn` by the
 * company.
 */
export const replyOutcomes = ['upheld', 'corrected', 'withdrawn'] as const;
export type ReplyOutcome = (typeof replyOutcomes)[number];

/** Where the domain token of the company was found (decision 155); by `mail` an administrator of the domain opened a link (182). */
export const tokenPlaces = ['dns', 'file', 'page', 'mail'] as const;
export type TokenPlace = (typeof tokenPlaces)[number];

/** Characters of all public texts about one criterion of an audit, or about the audit as a whole. */
export const REPLY_CHARACTERS_MAX = 1_000;
/** How long what a company sent is kept after it was decided; of what is public only which page sent it (decision 183). */
export const TEXT_KEPT_DAYS = 90;
export const PUBLIC_TEXT_KEPT_DAYS = 365;

export const replyText = plainText(REPLY_CHARACTERS_MAX).meta({
  description: 'What the company says. Everybody can read it.',
  examples: ['Prices are on /pricing.md since 18 November.'],
});

/** The hash of a text in the public log: without the salt nobody can find out what it was (decision 156). */
export const textHash = (text: string, salt: string): string => canonicalHash({ salt, text });

/** A reply as everybody reads it. Times are ISO 8601. */
export type PublicReply = {
  reply_id: string;
  /** The audit that it is about. */
  audit_date: string;
  kind: ReplyKind;
  /** Null: the whole audit; only of a `reply`. */
  criterion: string | null;
  /** Plain text with line breaks, at most 1,000 characters, from outside: hostile. Null when an operator removed it. */
  text: string | null;
  /** With it the text has the hash in the public log; removed with the text. */
  text_salt: string | null;
  published_at: string;
  proof: TokenPlace;
  proven_at: string;
  /** `audit_date`: only of `corrected`, the audit that did. */
  outcome: { outcome: ReplyOutcome; audit_date: string | null; at: string } | null;
  /** When an operator removed the text; else null. */
  removed_at: string | null;
};

const publicReply = z.object({
  reply_id: z.string(),
  audit_date: day,
  kind: z.enum(replyKinds),
  criterion: z.string().nullable(),
  text: z.string().nullable(),
  text_salt: z.string().nullable(),
  published_at: timestamp,
  proof: z.enum(tokenPlaces),
  proven_at: timestamp,
  outcome: z.object({ outcome: z.enum(replyOutcomes), audit_date: day.nullable(), at: timestamp }).nullable(),
  removed_at: timestamp.nullable(),
});

/** `/api/audits/{slug}/replies.json`, newest first. */
export const companyReplies = z.object({
  slug: slugField,
  company: z.string(),
  count: z.int(),
  replies: z.array(publicReply),
  fictional: z.literal(true).optional(),
});

export type CompanyReplies = z.infer<typeof companyReplies>;

/** What happened to a reply in a publication. `slug` is the one that its company had then. */
export type ReplyChange = { publication: number; at: string; slug: string } & (
  | { change: 'published'; reply: PublicReply }
  | { change: 'removed'; reply_id: string }
  | { change: ReplyOutcome; reply_id: string; audit_date: string | null }
);

/** How changes of replies are called: published, an outcome, or removed. */
export const replyChangeKinds = ['published', ...replyOutcomes, 'removed'] as const;

/** What may become of a reply (decision 156). */
export const outcomesOf = (kind: ReplyKind): readonly ReplyOutcome[] =>
  kind === 'dispute' ? replyOutcomes : ['withdrawn'];

export const replyId = z.string().trim().min(1).max(200);

/** What happened to a reply after a time, each as one line for programs that begins with its own; nothing that the company wrote. */
export function replyLines(
  { audit_date, kind, criterion, published_at, outcome }: PublicReply,
  since: string,
): { at: string; line: string }[] {
  const about = `${kind}${criterion === null ? '' : ` ${kind === 'dispute' ? 'of' : 'on'} ${criterion}`} (audit of ${audit_date})`;
  const all = [
    { at: published_at, line: `${published_at}: ${about}` },
    ...(outcome ? [{ at: outcome.at, line: `${outcome.at}: ${about}, ${outcome.outcome}` }] : []),
  ];
  return all.filter(({ at }) => at > since);
}
