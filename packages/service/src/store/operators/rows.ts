/** Rows of operators: who they are, where they are signed in, and what was reported to them. */

/** Operators beside those of the setting (decision 103). `token_hash` is the SHA-256 of the token, in hex. */
export type OperatorRow = {
  name: string;
  token_hash: string;
  created_at: string;
  created_by: string;
  /** To the minute; null before the first call. */
  last_used_at: string | null;
};

/**
 * An operator who is signed in with a browser (decision 119). `session_hash` is the SHA-256 of the id in the cookie,
 * `token_hash` that of the token which opened the session: the session ends when nobody has that token any more.
 */
export type OperatorSessionRow = {
  session_hash: string;
  operator: string;
  token_hash: string;
  started_at: string;
  /** To the minute. */
  used_at: string;
};

/**
 * News that was reported to operators, or is to be (decision 104). `report_id` is null before. `at` is the time of what
 * happened: something that happens again is reported again.
 */
export type OperatorNewsRow = {
  kind: string;
  subject_id: string;
  at: string;
  /** What failed in the service; null for what has rows of its own. */
  detail: string | null;
  report_id: string | null;
};

/**
 * A mail to operators, with its content as JSON: it does not change between two attempts. `delivered` is the
 * number of addresses of the setting that it went to, in their order.
 */
export type OperatorReportRow = {
  report_id: string;
  content: string;
  created_at: string;
  attempts: number;
  delivered: number;
  due_at: string;
  last_error: string | null;
  sent_at: string | null;
  lease_by: string | null;
  lease_until: string | null;
};

declare module '../tables.ts' {
  interface Tables {
    operators: OperatorRow;
    operator_sessions: OperatorSessionRow;
    operator_news: OperatorNewsRow;
    operator_reports: OperatorReportRow;
  }
}
