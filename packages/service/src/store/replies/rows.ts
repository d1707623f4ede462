/** Rows of what companies say about their audits. */

/**
 * Somebody who is to show that they hold the domain of a company (decision 155). `slug` and `website` are those of the company
 * when it was begun; with others it counts no more. `token` is public. `contact` is null when none was noted, or it was
 * forgotten.
 */
export type DomainTokenRow = {
  proof_id: string;
  slug: string;
  website: string;
  token: string;
  contact: string | null;
  operator: string;
  begun_at: string;
  expires_at: string;
  /** Where the token was last seen, and when; null before. */
  proof: string | null;
  proven_at: string | null;
};

/**
 * A reply (decision 156). `slug` is the one that the company has now. Never changed but for that, for `text` and `text_salt`, which are
 * removed together, and for `ended_at`, when its company was retracted.
 */
export type ReplyRow = {
  reply_id: string;
  slug: string;
  audit_date: string;
  kind: string;
  /** Null: about the whole audit. */
  criterion: string | null;
  text: string | null;
  text_salt: string | null;
  text_sha256: string;
  proof_id: string;
  proof: string;
  proven_at: string;
  ended_at: string | null;
};

/**
 * What happened to a reply in a publication: `published`, an outcome or `removed`. `slug` is the one that the company had then.
 * `audit_id` is the audit that was public at its date when the row was written; of `corrected` the audit that did; else null. Rows
 * are never changed or deleted.
 */
export type ReplyChangeRow = {
  publication: number;
  reply_id: string;
  change: string;
  slug: string;
  audit_id: string | null;
};

declare module '../tables.ts' {
  interface Tables {
    reply_proofs: DomainTokenRow;
    replies: ReplyRow;
    reply_changes: ReplyChangeRow;
  }
}
