import { companyField, slugField, slugInput, websiteField } from '@readymark/rubric/field';
import { z } from 'zod';
import { invalidFields } from '../../../domain/fault.ts';
import { deskOperation, unsignedField } from '../../desk-operation.ts';
import { correctIdentity } from './correction.ts';

const identity = z.object({ slug: z.string(), company: z.string(), website: z.string() });

/**
 * Corrects name, website or slug of a listed company (decision 101). Scores stay, and nobody is notified. Faults: not_found;
 * invalid_request without a new value; conflict when nothing would change, or the new slug is or was that of a company.
 */
export const correctCompany = deskOperation({
  name: 'correct_company',
  title: 'Correct a company',
  summary: 'Corrects the name, the website or the slug of a listed company.',
  path: 'POST /api/desk/audits/{slug}/correct',
  guidance:
    'Scores do not change, and no letter is sent. With a new slug, watches, requests and jobs go along, and every address under the old one redirects.',
  faults: ['not_found', 'conflict'],
  input: z.object({
    slug: slugInput,
    company: companyField.optional().describe('The right name'),
    website: websiteField.optional().describe('The right website, http or https'),
    new_slug: slugField.optional().describe('The right slug'),
  }),
  output: z.object({
    publication: z.int(),
    before: identity,
    after: identity,
    audits: z.int().min(0).describe('Audits that were replaced by ones with other words and the same scores'),
    unsigned: unsignedField,
  }),
  async handler(ctx, { slug, ...wanted }, { change }) {
    if (Object.values(wanted).every((value) => value === undefined))
      throw invalidFields([{ field: 'body', message: 'must have company, website or new_slug' }]);
    const corrected = await change((tx, made) => correctIdentity(ctx, tx, { slug, ...wanted }, made));
    return { ...corrected, unsigned: await ctx.signer.whyUnsigned() };
  },
});
