import type { Headers } from '../failure.ts';
import { textOf } from './exchange.ts';

/** Headers that say something about a site; the rest is not kept. */
const names = [
  'allow',
  'cache-control',
  'cf-mitigated',
  'content-encoding',
  'content-language',
  'content-location',
  'content-signal',
  'content-type',
  'deprecation',
  'etag',
  'idempotency-key',
  'last-modified',
  'link',
  'location',
  'mcp-protocol-version',
  'mcp-session-id',
  'payment-required',
  'ratelimit',
  'ratelimit-limit',
  'ratelimit-policy',
  'ratelimit-remaining',
  'ratelimit-reset',
  'request-id',
  'retry-after',
  'server',
  'strict-transport-security',
  'sunset',
  'vary',
  'www-authenticate',
  'x-amzn-waf-action',
  'x-datadome',
  'x-markdown-tokens',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-request-id',
  'x-robots-tag',
];

const LONGEST_VALUE = 1_000;
/** One header may have several links. */
const LONGEST_LINK = 4_000;

/** The headers of an item, each cut. */
export function keptHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = textOf(headers[name]);
      return value === '' ? [] : [[name, value.slice(0, name === 'link' ? LONGEST_LINK : LONGEST_VALUE)]];
    }),
  );
}
