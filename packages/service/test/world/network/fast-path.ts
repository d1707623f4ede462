import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { serveDocuments } from '../../../src/doors/http/documents/documents.ts';
import type { EarlyReplies } from '../../../src/doors/http/early/early-replies.ts';
import { fastPath } from '../../../src/doors/http/fast-path/fast-path.ts';
import { fixtureLookup, fixtureNotFound } from '../fixture-documents.ts';

type FixtureServer = { app: FastifyInstance; port: number; served: number[] };

/** A listening server over the fixture documents, with or without the fast path. Closed after the file's tests. */
export async function listening(options: {
  fast_path: boolean;
  keepAliveTimeout?: number;
  headersTimeout?: number;
  send_timeout_ms?: number;
}): Promise<FixtureServer> {
  const { headersTimeout } = options;
  const limits = headersTimeout === undefined ? {} : { headersTimeout, connectionsCheckingInterval: headersTimeout };
  const app = fastify({ keepAliveTimeout: options.keepAliveTimeout ?? 72_000, http: limits });
  const served: number[] = [];
  serveDocuments(app, fixtureLookup, fixtureNotFound);
  app.get('/route', async (_request, reply) => reply.send('from the router'));
  app.post('/echo', async (request, reply) => reply.send({ echo: request.body }));
  serveCalls(app);
  const { send_timeout_ms } = options;
  if (options.fast_path) {
    const onServed = (status: number) => served.push(status);
    const now = () => new Date();
    fastPath(app.server, {
      lookup: fixtureLookup,
      notFound: fixtureNotFound,
      now,
      onServed,
      early: callsAtTheSocket(onServed),
      ...(send_timeout_ms && { send_timeout_ms }),
    });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  after(() => app.close());
  return { app, port: (app.server.address() as AddressInfo).port, served };
}

/** What a call was understood to be, as the body of its reply. */
const understood = (method: string, path: string, headers: Readonly<Record<string, unknown>>, body: Uint8Array) =>
  JSON.stringify({ method, path, headers: Object.entries(headers).sort(), body: Buffer.from(body).toString('hex') });

/** Where calls are answered with what they were understood to be. */
const CALL = '/call';

/** The body is read from `node:http` itself: Fastify's parser would refuse media types that the socket does not look at. */
function serveCalls(app: FastifyInstance): void {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'DELETE'],
    url: CALL,
    exposeHeadRoute: false,
    onRequest: async ({ method, url, raw }, reply) => {
      const body = Buffer.concat(await raw.toArray());
      return reply.type('application/json; charset=utf-8').send(understood(method, url, raw.headers, body));
    },
    handler: async () => {},
  });
}

function callsAtTheSocket(onServed: (status: number) => void): Pick<EarlyReplies, 'has' | 'answer'> {
  return {
    has: (path) => path === CALL,
    answer({ method, path, headers, body = new Uint8Array() }, write) {
      const text = understood(method, path, headers, body);
      const type = ['content-type', 'application/json; charset=utf-8'];
      write({ status: 200, headers: type, length_name: 'content-length', body: [text] }, () => {});
      onServed(200);
      return true;
    },
  };
}

export async function opened(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/**
 * Sends pieces one after the other, each in a packet of its own, and returns everything that comes back until the
 * server closes.
 *
 * @param half_close whether the client then closes its sending side, which makes the server close after its replies
 */
export async function exchange(port: number, pieces: readonly (string | Buffer)[], half_close = true): Promise<string> {
  const socket = await opened(port);
  socket.setNoDelay(true);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const closed = once(socket, 'close');
  socket.on('error', () => {});
  for (const [at, piece] of pieces.entries()) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, 2));
    if (!socket.destroyed) socket.write(piece);
  }
  if (half_close) socket.end();
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}

/**
 * Sends one request and returns its whole reply. The client closes its sending side once the reply has begun: node:http
 * drops a reply that has not begun by then, and where work waits for its turn (decision 74) it may not have.
 */
export async function replyTo(port: number, request: string): Promise<string> {
  const socket = await opened(port);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.once('data', () => socket.end());
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(request);
  await closed;
  return Buffer.concat(chunks).toString('latin1');
}

/** A reply without what depends on the clock, and without the id of the call. */
export const timeless = (reply: string) => reply.replaceAll(/\r\n(Date|x-request-id): [^\r]*/gi, '\r\n$1: *');

export const get = (path: string, ...headers: string[]) =>
  `GET ${path} HTTP/1.1\r\n${['Host: a.example', ...headers].join('\r\n')}\r\n\r\n`;
