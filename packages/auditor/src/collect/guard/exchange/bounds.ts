/** How much is taken from a site at most (decision 92). What is over a bound is cut and marked, not failed. */
export const defaultBounds = {
  /** Of one answer, as it is sent and as it is kept. */
  wire_bytes: 2_000_000,
  decoded_bytes: 5_000_000,
  /** An answer may expand this many times once it has more than `ratio_from_bytes`. */
  ratio: 100,
  ratio_from_bytes: 1_000_000,
  /** Pieces of a body that may be shorter than this on average. */
  pieces: 20_000,
  piece_bytes: 16,
  header_bytes: 16_384,
  /** Name, connection and certificate together. */
  connect_ms: 5_000,
  headers_ms: 3_000,
  /** Between two pieces of a body. */
  idle_ms: 2_000,
  request_ms: 15_000,
  redirects: 5,
  /** RFC 9309: at least the first 500 KiB are read. */
  robots_bytes: 500 * 1024,
  style_sheet_bytes: 512 * 1024,
  /** A longer Crawl-delay means that so much is waited, and fewer requests fit into the time of an audit. */
  crawl_delay_ms: 60_000,
  retry_after_ms: 60_000,
  /** Refusals in a row after which a host is left alone. */
  strikes: 3,
  /** Of one audit, redirects and robots.txt included. */
  requests: 90,
  hosts: 6,
  audit_bytes: 30_000_000,
  /** Decoded: what a collection keeps in memory. */
  audit_decoded_bytes: 30_000_000,
  audit_ms: 600_000,
};

export type Bounds = typeof defaultBounds;
