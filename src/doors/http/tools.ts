import type { FastifyInstance } from 'fastify';
import type { AboutTools } from './discovery/catalogs.ts';

/** Whatever answers at /mcp: it is handed the request as it came, and gives the whole reply. */
export type ToolDoor = {
  /** What the tool server says of itself, for the cards that describe it. */
  about: AboutTools;
  handle(request: {
    method: string;
    headers: Record<string, string | string[] | undefined>;
    body: string | Uint8Array;
    client: string;
  }): Promise<{ status: number; headers: Record<string, string>; body: string | Uint8Array }>;
};

/** Bytes that a body may have (decision 2). */
const BODY_LIMIT = 64 * 1024;

/**
 * Mounts the tool server at /mcp (spec 4), in a scope of its own: its body is bytes, and its refusals are JSON-RPC, not
 * problems.
 */
export function serveTools(app: FastifyInstance, door: ToolDoor): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route({
      method: ['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/mcp',
      exposeHeadRoute: false,
      bodyLimit: BODY_LIMIT,
      config: { counts_client: true },
      handler: async (request, reply) => {
        const body = request.body instanceof Uint8Array ? request.body : '';
        const answer = await door.handle({
          method: request.method,
          headers: request.headers,
          body,
          client: request.ip,
        });
        reply.hijack();
        reply.raw.writeHead(answer.status, { ...answer.headers, 'Content-Length': Buffer.byteLength(answer.body) });
        reply.raw.end(request.method === 'HEAD' ? undefined : answer.body);
      },
    });
    scope.setErrorHandler(async (error, request, reply) => {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      // The door's own refusal of a body that is too large; what came of it was not kept.
      const body = Buffer.alloc(BODY_LIMIT + 1);
      const answer = await door.handle({ method: request.method, headers: request.headers, body, client: request.ip });
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    });
  });
}
