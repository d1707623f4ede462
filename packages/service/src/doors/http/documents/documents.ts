import { pipeline, Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Document } from '../../../documents/document.ts';
import { Fault } from '../../../domain/fault.ts';
import { acceptOf } from './accept.ts';
import { answer, type Constant, constantAnswer, type PreparedReply, wanted } from './representation.ts';

/**
 * Returns the public document at a path (no query), or undefined. `accept` is the Accept header, for documents that have
 * two media types, and `query` the part after the `?`; both are '' when missing. Called for every request, so it must be
 * about as fast as a Map.
 */
export type Lookup = (path: string, accept: string, query: string) => Document | undefined;

/**
 * The fixed reply for an unknown path under a prefix that holds only documents, or for a former address; undefined leaves
 * the path to the router. `query` is the part after the `?`.
 */
export type NotFound = (path: string, query?: string) => Constant | undefined;

/** Documents that may have to be drawn first, which costs more than a look-up. */
type DrawnDocuments<Prepared> = {
  /** Whether `draw` may find something at a path. */
  owns(path: string): boolean;
  /** Reads what `draw` needs beside memory; undefined where it needs nothing. A Fault that it is rejected with refuses the request. */
  prepare?(path: string, query: string): Promise<Prepared> | undefined;
  draw(path: string, accept: string, query: string, prepared: Prepared | undefined): Document | undefined;
};

/**
 * Serves public documents before the router (decision 5): GET and HEAD with conditions and negotiation, OPTIONS as CORS
 * preflight, 405 for other methods, also where the document does not exist. Paths unknown to `lookup` and `notFound` go to
 * the router.
 *
 * Register it before expensive hooks: it answers in `onRequest`.
 *
 * @param options.drawn documents that `lookup` does not find until they are drawn
 * @param options.beforeDraw called before one is drawn; a Fault that it throws refuses the request (decision 74)
 * @param options.inTurn runs the drawing and answering of one request when it is its turn (decision 74)
 */
export function serveDocuments<Prepared = undefined>(
  app: FastifyInstance,
  lookup: Lookup,
  notFound: NotFound = () => undefined,
  options: {
    drawn?: DrawnDocuments<Prepared>;
    beforeDraw?(request: FastifyRequest): void;
    inTurn?(request: FastifyRequest, work: () => void): void;
  } = {},
): void {
  const { drawn, beforeDraw, inTurn = (_request, work) => work() } = options;

  function respond(
    request: FastifyRequest,
    reply: FastifyReply,
    document: Document | undefined,
    constant: Constant | undefined,
  ): void {
    const read = isRead(request);
    if (document === undefined && constant === undefined) return;
    if (read && document) send(reply, answer(document, wanted(request.method, request.headers)), request.method);
    else if (read && constant) send(reply, constantAnswer(constant), request.method);
    else if (request.method === 'OPTIONS') answerPreflight(reply);
    else if (request.is404)
      throw new Fault('method_not_allowed', 'This document accepts GET and HEAD only.', { allow: ['GET', 'HEAD'] });
  }

  async function draw(request: FastifyRequest, reply: FastifyReply, path: string, accept: string, query: string) {
    beforeDraw?.(request);
    const prepared = await drawn?.prepare?.(path, query);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    inTurn(request, () => {
      try {
        respond(request, reply, drawn?.draw(path, accept, query, prepared as Prepared), undefined);
        resolve();
      } catch (error) {
        reject(error);
      }
    });
    return promise;
  }

  // Not async: it is called for every request, of which few need to wait.
  app.addHook('onRequest', (request, reply, done) => {
    // What has a route of its own and is no read is not about a document.
    if (!isRead(request) && request.method !== 'OPTIONS' && !request.is404) return done();
    const path = pathname(request.raw.url);
    const accept = acceptOf(request.headers);
    const query = queryOf(request.raw.url);
    const document = lookup(path, accept, query);
    const constant = document === undefined ? notFound(path, query) : undefined;
    if (!document && !constant && drawn?.owns(path)) draw(request, reply, path, accept, query).then(() => done(), done);
    else {
      respond(request, reply, document, constant);
      done();
    }
  });
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/**
 * Answers one request with a document, for routes that make it on demand.
 *
 * @param cors whether pages of other sites may read it
 */
export function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: Document,
  { cors = true } = {},
): FastifyReply {
  const prepared = answer(document, wanted(request.method, request.headers));
  send(reply, cors ? prepared : closed(prepared), request.method);
  return reply;
}

/** A reply without the headers of CORS: names and values take turns. */
const closed = ({ status, headers, more, body, in_pieces }: PreparedReply): PreparedReply => {
  const kept = more.filter((_, at) => !/^access-control-/i.test(more[at - (at % 2)] ?? ''));
  return { status, headers, more: kept, body, in_pieces };
};

const preflight: PreparedReply = {
  status: 204,
  headers: [
    ...['Allow', 'GET, HEAD, OPTIONS', 'Access-Control-Allow-Origin', '*', 'Access-Control-Allow-Methods', 'GET, HEAD'],
    ...['Access-Control-Allow-Headers', '*', 'Access-Control-Max-Age', '86400', 'X-Content-Type-Options', 'nosniff'],
  ],
  more: [],
  body: undefined,
};

/** Any page may read what is public (CORS). */
export const answerPreflight = (reply: FastifyReply): void => send(reply, preflight, 'OPTIONS');

/** The bytes are final, so they bypass Fastify's serialisation; its onResponse hooks still run. */
function send(reply: FastifyReply, prepared: PreparedReply, method: string): void {
  reply.hijack();
  reply.raw.writeHead(prepared.status, [...prepared.headers, ...prepared.more]);
  if (method === 'HEAD') reply.raw.end();
  // Each piece is made when the one before it has gone: a slow reader holds no copy of the whole.
  else if (prepared.in_pieces) pipeline(Readable.from(prepared.in_pieces.pieces()), reply.raw, () => {});
  else reply.raw.end(prepared.body);
}

/** The part after the first `?` of a request target, as it was sent. */
export function queryOf(url: string | undefined): string {
  const at = url?.indexOf('?') ?? -1;
  return at < 0 ? '' : (url?.slice(at + 1) ?? '');
}

/**
 * The path of a request target, without query, percent-decoded except for reserved characters; '' when it is
 * malformed.
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
