import type { FastifyRequest } from 'fastify';
import { Fault } from '../../../domain/fault.ts';
import { ClientLimit } from '../../../domain/limit/client-limit.ts';
import { clientRequestLimit, limitMessage, type Quota } from '../../../domain/limit/limit.ts';
import type { Context } from '../../../operations/context.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether calls of this route count against CLIENT_REQUESTS_PER_MINUTE. */
    counts_client?: boolean;
  }
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-11 (decision 74). */
export function limitHeaders({ limit, remaining, reset }: Quota): Record<string, string> {
  return {
    'ratelimit-policy': `"${limit.name}";q=${limit.quota};w=${limit.window}`,
    ratelimit: `"${limit.name}";r=${remaining};t=${reset}`,
  };
}

/**
 * Whose forwarding headers are trusted for a client's address: proxies on this machine or in its private network
 * (decision 74). Used for limits in memory only, never for what is reserved for loopback clients.
 */
export const trustedProxies = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Counts the calls of one client address to what costs more than a document: keyed endpoints, registration and /mcp
 * (decision 74).
 *
 * @returns a function that throws Fault rate_limited when the client has no call left
 */
export function clientCounter(ctx: Context): (request: Pick<FastifyRequest, 'ip'>) => void {
  const clients = new ClientLimit(clientRequestLimit(ctx.settings.CLIENT_REQUESTS_PER_MINUTE));
  return ({ ip }) => {
    const quota = clients.take(ip, ctx.now());
    if (quota)
      throw new Fault('rate_limited', limitMessage(quota, 'calls from one client'), {
        quota,
        retry_after: quota.reset,
      });
  };
}
