import type { CriterionProposal } from '../../src/score/proposal.ts';

/** A proposal with one source and without rungs. */
export const madeProposal = (
  id: string,
  given: Pick<CriterionProposal, 'low' | 'proposed' | 'high'> & Partial<CriterionProposal>,
): CriterionProposal => ({
  ...{ id, needs_human: [], evidence: 'Found.', rungs: [] },
  sources: [
    { url: 'https://acme.com/', fetched_at: '2026-11-20T10:00:00.000Z', status: 200, sha256: null, excerpt: '' },
  ],
  ...given,
});
