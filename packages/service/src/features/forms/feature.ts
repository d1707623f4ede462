import type { Feature } from '../../operations/context.ts';

/** Forms by which people request an audit or watch a company without a key, with confirmed addresses (decision 116). */
export const forms: Feature = {
  name: 'forms',
  jobs: [
    {
      name: 'unconfirmed addresses',
      every_ms: 600_000,
      run: async (ctx) => (await import('./operations/forget-addresses.ts')).forgetAddresses(ctx),
    },
  ],
  mail: async () => (await import('./operations/confirmation.ts')).confirmationMail,
  http: async () => (await import('./http/part.ts')).formsPart,
};
