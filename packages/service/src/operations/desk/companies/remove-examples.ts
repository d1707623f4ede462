import { z } from 'zod';
import { deskOperation, unsignedField } from '../../desk-operation.ts';
import { removeFictional } from './fictional.ts';

/** Takes all fictional companies off the leaderboard at once (decision 105). Without any, nothing happens. */
export const removeExamples = deskOperation({
  name: 'remove_examples',
  title: 'Remove the fictional examples',
  summary: 'Takes all fictional companies off the leaderboard.',
  path: 'POST /api/desk/examples/remove',
  guidance: 'Their addresses are answered with 410 from then on. Real companies may take their slugs.',
  input: z.object({}),
  output: z.object({
    publication: z.int().nullable().describe('Null when there was none to remove'),
    removed: z.array(z.string()).describe('Their slugs'),
    watchers: z.int().min(0).describe('Watches that end; those with an address get a letter'),
    unsigned: unsignedField,
  }),
  async handler(ctx, _input, { operator }) {
    const order = { operator, action: 'remove_examples' };
    const { slugs, publication, companies } = await ctx.store.transaction((tx) => removeFictional(ctx, tx, order));
    const watchers = companies.reduce((sum, company) => sum + company.watchers, 0);
    return { publication, removed: slugs, watchers, unsigned: await ctx.signer.whyUnsigned() };
  },
});
