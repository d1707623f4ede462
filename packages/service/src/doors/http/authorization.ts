import type { IncomingMessage } from 'node:http';

/**
 * The Authorization header as it was sent; all values when it was sent more than once, of which `headers` keeps only
 * the first.
 */
export function authorizationOf({
  headers,
  rawHeaders,
}: Pick<IncomingMessage, 'headers' | 'rawHeaders'>): string | string[] | undefined {
  if (headers.authorization === undefined) return undefined;
  const sent = rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === 'authorization');
  return sent.length > 1 ? sent : headers.authorization;
}
