/**
 * The tables, as both engines hold them: text ids minted by us, UTC ISO 8601 text times, integers, JSON as text.
 * Migrations make them.
 */
export type Tables = {
  counters: CounterRow;
  secrets: SecretRow;
  audits: AuditRow;
  registrations: RegistrationRow;
  audit_requests: AuditRequestRow;
  request_moves: RequestMoveRow;
  idempotency_keys: IdempotencyKeyRow;
  watches: WatchRow;
  watch_counts: WatchCountRow;
  fanouts: FanoutRow;
  notices: NoticeRow;
  desk_actions: DeskActionRow;
};

/** Counters that only grow: `publications` numbers the publishing transactions. */
type CounterRow = { name: string; value: number };

/** Secrets of this installation, made once (the key that signs unsubscribe links). */
type SecretRow = { name: string; value: string; created_at: string };

/**
 * Every published audit (decision 12). `record` is the audit as JSON, without rank. `replaced_at` is set when an
 * operator replaced it by another of the same date; the current audit of a company is the latest one that was not
 * replaced. `publication` orders what a snapshot takes up.
 */
export type AuditRow = {
  audit_id: string;
  publication: number;
  slug: string;
  company: string;
  website: string;
  audit_date: string;
  reaudit_due: string;
  overall_score: number;
  tier: string;
  rubric: string;
  pillar_scores: string;
  record: string;
  published_at: string;
  replaced_at: string | null;
};

export type RegistrationRow = {
  registration_id: string;
  key_hash: string;
  agent_name: string | null;
  agent_provider: string | null;
  contact_email: string | null;
  scopes: string;
  registered_at: string;
};

export type AuditRequestRow = {
  request_id: string;
  registration_id: string;
  status: string;
  company: string;
  website: string;
  /** Host of the website, lower case: the desk counts requests for the same site by it. */
  site: string;
  contact_email: string | null;
  notes: string | null;
  submitted_at: string;
  status_changed_at: string;
  declined_reason: string | null;
  scheduled_on: string | null;
  audit_id: string | null;
};

/** The status history of a request: one row for each status that it entered, `received` included. */
type RequestMoveRow = {
  request_id: string;
  position: number;
  status: string;
  at: string;
  operator: string | null;
};

/**
 * Replies kept for 24 h (decision 18). `idempotency_key` is the SHA-256 of what was sent, `body_hash` that of the
 * input. `reply` is JSON with what the first reply said beyond the input: nothing that was sent is kept twice.
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
 * Watchers per company, kept in step with `watches` in the same transaction, so that counting costs nothing. A company
 * that lost its last watcher stays with 0. By `changed_at` a process sees what others counted.
 */
type WatchCountRow = { slug: string; watchers: number; changed_at: string };

/**
 * A re-audit whose notices are still being written, in batches: `cursor` is the last registration_id that was taken up.
 */
export type FanoutRow = {
  fanout_id: string;
  slug: string;
  audit_id: string;
  audit_id_before: string;
  rank_before: number;
  publication: number;
  cursor: string;
  created_at: string;
  done_at: string | null;
};

/**
 * The outbox. A notice carries no address: it is looked up when the letter is written. `kind` is reaudit, completed or
 * declined; `subject_id` is the audit (reaudit) or the request (completed, declined); one notice per kind, subject and
 * registration.
 */
export type NoticeRow = {
  notice_id: string;
  kind: string;
  subject_id: string;
  registration_id: string;
  audit_id: string | null;
  audit_id_before: string | null;
  rank_before: number | null;
  /** The publication that must be public before this notice is sent; 0 when none is needed. */
  publication: number;
  status: string;
  attempts: number;
  due_at: string;
  lease_until: string | null;
  lease_by: string | null;
  last_error: string | null;
  created_at: string;
  /** When it was written, or resent by an operator: from here the 24 hours of retries are counted. */
  since: string;
  finished_at: string | null;
};

/** Who did what at the desk, and when. `detail` is JSON. */
export type DeskActionRow = {
  action_id: string;
  operator: string;
  action: string;
  subject_id: string;
  detail: string;
  at: string;
};
