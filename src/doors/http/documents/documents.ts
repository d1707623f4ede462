import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Document } from '../../../documents/document.ts';
import { Fault } from '../../../domain/fault.ts';
import { answer, type Constant, constantAnswer, type PreparedReply, wanted } from './representation.ts';

/**
 * Where public documents come from: the document at a path (no query), or undefined. `accept` is the Accept header (''
 * without one), for documents that come in two media types, and `query` what stands after the `?` ('' without one);
 * most lookups ignore both. Called for every request, so it must be about as fast as a Map.
 */
export type Lookup = (path: string, accept: string, query: string) => Document | undefined;

/**
 * The fixed reply for a path below which nothing but documents lives and that is none of them; undefined: leave it to
 * the router.
 */
export type NotFound = (path: string) => Constant | undefined;

/**
 * Serves public documents ahead of the router (decision 5): GET and HEAD with conditions and negotiation, OPTIONS as
 * CORS preflight, any other method 405, whether the document is there or not. What neither `lookup` nor `notFound`
 * knows goes on to the router.
 *
 * Register it before other hooks that cost something: it answers in `onRequest`.
 */
export function serveDocuments(app: FastifyInstance, lookup: Lookup, notFound: NotFound = () => undefined): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = pathname(request.raw.url);
    const accept = request.headers.accept ?? '';
    const read = request.method === 'GET' || request.method === 'HEAD';
    const document = lookup(path, accept, queryOf(request.raw.url));
    const constant = document === undefined ? notFound(path) : undefined;
    if (document === undefined && constant === undefined) return;
    if (read && document) send(reply, answer(document, wanted(request.method, request.headers)), request.method);
    else if (read && constant) send(reply, constantAnswer(constant), request.method);
    else if (request.method === 'OPTIONS') send(reply, preflight, request.method);
    else if (request.is404)
      throw new Fault('method_not_allowed', 'This document is read with GET or HEAD.', { allow: ['GET', 'HEAD'] });
  });
}

/** Answers one request with a document, for routes that make theirs on demand. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply {
  send(reply, answer(document, wanted(request.method, request.headers)), request.method);
  return reply;
}

const preflight: PreparedReply = {
  status: 204,
  headers: [
    ...['Allow', 'GET, HEAD, OPTIONS', 'Access-Control-Allow-Origin', '*', 'Access-Control-Allow-Methods', 'GET, HEAD'],
    ...['Access-Control-Allow-Headers', '*', 'Access-Control-Max-Age', '86400'],
  ],
  body: undefined,
};

/** The bytes are final, so they go past Fastify's own sending; its onResponse hooks still run. */
function send(reply: FastifyReply, { status, headers, body }: PreparedReply, method: string): void {
  reply.hijack();
  reply.raw.writeHead(status, [...headers]);
  reply.raw.end(method === 'HEAD' ? undefined : body);
}

/** What stands after the first `?` of a request target, as it was sent. */
export function queryOf(url: string | undefined): string {
  const at = url?.indexOf('?') ?? -1;
  return at < 0 ? '' : (url?.slice(at + 1) ?? '');
}

/**
 * The path of a request target, without query, percent-decoded but for the reserved characters; '' when it is no path.
 */
export function pathname(url: string | undefined): string {
  const path = url?.split('?', 1)[0] ?? '';
  if (!path.includes('%')) return path;
  try {
    return decodeURI(path);
  } catch {
    return '';
  }
}
