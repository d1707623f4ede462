import type { FastifyInstance } from 'fastify';
import { caching } from '../../documents/caching.ts';
import type { Context } from '../../operations/context.ts';
import { readiness } from '../../operations/readiness.ts';

/**
 * `/healthz`: the process answers. `/readyz`: 200 when it can serve everything, 503 when it cannot; the body says what
 * is wrong, without internals.
 */
export function serveHealth(app: FastifyInstance, ctx: Context): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', caching.none).send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const state = await readiness(ctx);
    return reply
      .code(state.status === 'ready' ? 200 : 503)
      .header('cache-control', caching.none)
      .send(state);
  });
}
