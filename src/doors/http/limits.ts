import type { Quota } from '../../domain/limit.ts';

/** The headers of draft-ietf-httpapi-ratelimit-headers-11 (decision 24). */
export function limitHeaders({ limit, remaining, reset }: Quota): Record<string, string> {
  return {
    'ratelimit-policy': `"${limit.name}";q=${limit.quota};w=${limit.window}`,
    ratelimit: `"${limit.name}";r=${remaining};t=${reset}`,
  };
}
