import type { FastifyInstance } from 'fastify';
import type { Context } from '../../operations/context.ts';
import type { Metrics } from './metrics.ts';

/** What scripts of the desk ask for as long as a page is open. */
const POLLED: ReadonlySet<string> = new Set(['/desk/audits/:job_id/state']);

/**
 * One line per reply: method, route pattern, status, milliseconds, and the id of a call. No address, agent, key, path or query (decision 25).
 * Documents, and what an
 * open page asks for every few seconds, are read so often that they are logged at level debug only.
 */
export function logAnswers(app: FastifyInstance, ctx: Context, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.raw.statusCode;
    const ms = Math.round(reply.elapsedTime * 100) / 100;
    const route = request.is404 ? (status < 400 ? 'document' : 'none') : (request.routeOptions.url ?? 'none');
    metrics.answered(route, status, ms / 1000);
    const id = reply.getHeader('x-request-id');
    const line = { method: request.method, route, status, ms, ...(id !== undefined && { id }) };
    if (route === 'document' || POLLED.has(route)) ctx.log.debug(line, 'answered');
    else ctx.log.info(line, 'answered');
    done();
  });
}
