/**
 * What a company says about an audit of itself (decision 156): a `reply` about the whole audit or one criterion, or a
 * `dispute` of the score of one criterion.
 */
const replyKinds = ['reply', 'dispute'] as const;
type ReplyKind = (typeof replyKinds)[number];

/**
 * What became of it: `upheld` (the score stands) and `corrected` (by a later audit) only of a dispute; `withdrawn` by the
 * company.
 */
const replyOutcomes = ['upheld', 'corrected', 'withdrawn'] as const;
export type ReplyOutcome = (typeof replyOutcomes)[number];

/** Where the company showed that it holds the domain (decision 155). */
const proofPlaces = ['dns', 'file'] as const;
type ProofPlace = (typeof proofPlaces)[number];

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
  proof: ProofPlace;
  proven_at: string;
  /** `audit_date`: only of `corrected`, the audit that did. */
  outcome: { outcome: ReplyOutcome; audit_date: string | null; at: string } | null;
  /** When an operator removed the text; else null. */
  removed_at: string | null;
};

/** `/api/audits/{slug}/replies.json`, newest first. */
export type CompanyReplies = { slug: string; company: string; count: number; replies: PublicReply[] };
