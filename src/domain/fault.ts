import { BODY_LIMIT_TEXT, type Quota } from './limit/limit.ts';

/**
 * The table of faults: everything that can go wrong, as agents see it (spec 7, decision 4).
 *
 * Handlers throw a `Fault`; doors translate it: HTTP to a status with a problem body, the tool server to a tool error
 * with the same body.
 */
type FaultRow = { status: number; title: string; remedy: string };

export const faults = {
  invalid_request: {
    status: 422,
    title: 'Invalid request',
    remedy: 'Correct the fields named in errors and send the request again.',
  },
  malformed: {
    status: 400,
    title: 'Malformed request',
    remedy: 'Send one well-formed JSON document in UTF-8, and well-formed headers.',
  },
  invalid_token: {
    status: 401,
    title: 'Missing or invalid key',
    remedy:
      'Register again via POST /api/agent/auth with the JSON body {"type": "anonymous"}, and send the api_key of the reply as Authorization: Bearer ' +
      '<API_KEY>; /auth.md shows every step.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    remedy: 'Use a key with the scope named in the message, or register again via POST /api/agent/auth.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    remedy: 'Call the service at its own address, without an Origin header of another site.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    remedy: 'List what exists with GET /api/audits/index.json, or your own requests with GET /api/agent/me.',
  },
  method_not_allowed: { status: 405, title: 'Method not allowed', remedy: 'Use a method named in the Allow header.' },
  idempotency_conflict: {
    status: 409,
    title: 'Idempotency key reused',
    remedy: 'Send a new Idempotency-Key for a new request, or repeat the first body to get the first reply again.',
  },
  conflict: {
    status: 409,
    title: 'Conflict with the current state',
    remedy: 'Read the current state and do only what the message allows.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    remedy: `Send a smaller body: at most ${BODY_LIMIT_TEXT}, unless message names another limit.`,
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    remedy: 'Send the body as Content-Type: application/json.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limit exceeded',
    remedy: 'Wait for the number of seconds in Retry-After, then send the request again.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    remedy: 'Try again later; if the error persists, report the time of the call to the operators.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    remedy: 'Try again after the number of seconds in Retry-After. Public scores remain readable.',
  },
} as const satisfies Record<string, FaultRow>;

export type FaultCode = keyof typeof faults;

/** One invalid field: its name (dotted path) and what is expected. Never repeats the value that was sent. */
export type FieldError = { field: string; message: string };

export type FaultDetails = {
  errors?: readonly FieldError[];
  /** Seconds until a retry can succeed (429, 503). */
  retry_after?: number;
  /** The missing scope (403). */
  scope?: string;
  /** Methods that the path supports (405). */
  allow?: readonly string[];
  /** The state of the limit that refused the call (429), or that it counts against (409). */
  quota?: Quota;
  /** Whether credentials were sent (401): only then the challenge carries an error. */
  presented?: boolean;
};

/**
 * What operations throw. `message` is written for the caller: it says what is wrong, without untrusted text and without
 * internals.
 */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly details: FaultDetails;

  constructor(code: FaultCode, message: string, details: FaultDetails = {}) {
    // A caller's mistake needs no stack trace, and taking one costs more than the rest of a refusal.
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = limit;
    this.code = code;
    this.details = details;
  }
}

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  error: string;
  message: string;
  remedy: string;
  errors?: readonly FieldError[];
};

/**
 * The one error body (decision 4), for both doors.
 *
 * @param base_url absolute address of the service, without trailing slash
 */
export function problem(fault: Fault, base_url: string): Problem {
  const row = faults[fault.code];
  const body: Problem = {
    type: `${base_url}/problems/${fault.code}`,
    title: row.title,
    status: row.status,
    detail: fault.message,
    error: fault.code,
    message: fault.message,
    remedy: row.remedy,
  };
  if (fault.code === 'invalid_request' && fault.details.errors) body.errors = fault.details.errors;
  return body;
}
