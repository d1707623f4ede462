import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { caching } from '../../documents/caching.ts';
import { compressLazily, type Document, makeDocument } from '../../documents/document.ts';
import { startOfDay } from '../../domain/clock.ts';
import { Fault, invalidFields } from '../../domain/fault.ts';
import { hasKeyInQuery, misplacedHeader, misplacedIn, type Presented } from '../../domain/key.ts';
import { asMeant, ignoredNames, withoutNulls } from '../../operations/arguments.ts';
import type { Context } from '../../operations/context.ts';
import {
  type CallDetails,
  type Caller,
  type HttpBinding,
  isPublicRead,
  type Operation,
  piecesOf,
  type Reply,
  withIgnored,
} from '../../operations/operation.ts';
import { authorize, execute, keyIn, precheck } from '../../operations/run.ts';
import { authorizationOf } from './authorization.ts';
import { sendDocument } from './documents/documents.ts';
import { uncachedAt } from './errors/problems.ts';
import { limitHeaders } from './fairness/limits.ts';
import { inPieces, type Unsent } from './fairness/unsent.ts';

/** Binds every operation with an HTTP address to its route; documents are served before the router (`documents/documents.ts`). */
export function bindOperations(
  app: FastifyInstance,
  ctx: Context,
  operations: readonly Operation[],
  unsent: Unsent,
): void {
  const methods = new Map<string, string[]>();
  const all = operations.flatMap((operation) => operation.http.map((binding) => ({ operation, binding })));
  const routes = Map.groupBy(
    all.filter(({ binding }) => !binding.document),
    ({ binding: { method, path } }) => `${method} ${path}`,
  );
  for (const bound of routes.values()) {
    const [
      {
        binding: { method, path },
      },
    ] = bound as [Bound];
    bindRoute(app, ctx, bound, unsent);
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  for (const [path, allowed] of methods) if (!path.startsWith(DESK)) answerPreflight(app, path, allowed);
}

/** The addresses of operations whose parameters are all in the path or the body, with what is called there without a query. */
export const boundRoutes = (
  operations: readonly Operation[],
): { method: HttpBinding['method']; path: string; operation: Operation }[] =>
  operations.flatMap((operation) =>
    operation.http.flatMap(({ method, path, document, when }) =>
      document || when !== undefined ? [] : [{ method, path, operation }],
    ),
  );

const route = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** An operation, and how it is bound. */
type Bound = { operation: Operation; binding: HttpBinding };

/** The one of several operations at an address whose parameter is in the query, or else the one that needs none. */
const chosenBy = (bound: readonly Bound[], { query }: Pick<FastifyRequest, 'query'>): Bound =>
  bound.find(({ binding: { when } }) => when !== undefined && Object.hasOwn(query as object, when)) ??
  (bound.find(({ binding: { when } }) => when === undefined) as Bound);

function bindRoute(app: FastifyInstance, ctx: Context, bound: readonly Bound[], unsent: Unsent): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const [first] = bound as [Bound];
  app.route({
    method: first.binding.method,
    url: route(first.binding.path),
    config: { counts_client: first.operation.scope !== 'operator' },
    ...(first.binding.body_limit !== undefined && { bodyLimit: first.binding.body_limit }),
    // Authentication comes before the body is read (decision 14).
    onRequest: (request, reply, done) => {
      // The same id is in the log, so that an operator finds the call that an agent asks about (decision 4).
      reply.header('x-request-id', ctx.newId('call'));
      try {
        const credential = precheck(ctx, chosenBy(bound, request).operation, keyOf(request));
        authorize(ctx, credential).then((caller) => {
          callers.set(request, caller);
          done();
        }, done);
      } catch (error) {
        done(error as Error);
      }
    },
    handler: async (request, reply) => {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error('a request reached its handler without passing the gate');
      const { operation, binding } = chosenBy(bound, request);
      const input = inputOf(ctx, request, operation, binding);
      const reached = await execute(ctx, operation, caller, input, detailsOf(request));
      const sent =
        isPublicRead(operation) && binding.fields === 'query' ? (request.query as Record<string, unknown>) : {};
      const answer = withIgnored(reached, ignoredNames(ctx, operation, sent, binding));
      if (binding.public) return sendDocument(request, reply, publicRead(ctx, answer));
      return send(reply, binding, answer, (bytes) => unsent(request, bytes));
    },
  });
}

/** No page of another site may call the desk, not even with a token that it was given (decision 119). */
const DESK = '/api/desk/';

/**
 * CORS: any page may call. Keys travel in the Authorization header and never in cookies, so a page can only use one that
 * it was given.
 */
function answerPreflight(app: FastifyInstance, path: string, allowed: readonly string[]): void {
  const headers = {
    allow: [...allowed, 'OPTIONS'].join(', '),
    'access-control-allow-origin': '*',
    'access-control-allow-methods': allowed.join(', '),
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
    'access-control-max-age': '86400',
    'cache-control': caching.none,
  };
  app.options(route(path), (_request, reply) => reply.code(204).headers(headers).send());
}

function keyOf({ url, raw, headers }: FastifyRequest): Presented | undefined {
  const at = url.indexOf('?');
  return credentialOf({ query: at < 0 ? '' : url.slice(at + 1), headers, authorization: authorizationOf(raw) });
}

/** The key of a request. It travels in one header only (decision 14); in another place it is seen and not taken. */
export function credentialOf(sent_with: {
  query: string;
  headers: IncomingHttpHeaders;
  authorization: string | string[] | undefined;
}): Presented | undefined {
  if (hasKeyInQuery(sent_with.query))
    throw new Fault('invalid_token', 'A key in the address is not accepted.', { presented: true });
  const sent = keyIn(sent_with.authorization);
  const misplaced = sent === undefined ? misplacedHeader(sent_with.headers) : undefined;
  if (misplaced === undefined) return sent;
  return {
    mistake: misplacedIn(`the header ${misplaced}`),
  };
}

function detailsOf(request: FastifyRequest): CallDetails {
  const idempotency_key = idempotencyKey(request.headers['idempotency-key']);
  return {
    client: request.ip,
    gone: () => request.raw.socket.destroyed,
    ...(request.method === 'HEAD' && { head: true }),
    ...(idempotency_key !== undefined && { idempotency_key }),
  };
}

/** The value of an Idempotency-Key header: a structured-field string, or the bare characters (decision 18). */
function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = header.toString().trim();
  const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/.exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1');
  const value = quoted ?? (/^[!#-~]+$/.test(text) ? text : '');
  if (value.length >= 1 && value.length <= 255) return value;
  throw new Fault(
    'malformed',
    'Idempotency-Key must be 1 to 255 printable ASCII characters, bare or as one quoted string.',
  );
}

/** The input's fields from where the binding says they are; what the path and the binding set takes precedence. */
function inputOf(ctx: Context, request: FastifyRequest, operation: Operation, binding: HttpBinding): unknown {
  const { body: sent = null } = request;
  if (sent !== null && (typeof sent !== 'object' || Array.isArray(sent)))
    throw invalidFields([{ field: 'body', message: 'must be a JSON object' }], 'The body is not valid.');
  const fixed = { ...(request.params as object), ...binding.fixed };
  const { fields } = binding;
  const query = /query/.test(fields) ? asMeant(ctx, operation, taken(request.query as object, binding)) : {};
  const body = /body/.test(fields) && sent !== null ? withoutNulls(ctx, operation, { ...sent }) : {};
  for (const [field, message] of Object.entries(binding.refuses ?? {}))
    if (Object.hasOwn(body, field) && body[field] !== binding.fixed?.[field]) throw invalidFields([{ field, message }]);
  return { ...query, ...body, ...fixed };
}

/** What of a query a binding takes. */
const taken = (query: object, { only }: HttpBinding): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => only?.includes(name) ?? true));

/** A public read that is made for its query: as of its day, on which depends what is stale. */
function publicRead({ catalogue, now }: Context, answer: Reply<unknown>): Document {
  const { document, json } = answer;
  const changed = new Date(Math.max(catalogue.current().modified.getTime(), startOfDay(now()).getTime()));
  const bytes = document?.bodies.identity ?? json ?? JSON.stringify(answer.body);
  return compressLazily(
    makeDocument(bytes, {
      content_type: 'application/json; charset=utf-8',
      modified: answer.modified ?? changed,
      scores: answer.caching === undefined,
      ...(answer.caching === 'asset' && { headers: immutable }),
    }),
  );
}

/** One object for all, so that its headers are made once. */
const immutable = { 'cache-control': caching.asset };

function send(
  reply: FastifyReply,
  binding: HttpBinding,
  answer: Reply<unknown>,
  count: (bytes: number) => void,
): FastifyReply {
  if (answer.location) reply.header('location', answer.location);
  if (answer.quota) reply.headers(limitHeaders(answer.quota));
  reply
    .code(answer.created ? 201 : answer.accepted ? 202 : binding.status)
    .headers(uncachedAt(binding.path))
    .type('application/json; charset=utf-8');
  const pieces = piecesOf(answer);
  if (!pieces) return reply.send(answer.json ?? JSON.stringify(answer.body));
  return reply.send(reply.request.method === 'HEAD' ? Readable.from([]) : inPieces(pieces(), count));
}
