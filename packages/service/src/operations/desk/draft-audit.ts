import { draftAudit as makeDraft } from '@readymark/rubric/audit/draft';
import { companyField, websiteField } from '@readymark/rubric/field';
import { z } from 'zod';
import { invalidFields } from '../../domain/fault.ts';
import { today } from '../context.ts';
import { deskOperation } from '../desk-operation.ts';
import { auditSubject, newSubject, rubricFor } from './audits/draft-subject.ts';

/**
 * Drafts the record of an audit: for a listed company by its slug, for a request by its id, or for a company that nobody
 * requested. A request for the site of a listed company starts from that company's last audit. Nothing is stored. Faults:
 * not_found, invalid_request, conflict.
 */
export const draftAudit = deskOperation({
  name: 'draft_audit',
  title: 'Begin an audit',
  summary: 'Makes the skeleton of an audit record.',
  path: 'GET /api/desk/drafts/{subject}',
  guidance:
    'Makes a record in which everything that follows from rubric, company and day is filled in; what the auditor must write is null.',
  faults: ['not_found', 'conflict'],
  input: z.object({
    subject: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .describe('Slug of a company, id of a request, or new with company and website'),
    company: companyField.optional().describe('Name of a company that nobody requested'),
    website: websiteField.optional().describe('Its website'),
    rubric: z
      .string()
      .max(40)
      .optional()
      .describe('Rubric version; by default that of the last audit, else the newest publishable one'),
  }),
  output: z.object({
    file: z.string().describe('Required file name'),
    last_audit_date: z
      .string()
      .nullable()
      .describe('Date of the audit that the draft starts from; null for a new company'),
    record: z.record(z.string(), z.unknown()),
  }),
  async handler(ctx, { subject, company: name, website, rubric: version }) {
    if ((name === undefined) !== (website === undefined))
      throw invalidFields([{ field: name === undefined ? 'company' : 'website', message: 'belongs to the other' }]);
    const { company, last } =
      name === undefined || website === undefined
        ? await auditSubject(ctx, subject)
        : await newSubject(ctx, { company: name, website });
    const record = makeDraft(company, rubricFor(ctx, version, last), today(ctx), last);
    return { file: record.source_file, last_audit_date: last?.audit_date ?? null, record };
  },
});
