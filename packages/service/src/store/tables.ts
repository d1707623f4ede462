import type { PublishedAudit } from '../domain/audit/published.ts';

/**
 * The tables, the same on both engines: text ids that the service makes, times as UTC ISO 8601 text, integers, JSON as text.
 * Migrations create them. A folder with tables of its own adds them in its `rows.ts`.
 */
export interface Tables {
  counters: CounterRow;
  publications: PublicationRow;
  secrets: SecretRow;
  slug_changes: SlugChangeRow;
  audits: AuditRow;
  due_companies: DueCompanyRow;
  due_days: DueDayRow;
  score_counts: ScoreCountRow;
  registrations: RegistrationRow;
  audit_requests: AuditRequestRow;
  request_moves: RequestMoveRow;
  waiting_counts: WaitingCountRow;
  request_counts: RequestCountRow;
  idempotency_keys: IdempotencyKeyRow;
  watches: WatchRow;
  watch_counts: WatchCountRow;
  watch_ends: WatchEndRow;
  fanouts: FanoutRow;
  notices: NoticeRow;
  notice_totals: NoticeTotalRow;
  stale_days: StaleDayRow;
  letters: LetterRow;
  refused_addresses: RefusedAddressRow;
  desk_actions: DeskActionRow;
}

/** Counters that only grow: `publications` is the number of the newest publication, `score_counts` that up to which scores are counted. */
type CounterRow = { name: string; value: number };

/** Public changes, written in the publishing transaction; `kind` says of what (decision 45). */
type PublicationRow = { publication: number; kind: string; at: string };

/** What became of a slug in a publication; `change` and its fields: `domain/companies/former-slug.ts`. Rows are never changed or deleted. */
export type SlugChangeRow = {
  publication: number;
  slug: string;
  change: string;
  moved_to: string | null;
  reason: string | null;
};

/** Secrets of this installation, each made once (for example the key that signs unsubscribe links). */
type SecretRow = { name: string; value: string; created_at: string };

/**
 * Every published audit (decision 45). `record` is JSON in the format `record_format`, as it was written at publication
 * (decision 45). `replaced_at` is null while it is public, and set when another of the same date replaces it, or its company is
 * retracted. The current audit of a company is its latest public one. `slug` is the one that the company has now, the
 * record has that of its time (decision 101).
 */
export type AuditRow = PublishedAudit & {
  record_format: number;
  replaced_at: string | null;
  /** The job whose draft it was, when the auditing agent made it (decision 93). */
  job_id: string | null;
  /** Why it took the place of another of its date (decision 169); null where nobody said it. */
  correction_reason: string | null;
};

/** What the current audit of each listed company says, updated in the same transaction as `audits` (decision 209). */
export type DueCompanyRow = { slug: string; reaudit_due: string; overall_score: number; fictional: number };

/** How many companies are due on a day, updated in the same transaction as `due_companies`; 0 stays. */
type DueDayRow = { reaudit_due: string; companies: number };

/** How many listed companies have a score, real ones and fictional ones, updated in the same transaction as `due_companies`; 0 stays. */
type ScoreCountRow = { overall_score: number; fictional: number; companies: number };

export type RegistrationRow = {
  registration_id: string;
  key_hash: string;
  agent_name: string | null;
  agent_provider: string | null;
  contact_email: string | null;
  scopes: string;
  registered_at: string;
  /** Of `contact_email`, as `hashAddress` makes it; null without one. */
  address_hash: string | null;
};

export type AuditRequestRow = {
  request_id: string;
  registration_id: string;
  status: string;
  company: string;
  website: string;
  /** Host of the website in lower case, by which the desk counts requests for the same site. */
  site: string;
  contact_email: string | null;
  notes: string | null;
  submitted_at: string;
  status_changed_at: string;
  declined_reason: string | null;
  scheduled_on: string | null;
  audit_id: string | null;
  /** Of `contact_email`, as `hashAddress` makes it; null without one. */
  address_hash: string | null;
};

/** The status history of a request: one row per status that it had, `received` included. */
type RequestMoveRow = {
  request_id: string;
  position: number;
  status: string;
  at: string;
  operator: string | null;
};

/**
 * Waiting requests by the time of their submission, updated in the same transaction as `audit_requests`: per `span`
 * (day, hour, minute) and its start (`2026-11-21`, `2026-11-21T12`, `2026-11-21T12:00`). A span without waiting requests
 * stays with 0.
 */
type WaitingCountRow = { span: string; starts: string; waiting: number };

/** How many requests have a status, updated in the same transaction as `audit_requests`. */
type RequestCountRow = { status: string; requests: number };

/**
 * Replies stored for 24 hours (decision 18). `idempotency_key` is the SHA-256 of the header, `body_hash` that of the
 * input. `reply` is JSON with the parts of the first reply that do not repeat the input.
 */
export type IdempotencyKeyRow = {
  registration_id: string;
  idempotency_key: string;
  body_hash: string;
  request_id: string;
  reply: string;
  created_at: string;
};

export type WatchRow = {
  registration_id: string;
  slug: string;
  watching_since: string;
  audit_id_then: string;
  score_then: number;
  tier_then: string;
};

/**
 * A watch that ended because its company was retracted in a publication, under the slug that it had then; also, once a digest
 * has reported it, that a watched company got another slug than this one. `reported_at` is null until then (decision 186).
 */
export type WatchEndRow = {
  registration_id: string;
  slug: string;
  publication: number;
  watching_since: string;
  reported_at: string | null;
};

/**
 * Watchers per company, updated in the same transaction as `watches`, so that nothing is counted on a read. A company
 * that lost its last watcher stays with 0. `changed_at` lets a process read what other processes counted.
 */
export type WatchCountRow = { slug: string; watchers: number; changed_at: string };

/**
 * A re-audit, correction or retraction whose notices are written in batches: `cursor` is the last registration_id that was processed, `done_at`
 * null until all are.
 */
export type FanoutRow = {
  fanout_id: string;
  slug: string;
  audit_id: string;
  audit_id_before: string;
  rank_before: number;
  publication: number;
  /** `retracted` when the company was; null for a re-audit or a correction, which differ in the dates of the two audits. */
  kind: string | null;
  cursor: string;
  created_at: string;
  done_at: string | null;
};

/**
 * The outbox. A notice carries no address: it is looked up when the letter is written. `kind` and what `subject_id`
 * names: `domain/notice.ts`. There is one notice per kind, subject and registration. Finished ones are folded after a time.
 */
export type NoticeRow = {
  notice_id: string;
  kind: string;
  subject_id: string;
  registration_id: string;
  audit_id: string | null;
  audit_id_before: string | null;
  rank_before: number | null;
  /** The publication that must be public before this notice is sent; 0 for none. */
  publication: number;
  status: string;
  attempts: number;
  due_at: string;
  lease_until: string | null;
  lease_by: string | null;
  last_error: string | null;
  created_at: string;
  /** When it was written, or sent again by an operator: the 24 hours of retries begin here. */
  since: string;
  finished_at: string | null;
  /** The notice whose letter carries this one, its own id where it is that one; null until a letter is written (decision 165). */
  letter: string | null;
};

/** A day on which scores became stale, and how far notices to their watchers are written (decision 182). */
export type StaleDayRow = {
  /** `YYYY-MM-DD` (UTC), the first on which they are stale. */
  day: string;
  /** The last watch for which a notice was written, as `{slug} {registration_id}`. */
  cursor: string;
  done_at: string | null;
};

/** How many notices of a kind about a subject ended with a status on a day, in place of those notices (decision 179). */
type NoticeTotalRow = { subject_id: string; kind: string; day: string; status: string; count: number };

/** A letter to an address, known by its hash: so many a day, and one for each publication (decision 165). Deleted after a time. */
export type LetterRow = { notice_id: string; address_hash: string; written_at: string };

/** An address, known by its hash, whose owner wants no letters (decision 165). Deleted after a time. */
type RefusedAddressRow = { address_hash: string; refused_at: string };

/** Who did what at the desk, and when. `detail` is JSON. */
export type DeskActionRow = {
  action_id: string;
  operator: string;
  action: string;
  subject_id: string;
  detail: string;
  at: string;
};
