import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Context } from '../../operations/context.ts';
import type { CallDetails, Caller, HttpBinding, Operation, Reply } from '../../operations/operation.ts';
import { authorize, execute, keyIn, precheck } from '../../operations/run.ts';
import { authorizationOf } from './authorization.ts';
import { uncached } from './errors/problems.ts';
import { limitHeaders } from './fairness/limits.ts';

/** Binds every operation with an HTTP address to its route; documents are served before the router (`documents/documents.ts`). */
export function bindOperations(app: FastifyInstance, ctx: Context, operations: readonly Operation[]): void {
  const methods = new Map<string, string[]>();
  for (const operation of operations) {
    for (const binding of operation.http.filter(({ document }) => !document)) {
      bindRoute(app, ctx, operation, binding);
      methods.set(binding.path, [
        ...(methods.get(binding.path) ?? []),
        ...(binding.method === 'GET' ? ['GET', 'HEAD'] : [binding.method]),
      ]);
    }
  }
  for (const [path, allowed] of methods) answerPreflight(app, path, allowed);
}

const route = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

function bindRoute(app: FastifyInstance, ctx: Context, operation: Operation, binding: HttpBinding): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method: binding.method,
    url: route(binding.path),
    config: { counts_client: operation.scope !== 'operator' },
    ...(binding.body_limit !== undefined && { bodyLimit: binding.body_limit }),
    // Authentication comes before the body is read (decision 16).
    onRequest: (request, _reply, done) => {
      try {
        refuseKeyInQuery(request);
        const credential = precheck(ctx, operation, keyIn(authorizationOf(request.raw)));
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
      return send(reply, binding, await execute(ctx, operation, caller, inputOf(request, binding), detailsOf(request)));
    },
  });
}

/**
 * CORS: any page may call, also the desk. Credentials travel in the Authorization header and never in cookies, so a
 * page can only use a key or token that it was given.
 */
function answerPreflight(app: FastifyInstance, path: string, allowed: readonly string[]): void {
  const headers = {
    allow: [...allowed, 'OPTIONS'].join(', '),
    'access-control-allow-origin': '*',
    'access-control-allow-methods': allowed.join(', '),
    'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
    'access-control-max-age': '86400',
    'cache-control': 'no-store',
  };
  app.options(route(path), (_request, reply) => reply.code(204).headers(headers).send());
}

/** Keys travel in the header only (decision 14): one in the address would end up in logs and browser histories. */
function refuseKeyInQuery(request: FastifyRequest): void {
  if (!request.url.includes('?')) return;
  const query = request.query as Record<string, unknown>;
  if (['api_key', 'access_token', 'key', 'token'].some((name) => name in query))
    throw new Fault('invalid_token', 'A key in the address is not accepted; send it in the Authorization header.', {
      presented: true,
    });
}

function detailsOf(request: FastifyRequest): CallDetails {
  const idempotency_key = idempotencyKey(request.headers['idempotency-key']);
  return { client: request.ip, ...(idempotency_key !== undefined && { idempotency_key }) };
}

/** The value of an Idempotency-Key header: a structured-field string, or the bare characters (decisions 18 and 72). */
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
function inputOf(request: FastifyRequest, binding: HttpBinding): unknown {
  const { body = null } = request;
  if (body !== null && (typeof body !== 'object' || Array.isArray(body)))
    throw new Fault('invalid_request', 'The body must be a JSON object.', {
      errors: [{ field: 'body', message: 'must be a JSON object' }],
    });
  const fixed = { ...(request.params as object), ...binding.fixed };
  const query = request.query as Record<string, unknown>;
  if (binding.fields === 'body') return { ...body, ...fixed };
  if (binding.fields === 'body_or_query') return { ...query, ...body, ...fixed };
  return { ...(binding.fields === 'query' ? query : {}), ...fixed };
}

function send(reply: FastifyReply, binding: HttpBinding, answer: Reply<unknown>): FastifyReply {
  if (answer.location) reply.header('location', answer.location);
  if (answer.quota) reply.headers(limitHeaders(answer.quota));
  return reply
    .code(answer.created ? 201 : binding.status)
    .headers(uncached)
    .type('application/json; charset=utf-8')
    .send(answer.json ?? JSON.stringify(answer.body));
}
