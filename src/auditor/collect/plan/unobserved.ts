import type { EvidenceItem, EvidenceProblem } from '../../../domain/auditing/evidence.ts';

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
 * observed when the home page or any other document of it was read.
 */
export function reasonUnobserved(items: readonly EvidenceItem[]): string | null {
  const read = items.some(
    ({ role, problem, status, sha256 }) =>
      role !== 'robots' && problem === null && status !== null && status >= 200 && status < 300 && sha256 !== null,
  );
  if (read) return null;
  const home = items.find(({ role }) => role === 'home');
  if (home?.problem) return `${words[home.problem]}${home.detail === null ? '' : ` (${home.detail})`}`;
  return home?.status ? `its home page answers ${home.status}` : 'it was not asked for';
}
