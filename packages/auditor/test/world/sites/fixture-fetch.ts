import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { readDestination } from '../../../src/collect/guard/address-policy.ts';
import { keptHeaders } from '../../../src/collect/guard/exchange/kept-headers.ts';
import type { Fetching } from '../../../src/collect/plan/ledger.ts';
import { unanswered } from '../../../src/evidence/evidence.ts';
import type { Answer } from './answer.ts';
import { answerOf } from './fixture-sites.ts';

/** As much of a packed body as the guard would keep. */
function unpacked({ headers, body }: Answer): { body: Buffer; truncated: boolean } {
  const bytes = Buffer.from(body);
  if (headers['content-encoding'] !== 'gzip') return { body: bytes, truncated: false };
  const whole = gunzipSync(bytes);
  return { body: whole.subarray(0, 1_000_000), truncated: whole.length > 1_000_000 };
}

/**
 * Fetches from the fixture sites without a network, for machines that have no closed world: in place of the sockets, not of
 * the plan, the readers or the ladders. Where an address may lead is decided by the policy of the guard.
 */
export function fixtureFetch(now: () => Date): Fetching {
  let requests = 0;
  let bytes = 0;
  return {
    requests: () => requests,
    bytes: () => bytes,
    async fetch({ role, url, accept = '*/*', method }) {
      const item = unanswered({
        role,
        method: method ?? 'GET',
        url,
        accept,
        fetched_at: now().toISOString(),
      });
      const refused = (detail: string) => ({ item: { ...item, problem: 'refused' as const, detail }, body: undefined });
      let at = url;
      for (let hop = 0; hop <= 5; hop++) {
        const read = readDestination(at);
        if ('refused' in read) return refused(read.refused);
        requests++;
        const { hostname, pathname } = read.url;
        const user_agent = 'AgentReadinessAuditor/1.0';
        const answer = answerOf({ host: hostname, path: pathname, accept, user_agent }, now());
        item.status = answer.status;
        item.headers = keptHeaders(answer.headers);
        if (answer.headers.location !== undefined) {
          at = new URL(answer.headers.location, at).href;
          item.redirects = [...item.redirects, { status: answer.status, url: at }];
          continue;
        }
        const { body, truncated } = unpacked(answer);
        bytes += body.length;
        const sha256 = createHash('sha256').update(body).digest('hex');
        return { item: { ...item, bytes: body.length, sha256, truncated }, body };
      }
      return { item: { ...item, problem: 'malformed' as const, detail: 'more than five redirects' }, body: undefined };
    },
  };
}
