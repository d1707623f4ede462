import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BODY_LIMIT_BYTES } from '../../domain/limit/limit.ts';
import { authorizationOf } from './authorization.ts';
import type { AboutTools } from './discovery/catalogs.ts';
import { inPieces, type Unsent } from './fairness/unsent.ts';

type ToolRequest = {
  method: string;
  headers: Record<string, string | string[] | undefined>;
  body: string | Uint8Array;
  query: string;
  client: string;
};

type TextPart = string | Uint8Array;

/** The body in parts; empty when there is none. A part in pieces is made while it is sent. */
type ToolReply = {
  status: number;
  headers: Record<string, string>;
  body: readonly (TextPart | AsyncIterable<TextPart>)[];
};

/** What answers at /mcp: it receives the request as it was sent and returns the whole reply. */
export type ToolDoor = {
  /** What the cards say about the tool server. */
  about: AboutTools;
  handle(request: ToolRequest): Promise<ToolReply>;
};

/**
 * Mounts the tool server at /mcp (spec 4) in a scope of its own: its body is bytes, and its refusals are JSON-RPC, not
 * problems.
 */
export function serveTools(app: FastifyInstance, door: ToolDoor, unsent: Unsent): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
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
          send(reply.raw, answer, request.method === 'HEAD');
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
      send(reply.raw, answer, false);
    });
  });
}

type WholeReply = Omit<ToolReply, 'body'> & { body: readonly TextPart[] };

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

/** Sends the parts as they are, in one packet where they fit. */
function send(response: ServerResponse, { status, headers, body }: WholeReply, head: boolean): void {
  const length = body.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  response.writeHead(status, { ...headers, 'X-Content-Type-Options': 'nosniff', 'Content-Length': length });
  response.cork();
  if (!head) for (const part of body) response.write(part);
  response.end();
  response.uncork();
}

function toolRequest(request: FastifyRequest, body: string | Uint8Array): ToolRequest {
  const { method, ip: client } = request;
  const authorization = authorizationOf(request.raw);
  const headers = Array.isArray(authorization) ? { ...request.headers, authorization } : request.headers;
  const at = request.url.indexOf('?');
  return { method, headers, body, query: at < 0 ? '' : request.url.slice(at + 1), client };
}
