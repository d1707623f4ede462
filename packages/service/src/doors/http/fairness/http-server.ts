import { createServer, type RequestListener, type Server } from 'node:http';
import type { Settings } from '../../../settings.ts';
import { connectionLimit, descriptorLimit } from './descriptors.ts';
import { boundConnections } from './listeners.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** How often unfinished requests are checked, in milliseconds: time limits are exact to this period. */
const CHECK_MS = 2_000;

/**
 * The server below Fastify, with every bound that one connection has (decision 74): time for headers, for the request,
 * between requests and without reading; one request at a time; and how many connections there may be.
 *
 * (A missing Host header is accepted: links come from BASE_URL.)
 *
 * @param limited called once when the limit of descriptors allows fewer connections than configured
 */
export function boundedServer(
  handler: RequestListener,
  { HEADERS_TIMEOUT, REQUEST_TIMEOUT, SEND_TIMEOUT, IDLE_TIMEOUT, MAX_CONNECTIONS }: Settings,
  limited: (connections: number) => void,
): Server {
  const server = createServer(
    {
      headersTimeout: Math.min(HEADERS_TIMEOUT, REQUEST_TIMEOUT) * 1_000,
      requestTimeout: REQUEST_TIMEOUT * 1_000,
      keepAliveTimeout: IDLE_TIMEOUT * 1_000,
      connectionsCheckingInterval: CHECK_MS,
      requireHostHeader: false,
    },
    oneAtATime(handler),
  );
  server.setTimeout(SEND_TIMEOUT * 1_000);
  const connections = connectionLimit(MAX_CONNECTIONS, descriptorLimit());
  if (Number.isFinite(connections)) boundConnections(server, connections);
  if (MAX_CONNECTIONS > connections) limited(connections);
  return server;
}
