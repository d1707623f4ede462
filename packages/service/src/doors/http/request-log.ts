import type { FastifyInstance } from 'fastify';
import type { Context } from '../../operations/context.ts';
import type { Metrics } from './metrics.ts';

/** What scripts of the desk ask for as long as a page is open. */
const POLLED: ReadonlySet<string> = new Set(['/desk/audits/:job_id/state']);

/** A reply, as it is counted and logged; `route` is a pattern, `id` that of a call. */
type Answered = { method: string; route: string; status: number; ms: number; id?: unknown };

/**
 * Counts a reply and writes one line: method, route pattern, status, milliseconds, and the id of a call. No address, agent, key, path or query (decision 25).
 * Documents, and what an
 * open page asks for every few seconds, are read so often that they are logged at level debug only.
 */
export function answerLog(ctx: Context, metrics: Metrics): (answered: Answered) => void {
  return ({ method, route, status, ms: took, id }) => {
    metrics.answered(route, status, took / 1000);
    const ms = Math.round(took * 100) / 100;
    const line = { method, route, status, ms, ...(id !== undefined && { id }) };
    if (route === 'document' || POLLED.has(route)) ctx.log.debug(line, 'answered');
    else ctx.log.info(line, 'answered');
  };
}

/** The same for every reply of the router. */
export function logAnswers(app: FastifyInstance, answered: (answered: Answered) => void): void {
  app.addHook('onResponse', (request, reply, done) => {
    const status = reply.raw.statusCode;
    const route = request.is404 ? (status < 400 ? 'document' : 'none') : (request.routeOptions.url ?? 'none');
    const { method } = request;
    answered({ method, route, status, ms: reply.elapsedTime, id: reply.getHeader('x-request-id') });
    done();
  });
}
