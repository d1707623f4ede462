import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';

/** Bytes of answers that one client may leave unread, over all of its connections. */
const UNSENT_BYTES_MAX = 16 * 1024 * 1024;

/** Counts what was written for a request beside what Fastify sends, until the client has taken it. */
export type Unsent = (request: FastifyRequest, bytes: number) => void;

/** The same of replies that Fastify does not know of. */
export type UnsentByClient = {
  /** Whether a client has too many unread replies. */
  isFull(client: string): boolean;
  /** Counts bytes of a client. @returns ends that, once the client has taken them or is gone */
  hold(client: string, bytes: number): () => void;
};

/**
 * Bounds the memory that answers take while their client does not read them (decision 74): a further request is refused
 * with 429. Public documents do not count: all of their readers share the same bytes.
 */
export function boundUnsent(app: FastifyInstance): { unsent: Unsent; by_client: UnsentByClient } {
  const held = new Map<string, number>();
  /** Only of requests whose answer is not taken yet: a piece may become ready after its client has gone. */
  const by_request = new WeakMap<FastifyRequest, number>();

  const change = (client: string, bytes: number) => {
    const left = (held.get(client) ?? 0) + bytes;
    if (left > 0) held.set(client, left);
    else held.delete(client);
  };
  const isFull = (client: string) => (held.get(client) ?? 0) > UNSENT_BYTES_MAX;
  const unsent: Unsent = (request, bytes) => {
    const before = by_request.get(request);
    if (before === undefined) return;
    by_request.set(request, before + bytes);
    change(request.ip, bytes);
  };
  const release = (request: FastifyRequest) => {
    const bytes = by_request.get(request) ?? 0;
    by_request.delete(request);
    if (bytes > 0) change(request.ip, -bytes);
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (isFull(request.ip))
      throw new Fault('rate_limited', 'This client has too many unread replies; read them first.', {
        retry_after: 1,
      });
    by_request.set(request, 0);
    // Sent or not: an answer that its client never took ends with its connection alone.
    reply.raw.once('close', () => release(request));
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (typeof payload === 'string' || payload instanceof Uint8Array) unsent(request, Buffer.byteLength(payload));
    done();
  });
  const hold: UnsentByClient['hold'] = (client, bytes) => {
    change(client, bytes);
    return () => change(client, -bytes);
  };
  return { unsent, by_client: { isFull, hold } };
}

/**
 * Sends pieces one after another, each made when there is room for it. So of all of them as much counts as twice the largest: one is on
 * its way while the next is ready.
 */
export function inPieces(pieces: AsyncIterable<string | Uint8Array>, count: (bytes: number) => void): Readable {
  async function* counted() {
    let largest = 0;
    for await (const piece of pieces) {
      const more = Buffer.byteLength(piece) - largest;
      if (more > 0) count(2 * more);
      largest += Math.max(more, 0);
      yield piece;
    }
  }
  return Readable.from(counted());
}
