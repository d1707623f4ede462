/** Somebody who proves that they hold a domain (decision 181). The address of their page is known to them alone: its hash is kept. */
export type DomainHolderRow = {
  holder_id: string;
  /** SHA-256 of what the address of their page ends with. */
  secret_hash: string;
  host: string;
  website: string;
  /** What its owner registered: a draft is made once a day for all of it. */
  site: string;
  /** What is to be found in the DNS, a file or an element of the home page. */
  token: string;
  begun_at: string;
  looked_at: string | null;
  /** Where it was found: `dns`, `file` or `page`; null before that. */
  proof: string | null;
  proven_at: string | null;
  /** When a draft was begun last. */
  drafted_at: string | null;
  /** The request for an audit that was sent from the page. */
  request_id: string | null;
  /** When the page and all that belongs to it is deleted. */
  ends_at: string;
};

declare module '../../../store/tables.ts' {
  interface Tables {
    domain_holders: DomainHolderRow;
  }
}
