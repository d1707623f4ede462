import { slugInput, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { retractionReason } from '../../../domain/companies/former-slug.ts';
import { deskOperation, unsignedField } from '../../desk-operation.ts';
import { retractCompanies } from './retraction.ts';

const count = z.int().min(0);

/**
 * Takes a company off the leaderboard, with all its audits (decision 100). What was published is kept in the database. Faults:
 * not_found; conflict for a slug that is retracted already, or that the company does not have any more.
 */
export const retractCompany = deskOperation({
  name: 'retract_company',
  title: 'Retract a company',
  summary: 'Takes a company off the leaderboard, with a reason that everybody can read.',
  path: 'POST /api/desk/audits/{slug}/retract',
  guidance:
    'Its addresses are answered with 410, the date and the reason from then on, and its watchers get a letter. It can be published again only with reinstate.',
  faults: ['not_found', 'conflict'],
  input: z.object({ slug: slugInput, reason: retractionReason }),
  output: z.object({
    publication: z.int(),
    slug: z.string(),
    retracted_at: timestamp,
    reason: z.string(),
    audits: count.describe('Audits that were public'),
    watchers: count.describe('Agents whose watch ends; those with an address get a letter'),
    cancelled_jobs: count.describe('Open jobs of the auditing agent that were cancelled'),
    unsigned: unsignedField,
  }),
  async handler(ctx, { slug, reason }, { operator }) {
    const order = { slugs: [slug], reason, operator, action: 'retract_company' };
    const { publication, at, companies } = await ctx.store.transaction((tx) => retractCompanies(ctx, tx, order));
    const [company] = companies;
    if (!company) throw new Error('a retraction retracted nothing');
    return { publication, retracted_at: at, reason, ...company, unsigned: await ctx.signer.whyUnsigned() };
  },
});
