import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT_BYTES } from '../../../domain/limit/limit.ts';
import { authorizationOf } from '../authorization.ts';
import { inPieces, type Unsent } from '../fairness/unsent.ts';
import {
  listed,
  sendWhole,
  type TextPart,
  type ToolDoor,
  type ToolReply,
  type ToolRequest,
  type WholeReply,
} from './door.ts';

/**
 * Mounts the tool server at /mcp (spec 4) in a scope of its own: its body is bytes, and its refusals are JSON-RPC, not
 * problems.
 */
export function serveTools(
  app: FastifyInstance,
  door: ToolDoor,
  unsent: Unsent,
  early: { bodyOf(request: IncomingMessage): Buffer | undefined },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('preParsing', (request, _reply, payload, done) => {
      const read = early.bodyOf(request.raw);
      done(null, read ? Readable.from([read]) : payload);
    });
    for (const url of ['/mcp', '/mcp/'])
      scope.route({
        method: ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
        url,
        exposeHeadRoute: false,
        bodyLimit: BODY_LIMIT_BYTES,
        config: { counts_client: true },
        handler: async (request, reply) => {
          const body = request.body instanceof Uint8Array ? request.body : '';
          const answer = await door.handle(toolRequest(request, body));
          if (!isWhole(answer))
            return reply
              .code(answer.status)
              .headers(answer.headers)
              .send(inPieces(piecesIn(answer), (bytes) => unsent(request, bytes)));
          reply.hijack();
          unsent(request, ownBytes(answer));
          sendWhole(reply.raw, listed(answer), request.method === 'HEAD');
          return undefined;
        },
      });
    scope.setErrorHandler(async (error, request, reply) => {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      // The body was discarded; any other that is too large gets the same refusal from the door.
      const answer = await door.handle(toolRequest(request, Buffer.alloc(BODY_LIMIT_BYTES + 1)));
      if (!isWhole(answer)) throw error;
      reply.hijack();
      sendWhole(reply.raw, listed(answer), false);
    });
  });
}

const isText = (part: TextPart | AsyncIterable<TextPart>): part is TextPart =>
  typeof part === 'string' || part instanceof Uint8Array;
const isWhole = (answer: ToolReply): answer is WholeReply => answer.body.every(isText);

async function* piecesIn({ body }: ToolReply): AsyncGenerator<TextPart> {
  for (const part of body)
    if (isText(part)) yield part;
    else yield* part;
}

/** Bytes of a reply that no other reply shares. */
const ownBytes = ({ body }: WholeReply) =>
  body.reduce((sum, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : 0), 0);

function toolRequest(request: FastifyRequest, body: string | Uint8Array): ToolRequest {
  const { method, ip: client } = request;
  const authorization = authorizationOf(request.raw);
  const headers = Array.isArray(authorization) ? { ...request.headers, authorization } : request.headers;
  const at = request.url.indexOf('?');
  const query = at < 0 ? '' : request.url.slice(at + 1);
  return { method, headers, body, query, client, gone: () => request.raw.socket.destroyed };
}
