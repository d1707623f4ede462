import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Context } from '../../operations/context.ts';
import type { Caller, HttpBinding, Operation, Reply } from '../../operations/operation.ts';
import { admit, perform } from '../../operations/run.ts';
import { limitHeaders } from './limits.ts';

/** Binds every operation that has an HTTP address to its route: the door only carries. */
export function bindOperations(app: FastifyInstance, ctx: Context, operations: readonly Operation[]): void {
  for (const operation of operations) for (const binding of operation.http) if (!binding.document) bindRoute(app, ctx, operation, binding);
}

function bindRoute(app: FastifyInstance, ctx: Context, operation: Operation, binding: HttpBinding): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.route({
    method: binding.method,
    url: binding.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    // Authentication comes before the body is read (decision 16).
    onRequest: async (request) => {
      refuseKeyInQuery(request);
      callers.set(request, await admit(ctx, operation, bearer(request)));
    },
    handler: async (request, reply) => {
      const caller = callers.get(request) ?? { kind: 'anonymous' };
      const key = request.headers['idempotency-key'];
      const call = typeof key === 'string' ? { idempotency_key: key } : {};
      return send(reply, binding, await perform(ctx, operation, caller, inputOf(request, binding), call));
    },
  });
}

/** The bearer credential as sent; undefined when no Authorization header came. */
export function bearer(request: Pick<FastifyRequest, 'headers'>): string | undefined {
  const header = request.headers.authorization;
  if (header === undefined) return undefined;
  return /^Bearer +([^\s,]+)$/i.exec(header)?.[1] ?? '';
}

/** Keys travel in the header only (decision 14): one in the address would end up in logs and histories. */
function refuseKeyInQuery(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  if (['api_key', 'access_token', 'key', 'token'].some((name) => name in query))
    throw new Fault('invalid_token', 'A key in the address is not accepted; send it in the Authorization header.', { presented: true });
}

function inputOf(request: FastifyRequest, binding: HttpBinding): unknown {
  const { body } = request;
  const query = request.query as Record<string, unknown>;
  if (binding.fields === 'body' || (binding.fields === 'body_or_query' && body !== undefined && body !== null)) {
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Fault('invalid_request', 'The body must be a JSON object.', {
        errors: [{ field: 'body', message: 'must be a JSON object' }],
      });
    return { ...body, ...(request.params as object), ...binding.fixed };
  }
  return { ...(binding.fields === 'none' ? {} : query), ...(request.params as object), ...binding.fixed };
}

function send(reply: FastifyReply, binding: HttpBinding, answer: Reply<unknown>): FastifyReply {
  if (answer.location) reply.header('location', answer.location);
  if (answer.quota) reply.headers(limitHeaders(answer.quota));
  return reply
    .code(answer.created ? 201 : binding.status)
    .header('cache-control', 'no-store')
    .header('access-control-allow-origin', '*')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}
