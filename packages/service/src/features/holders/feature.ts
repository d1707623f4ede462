import type { Feature } from '../../operations/context.ts';

/** Pages of those who hold a domain: proof, private drafts of their audits, and the request with a draft (decision 181). */
export const holders: Feature = {
  name: 'holders',
  jobs: [
    {
      name: 'ended pages of holders',
      every_ms: 600_000,
      run: async (ctx) => (await import('./operations/end-holders.ts')).endHolders(ctx),
    },
  ],
  http: async () => (await import('./http/part.ts')).holdersPart,
};
