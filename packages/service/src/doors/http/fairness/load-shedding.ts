import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import type { Settings } from '../../../settings.ts';
import type { Turns } from './turns.ts';

/** How often the delay of the event loop is measured, in milliseconds. */
const SAMPLE_MS = 1_000;

/** Routes that are never refused: they report that the service is under pressure. */
const exempt = /^\/(healthz|readyz|metrics)$/;

/**
 * Shares the event loop (decision 74): every request that reaches a route runs in turns, and is answered 503 with
 * Retry-After while work waits for longer than `MAX_EVENT_LOOP_DELAY`. Public documents are answered before this.
 *
 * @returns whether calls are refused at the moment
 */
export function shareLoop(app: FastifyInstance, { MAX_EVENT_LOOP_DELAY }: Settings, turns: Turns): () => boolean {
  const overloaded = MAX_EVENT_LOOP_DELAY ? overload(app, MAX_EVENT_LOOP_DELAY, turns) : () => false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isExempt(request) && overloaded())
      throw new Fault('unavailable', 'The service is under too much pressure at the moment.', { retry_after: 5 });
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    if (isExempt(request)) done();
    else turns.take(request.raw.socket, done);
  });
  return overloaded;
}

const isExempt = (request: FastifyRequest) => exempt.test(request.routeOptions.url ?? '');

/** Whether the mean delay of the event loop over the last second, or the wait for a turn, exceeds a bound. */
function overload(app: FastifyInstance, max_ms: number, turns: Turns): () => boolean {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  let mean_ms = 0;
  const timer = setInterval(() => {
    mean_ms = Number.isNaN(delay.mean) ? 0 : delay.mean / 1e6 - 10;
    delay.reset();
  }, SAMPLE_MS).unref();
  delay.enable();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
  return () => mean_ms > max_ms || turns.waiting_ms() > max_ms;
}
