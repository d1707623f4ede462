import type { FieldError } from '@readymark/rubric/field';
import type { Meanwhile } from './auditing/meanwhile.ts';
import { BODY_LIMIT_TEXT, type Quota } from './limit/limit.ts';

/** What to do next. */
export type NextStep = {
  /** The next step, for callers over HTTP. */
  remedy: string;
  /** The next step, for callers of tools: tools and arguments in place of addresses and headers (decision 26). */
  tool_remedy: string;
  /** The next step at the desk, where it is another one. */
  operator_remedy?: string;
};

/**
 * The table of faults: everything that can go wrong, as agents see it (spec 7, decision 4).
 *
 * Handlers throw a `Fault`; doors translate it: HTTP to a status with a problem body, the tool server to a tool error.
 * Messages are the same in both doors, so they name neither addresses nor tools; remedies are in the words of each door.
 */
type FaultRow = NextStep & {
  status: number;
  title: string;
};

export const faults = {
  invalid_request: {
    status: 422,
    title: 'Invalid request',
    remedy: 'Correct the fields named in errors and send the request again.',
    tool_remedy: 'Correct the arguments named in errors and call again.',
  },
  malformed: {
    status: 400,
    title: 'Malformed request',
    remedy: 'Send one well-formed JSON document in UTF-8, and well-formed headers.',
    tool_remedy: 'Connect with one key only, sent once, and call again.',
  },
  invalid_token: {
    status: 401,
    title: 'Missing or invalid key',
    remedy:
      'Send a valid key as Authorization: Bearer <API_KEY>. If you have none, register again via POST /api/agent/auth with the JSON body ' +
      '{"type": "anonymous"}; /auth.md shows every step.',
    tool_remedy: 'Pass a valid key as the argument api_key. If you have none, register again: call register_agent.',
    operator_remedy:
      'Send an operator token as Authorization: Bearer <TOKEN>. `readymark operator add NAME` on the server makes one; `readymark operator list` shows whose count.',
  },
  insufficient_scope: {
    status: 403,
    title: 'Insufficient scope',
    remedy: 'Use a key with the scope named in the message, or register again via POST /api/agent/auth.',
    tool_remedy: 'Use a key with the scope named in the message, or call register_agent for a new one.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    remedy: 'Call the service at its own address, without an Origin header of another site.',
    tool_remedy: 'Connect to the service at its own address.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    remedy: 'List what exists with GET /api/audits/index.json, or your own requests with GET /api/agent/me.',
    tool_remedy: 'Find companies with list_audits and its query, and your own requests with my_audit_history.',
    operator_remedy:
      'List what exists with GET /api/desk/requests, /api/desk/audit-jobs, /api/desk/notices, /api/desk/operators or /api/desk/due.',
  },
  gone: {
    status: 410,
    title: 'Retracted',
    remedy:
      'Remove this address from what you keep. GET /api/audits/index.json lists the companies that are published.',
    tool_remedy: 'Forget this slug. list_audits lists the companies that are published.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    remedy: 'Use a method named in the Allow header.',
    tool_remedy: 'Call one of the tools.',
  },
  idempotency_conflict: {
    status: 409,
    title: 'Idempotency key reused',
    remedy: 'Send a new Idempotency-Key for a new request, or repeat the first body to get the first reply again.',
    tool_remedy: 'Call again with the arguments of the first call.',
  },
  conflict: {
    status: 409,
    title: 'Conflict with the current state',
    remedy: 'Read the current state and do only what the message allows.',
    tool_remedy: 'Do first what the message says, then call again.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    remedy: `Send a smaller body: at most ${BODY_LIMIT_TEXT}, unless message names another limit.`,
    tool_remedy: `Call with shorter arguments: at most ${BODY_LIMIT_TEXT} in all.`,
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    remedy: 'Send the body as Content-Type: application/json.',
    tool_remedy: 'Send arguments as JSON.',
  },
  rate_limited: {
    status: 429,
    title: 'Rate limit exceeded',
    remedy: 'Wait for the number of seconds in Retry-After, then send the request again.',
    tool_remedy: 'Wait retry_after seconds, then call again.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    remedy: 'Try again later; if the error persists, report the time of the call to the operators.',
    tool_remedy: 'Try again later; if the error persists, report the time of the call to the operators.',
  },
  unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    remedy: 'Try again after the number of seconds in Retry-After. Public scores remain readable.',
    tool_remedy: 'Wait retry_after seconds, then call again. Public scores remain readable.',
  },
} as const satisfies Record<string, FaultRow>;

export type FaultCode = keyof typeof faults;

type FaultDetails = {
  errors?: readonly FieldError[];
  /** The next step here, where it is another one than that of the code. */
  next?: NextStep;
  /** Slugs that were most likely meant (404). The message names them too. */
  nearest?: readonly string[];
  /** Seconds until a retry can succeed (429, 503). */
  retry_after?: number;
  /** The missing scope (403). */
  scope?: string;
  /** Methods that the path supports (405). */
  allow?: readonly string[];
  /** Encodings of a body that are taken (415, RFC 9110 15.5.16). */
  accept_encoding?: string;
  /** The state of the limit that refused the call (429), or that it counts against (409). */
  quota?: Quota;
  /** Whether credentials were sent (401): only then the challenge carries an error. */
  presented?: boolean;
  /** What others changed in a draft since it was read (409, decision 121). */
  meanwhile?: readonly Meanwhile[];
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
  meanwhile?: readonly Meanwhile[];
};

/** Whether a Fault is sent to an agent or, at the desk, to an operator. */
type Reader = 'agent' | 'operator';

/**
 * The error body over HTTP (decision 4).
 *
 * @param base_url absolute address of the service, without trailing slash
 */
export function problem(fault: Fault, base_url: string, reader: Reader = 'agent'): Problem {
  const row: FaultRow = faults[fault.code];
  const next: NextStep = fault.details.next ?? row;
  const body: Problem = {
    type: `${base_url}/problems/${fault.code}`,
    title: row.title,
    status: row.status,
    detail: fault.message,
    error: fault.code,
    message: fault.message,
    remedy: (reader === 'operator' && next.operator_remedy) || next.remedy,
  };
  if (fault.code === 'invalid_request' && fault.details.errors) body.errors = fault.details.errors;
  if (fault.details.meanwhile) body.meanwhile = fault.details.meanwhile;
  return body;
}

/** The error of a tool (decision 26): each thing once, and in it only what belongs to the fault. */
export type ToolError = {
  error: FaultCode;
  message: string;
  remedy: string;
  errors?: readonly FieldError[];
  /** Seconds. */
  retry_after?: number;
};

export function toolError({ code, message, details: { errors, retry_after, next } }: Fault): ToolError {
  const body: ToolError = { error: code, message, remedy: (next ?? faults[code]).tool_remedy };
  if (code === 'invalid_request' && errors) body.errors = errors;
  if (retry_after !== undefined) body.retry_after = retry_after;
  return body;
}

/**
 * The fault for fields that are missing or not valid. The message speaks of the whole and does not repeat `errors`
 * (decision 26).
 */
export function invalidFields(
  errors: readonly FieldError[],
  message: string = errors[1] || !errors[0]
    ? `${errors.length} fields are missing or not valid.`
    : `${errors[0].field} is missing or not valid.`,
): Fault {
  return new Fault('invalid_request', message, { errors });
}
