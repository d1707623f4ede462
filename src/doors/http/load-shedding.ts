import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { Fault } from '../../domain/fault.ts';
import type { Settings } from '../../settings.ts';

/** Limits on what slow, hostile or too many clients can take from the others (decision 51). */

/** How often unfinished requests are checked: the precision of the time limits. */
const CHECK_INTERVAL_MS = 2_000;

/**
 * Fastify's options that bound the time of a connection. (A missing Host header is accepted: links are made from
 * BASE_URL, decision 73.)
 */
export function timeLimits({ HEADERS_TIMEOUT, REQUEST_TIMEOUT, IDLE_TIMEOUT }: Settings) {
  return {
    requestTimeout: REQUEST_TIMEOUT * 1_000,
    keepAliveTimeout: IDLE_TIMEOUT * 1_000,
    http: {
      headersTimeout: Math.min(HEADERS_TIMEOUT, REQUEST_TIMEOUT) * 1_000,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      requireHostHeader: false,
    },
  };
}

/**
 * Bounds the number of connections, and answers 503 with Retry-After while the event loop lags: to everything except
 * public documents, which are answered before this, and health checks. Register it after the documents.
 */
export function shedLoad(app: FastifyInstance, { MAX_CONNECTIONS, MAX_EVENT_LOOP_DELAY }: Settings): void {
  if (MAX_CONNECTIONS) app.server.maxConnections = MAX_CONNECTIONS;
  if (!MAX_EVENT_LOOP_DELAY) return;
  app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY,
    pressureHandler: (request) => {
      if (/^\/(healthz|readyz|metrics)$/.test(request.routeOptions.url ?? '')) return;
      throw new Fault('unavailable', 'The service is under too much pressure at the moment.', { retry_after: 5 });
    },
  });
}
