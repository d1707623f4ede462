import { z } from 'zod';
import type { Audit } from '../../domain/audit/audit.ts';
import { type DraftSubject, draftAudit as makeDraft, slugOf } from '../../domain/audit/draft.ts';
import { Fault, invalidFields } from '../../domain/fault.ts';
import { slugIssue } from '../../domain/field.ts';
import type { Rubric } from '../../domain/rubric.ts';
import { companyAtSite, latestAudits } from '../../store/desk-audits.ts';
import { findRequest } from '../../store/requests.ts';
import { type Context, today } from '../context.ts';
import { operation } from '../operation.ts';

/**
 * Drafts the record of an audit: for a listed company by its slug, or for a request by its id. A request for the site
 * of a listed company starts from that company's last audit. Nothing is stored. Faults: not_found, invalid_request.
 */
export const draftAudit = operation({
  name: 'draft_audit',
  title: 'Begin an audit',
  summary: 'Makes the skeleton of an audit record.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found'],
  input: z.object({
    subject: z.string().trim().min(1).max(200).describe('Slug of a company, or id of a request'),
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
  http: [
    {
      method: 'GET',
      path: '/api/desk/drafts/{subject}',
      status: 200,
      fields: 'query',
      guidance:
        'Makes a record in which everything that follows from rubric, company and day is filled in; what the auditor must write is null.',
    },
  ],
  async handler(ctx, { subject, rubric: version }) {
    const { company, last } = subject.startsWith('req_') ? await ofRequest(ctx, subject) : await ofSlug(ctx, subject);
    const record = makeDraft(company, rubricFor(ctx, version, last), today(ctx), last);
    return { body: { file: record.source_file, last_audit_date: last?.audit_date ?? null, record } };
  },
});

type DraftBasis = { company: DraftSubject; last: Audit | undefined };

async function ofSlug(ctx: Context, slug: string): Promise<DraftBasis> {
  const [last] = await latestAudits(ctx.store.db, slug, 1);
  if (!last)
    throw new Fault(
      'not_found',
      'There is no company with this slug and no request with this id; a new company needs a request first.',
    );
  return { company: last, last };
}

async function ofRequest(ctx: Context, request_id: string): Promise<DraftBasis> {
  const { db } = ctx.store;
  const request = await findRequest(db, request_id);
  if (!request) throw new Fault('not_found', 'There is no request with this id.');
  const known = await companyAtSite(db, request.site);
  const [last] = known === undefined ? [] : await latestAudits(db, known, 1);
  if (last) return { company: last, last };
  const { company, website, site } = request;
  return { company: { company, website, slug: await freeSlug(ctx, slugOf(company) || slugOf(site)) }, last: undefined };
}

/** The slug, with a number appended when another company has it: slugs never change (decision 11). */
async function freeSlug(ctx: Context, slug: string): Promise<string> {
  const wanted = slugIssue(slug) === undefined ? slug : 'company';
  for (let number = 1; ; number++) {
    const tried = number === 1 ? wanted : `${wanted.slice(0, 58)}-${number}`;
    if (!(await latestAudits(ctx.store.db, tried, 1)).length) return tried;
  }
}

function rubricFor(ctx: Context, version: string | undefined, last: Audit | undefined): Rubric {
  const publishable = [...ctx.rubrics.values()].filter((rubric) =>
    ctx.settings.RUBRICS_PUBLISHABLE.includes(rubric.version),
  );
  const found =
    version === undefined
      ? (publishable.find((rubric) => rubric.record_label === last?.rubric_version) ?? publishable.at(-1))
      : ctx.rubrics.get(version);
  if (found) return found;
  throw invalidFields([{ field: 'rubric', message: `must be one of ${[...ctx.rubrics.keys()].join(', ')}` }]);
}
