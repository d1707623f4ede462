import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';

/** Bytes of answers that one client may leave unread, over all of its connections. */
const UNSENT_BYTES_MAX = 16 * 1024 * 1024;

/** Counts what was written for a request beside what Fastify sends, until the client has taken it. */
export type Unsent = (request: FastifyRequest, bytes: number) => void;

/**
 * Bounds the memory that answers take while their client does not read them (decision 74): a further request is refused
 * with 429. Public documents do not count: all of their readers share the same bytes.
 */
export function boundUnsent(app: FastifyInstance): Unsent {
  const by_client = new Map<string, number>();
  const by_request = new WeakMap<FastifyRequest, number>();

  const add: Unsent = (request, bytes) => {
    by_request.set(request, (by_request.get(request) ?? 0) + bytes);
    by_client.set(request.ip, (by_client.get(request.ip) ?? 0) + bytes);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if ((by_client.get(request.ip) ?? 0) > UNSENT_BYTES_MAX)
      throw new Fault('rate_limited', 'This client has too many unread replies; read them first.', {
        retry_after: 1,
      });
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' || payload instanceof Uint8Array) add(request, Buffer.byteLength(payload));
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const bytes = by_request.get(request);
    if (bytes !== undefined) {
      const left = (by_client.get(request.ip) ?? 0) - bytes;
      if (left > 0) by_client.set(request.ip, left);
      else by_client.delete(request.ip);
    }
    done();
  });
  return add;
}
