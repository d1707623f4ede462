import type { Feature } from '../../operations/context.ts';

/**
 * Companies reply to their audits, and dispute criteria: domain tokens, what they send from their own pages, and what operators publish of it (decisions 155, 156, 183). What
 * was published and logged is shown and verified by the core.
 */
export const replies: Feature = {
  name: 'replies',
  operations: async () => (await import('./operations/index.ts')).replyOperations,
  jobs: [
    {
      name: 'forgotten contacts',
      every_ms: 600_000,
      run: async (ctx) => (await import('./operations/jobs/forget-contacts.ts')).forgetOldContacts(ctx),
    },
    {
      name: 'forgotten texts of companies',
      every_ms: 3_600_000,
      run: async (ctx) => (await import('./operations/jobs/forget-texts.ts')).forgetTexts(ctx),
    },
  ],
  mail: async () => (await import('./operations/texts/reply-mail.ts')).replyMail,
  doctor: async () => [(await import('./store/doctor.ts')).checkTexts],
  http: async () => (await import('./http/part.ts')).repliesPart,
  command_groups: { replies: 'publish replies of companies to their audits, and outcomes of disputes' },
  commands: { replies: async () => (await import('./cli/replies.ts')).addReplies },
};
