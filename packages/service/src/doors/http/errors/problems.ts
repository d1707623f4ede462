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
  const path = reply.request.url.split('?', 1)[0] ?? '';
  if (wantsErrorPage(reply.request))
    return sendErrorPage(reply.headers(headersOf(fault, base_url)), problem(fault, base_url, readerAt(path)), base_url);
  const { status, headers, body } = problemOf(fault, path, base_url);
  return reply.code(status).headers(headers).send(body);
}

const readerAt = (path: string) => (path.startsWith('/api/desk/') ? 'operator' : 'agent');

/** The same as a problem, for whoever names no HTML: all of the reply but what is on every reply of the router. */
export function problemOf(
  fault: Fault,
  path: string,
  base_url: string,
): { status: number; headers: Record<string, string>; body: string } {
  const body = problem(fault, base_url, readerAt(path));
  if (isNothingHere(fault)) body.message = body.detail = `${fault.message} ${forAgents()}`;
  const type = { 'content-type': 'application/problem+json; charset=utf-8' };
  const headers = { ...headersOf(fault, base_url), ...type, ...uncachedAt(path) };
  return { status: body.status, headers, body: JSON.stringify(body) };
}

/** The headers that belong to the code of a fault. */
function headersOf(fault: Fault, base_url: string): Record<string, string> {
  const { details } = fault;
  const is_challenge = fault.code === 'invalid_token' || fault.code === 'insufficient_scope';
  return {
    ...(is_challenge && { 'www-authenticate': challenge(fault, base_url) }),
    ...(details.quota && limitHeaders(details.quota)),
    ...(details.retry_after !== undefined && { 'retry-after': String(details.retry_after) }),
    ...(details.accept_encoding && { 'accept-encoding': details.accept_encoding }),
    ...(details.allow && { allow: details.allow.join(', ') }),
  };
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
