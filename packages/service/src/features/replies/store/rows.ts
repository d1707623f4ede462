/**
 * Something that a company sent from its own page (decision 183). `slug` is the one that it had then. `text` is null of a withdrawal,
 * and after it was published or taken back.
 */
export type CompanyTextRow = {
  text_id: string;
  holder_id: string;
  registration_id: string;
  website: string;
  slug: string;
  audit_date: string;
  /** See `textKinds`. */
  kind: string;
  criterion: string | null;
  text: string | null;
  /** How its sender showed that they hold the domain, and when. */
  proof: string;
  proven_at: string;
  sent_at: string;
  /** See `textStatuses`. */
  status: string;
  decided_at: string | null;
  /** What the operator says to its sender. */
  answer: string | null;
  /** The reply that it became; of a withdrawal the one that it is about. */
  reply_id: string | null;
};

declare module '../../../store/tables.ts' {
  interface Tables {
    company_texts: CompanyTextRow;
  }
}
