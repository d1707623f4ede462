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
  /** The request for an audit that was sent last from the page. */
  request_id: string | null;
  /** The registration in whose name the holder acts; null before that. */
  registration_id: string | null;
  /** When the page and all that belongs to it is deleted. */
  ends_at: string;
};

/** A link by mail to the page of a holder (decision 182). */
export type HolderLinkRow = {
  link_id: string;
  holder_id: string;
  /** See `LinkPurpose`. */
  purpose: string;
  /** Where it was sent; null when it was used or can be used no more. */
  email: string | null;
  email_hash: string;
  created_at: string;
  used_at: string | null;
};

/** An address that a company wants its letters at: that of the registration (decision 182). It stays when the page has ended. */
export type CompanyContactRow = {
  registration_id: string;
  host: string;
  website: string;
  confirmed_at: string;
  /** The audits of which it was notified that they become stale, and the rubric that comes. */
  notified_30: string | null;
  notified_7: string | null;
  notified_rubric: string | null;
};

declare module '../../../store/tables.ts' {
  interface Tables {
    domain_holders: DomainHolderRow;
    holder_links: HolderLinkRow;
    company_contacts: CompanyContactRow;
  }
}
