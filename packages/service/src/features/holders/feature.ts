import type { Feature } from '../../operations/context.ts';

/** Pages of those who hold a domain: proof, private drafts of their audits, requests (decision 181), and letters to them (decision 182). */
export const holders: Feature = {
  name: 'holders',
  jobs: [
    {
      name: 'ended pages of holders',
      every_ms: 600_000,
      run: async (ctx) => (await import('./operations/end-holders.ts')).endHolders(ctx),
    },
    {
      name: 'letters to companies',
      every_ms: 600_000,
      run: async (ctx, signal) => (await import('./operations/notify-companies.ts')).notifyCompanies(ctx, signal),
    },
  ],
  mail: async () => (await import('./operations/holder-mail.ts')).holderMail,
  doctor: async () => (await import('./store/doctor.ts')).holderChecks,
  http: async () => (await import('./http/part.ts')).holdersPart,
};
