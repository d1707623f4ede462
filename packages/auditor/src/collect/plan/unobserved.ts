import { type EvidenceItem, type EvidenceProblem, NO_SUCH_NAME, unanswered } from '../../evidence/evidence.ts';
import type { Candidates } from './choice/candidates.ts';
import { roleOrder } from './choice/roles.ts';
import type { Ledger } from './ledger.ts';

const words: Readonly<Record<EvidenceProblem, string>> = {
  refused: 'its address may not be visited',
  robots: 'its robots.txt forbids it to us, or could not be read',
  challenge: 'it answers with a page for robots (captcha or firewall)',
  timeout: 'it does not answer in time',
  unreachable: 'no connection to it can be made',
  malformed: 'its answers break the protocol or our bounds',
  type: 'it answers with something that is no page',
  server_error: 'it answers that it has an error or too many requests',
  budget: 'the budget was used up before',
  unreadable: 'its home page cannot be read in bounded time and memory',
};

/**
 * Why a site could not be observed; null when it could. Then nothing may be scored as absent (decision 92). It was
 * observed when the home page or any other document of it was read; addresses in robots.txt and sitemaps say nothing of it.
 */
export function reasonUnobserved(items: readonly EvidenceItem[]): string | null {
  const read = items.some(
    ({ role, problem, status, sha256 }) =>
      role !== 'robots' &&
      role !== 'sitemap' &&
      problem === null &&
      status !== null &&
      status >= 200 &&
      status < 300 &&
      sha256 !== null,
  );
  if (read) return null;
  const home = items.find(({ role }) => role === 'home');
  if (home?.problem) return `${words[home.problem]}${home.detail === null ? '' : ` (${home.detail})`}`;
  return home?.status ? `its home page answers ${home.status}` : 'it was not asked for';
}

/** Why a site is not audited at all: its name does not exist, or leads where we do not go; null when it may be. */
export function reasonRefused([first]: readonly EvidenceItem[]): string | null {
  if (first?.problem === 'refused') return first.detail ?? words.refused;
  return first?.problem === 'unreachable' && first.detail === NO_SUCH_NAME ? NO_SUCH_NAME : null;
}

/** Notes for each role that its pages were not asked for, and the documents that were left: what they say is unknown. */
export function noteUnread(ledger: Ledger, candidates: Candidates, left: readonly string[]): void {
  for (const url of left) {
    const item = unanswered({ role: 'probe', method: 'GET', url, accept: '*/*', fetched_at: null });
    ledger.add({ ...item, problem: 'budget', detail: 'the requests of a preview were used up' }, undefined);
  }
  for (const role of roleOrder) {
    const url = candidates.next({ role })?.url;
    if (url === undefined) continue;
    const item = unanswered({ role, method: 'GET', url, accept: '*/*', fetched_at: null });
    ledger.add({ ...item, problem: 'budget', detail: 'a preview reads no further pages' }, undefined);
  }
}
