import type { FastifyReply } from 'fastify';
import { caching } from '../../../documents/caching.ts';
import { Fault, type FaultCode, problem } from '../../../domain/fault.ts';
import { BODY_LIMIT_BYTES, bodySize } from '../../../domain/limit/limit.ts';
import { limitHeaders } from '../fairness/limits.ts';
import { forAgents } from '../html/for-agents.ts';
import { isNothingHere, nothingHere } from './nothing-here.ts';
import { sendErrorPage, wantsErrorPage } from './pages.ts';

const closed = { 'cache-control': caching.none, 'x-content-type-options': 'nosniff' };

/** Headers of every reply that is not a public document (decision 5): not cacheable, CORS-open, nosniff. */
const open = {
  ...closed,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, X-Request-Id',
};

/** These headers for a path; no CORS for the desk (decision 119). */
export const uncachedAt = (path: string): Readonly<Record<string, string>> =>
  /^\/(api\/)?desk(\/|$)/.test(path) ? closed : open;

/**
 * Sends a Fault: status, problem body (a page for browsers), and the headers that belong to the code (decisions 4, 14,
 * 74).
 */
export function sendFault(reply: FastifyReply, fault: Fault, base_url: string): FastifyReply {
  const reader = reply.request.url.startsWith('/api/desk/') ? 'operator' : 'agent';
  const body = problem(fault, base_url, reader);
  const { details } = fault;
  if (fault.code === 'invalid_token' || fault.code === 'insufficient_scope')
    reply.header('www-authenticate', challenge(fault, base_url));
  if (details.quota) reply.headers(limitHeaders(details.quota));
  if (details.retry_after !== undefined) reply.header('retry-after', String(details.retry_after));
  if (details.accept_encoding) reply.header('accept-encoding', details.accept_encoding);
  if (details.allow) reply.header('allow', details.allow.join(', '));
  if (wantsErrorPage(reply.request)) return sendErrorPage(reply, body, base_url);
  if (isNothingHere(fault)) body.message = body.detail = `${fault.message} ${forAgents()}`;
  return reply
    .code(body.status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .headers(uncachedAt(reply.request.url.split('?', 1)[0] ?? ''))
    .send(JSON.stringify(body));
}

/**
 * WWW-Authenticate (RFC 6750, RFC 9728): names an error only when a key was sent (decision 14). `resource_metadata` comes
 * first, for simple parsers.
 */
function challenge(fault: Fault, base_url: string): string {
  const parts = [`resource_metadata="${base_url}/.well-known/oauth-protected-resource"`];
  if (fault.code === 'insufficient_scope')
    parts.push('error="insufficient_scope"', `scope="${fault.details.scope ?? ''}"`);
  else if (fault.details.presented) parts.push('error="invalid_token"');
  return `Bearer ${parts.join(', ')}`;
}

/** Fastify's own refusals by code, with our messages: its texts never reach the caller. */
const fastifyFaults: Record<string, [FaultCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be sent as application/json.'],
  FST_ERR_CTP_EMPTY_TYPE: ['unsupported_media_type', 'The body must be sent as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['malformed', 'The length of the body does not match Content-Length.'],
  FST_ERR_BAD_URL: ['malformed', 'The path is not well-formed.'],
};

/**
 * Any error as a Fault: a Fault as it is, Fastify's errors by code, everything else as `internal` without details.
 *
 * @param body_limit of the route that was called, in bytes
 */
export function faultOf(error: unknown, body_limit: number = BODY_LIMIT_BYTES): Fault {
  if (error instanceof Fault) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new Fault('payload_too_large', `The body is larger than ${bodySize(body_limit)}.`);
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return nothingHere();
  const known = fastifyFaults[code];
  if (known) return new Fault(...known);
  const status =
    error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 413) return new Fault('payload_too_large', 'The request is too large.');
  if (status === 503) return new Fault('unavailable', 'The service is overloaded at the moment.', { retry_after: 5 });
  if (status >= 400 && status < 500) return new Fault('malformed', 'The request is not well-formed.');
  return new Fault('internal', 'An internal error occurred.');
}
