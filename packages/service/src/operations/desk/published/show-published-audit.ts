import type { CriterionProposal } from '@readymark/auditor/score/proposal';
import { audit, overallScore, tierField } from '@readymark/rubric/audit/audit';
import { parseRecord } from '@readymark/rubric/audit/format';
import { day, isDate, slugInput, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { auditJob } from '../../../domain/auditing/job.ts';
import { type Revision, revision } from '../../../domain/auditing/review.ts';
import { secondReview } from '../../../domain/auditing/second-review.ts';
import { canonicalHash } from '../../../domain/canonical-json.ts';
import { Fault } from '../../../domain/fault.ts';
import { findWholeJob } from '../../../store/auditing/audit-jobs.ts';
import { publishedBy } from '../../../store/desk-actions.ts';
import { auditsOfDay, completedBy } from '../../../store/desk-audits.ts';
import type { AuditRow, DeskActionRow } from '../../../store/tables.ts';
import { draftRules } from '../../auditing/draft-rules.ts';
import type { Context } from '../../context.ts';
import { deskOperation } from '../../desk-operation.ts';

/** Audits of one company and day that are shown: the first one and its corrections. */
const VERSIONS_MAX = 20;
/** Requests that are named of those that an audit completed. */
const REQUESTS_MAX = 200;

const points = z.int().min(0);
const said = points
  .nullable()
  .describe('As the auditing agent proposed it; null where it has no ladder or was removed');

const step = revision.extend({
  criteria: z.array(revision.shape.criteria.element.extend({ proposed: said, low: said, high: said })),
  later: z.boolean().describe('Whether it was made after this publication'),
});

const version = z.object({
  audit_id: z.string(),
  company: z.string(),
  overall_score: overallScore,
  tier: tierField,
  publication: z.int(),
  published_at: timestamp,
  replaced_at: timestamp.nullable().describe('When it was replaced or taken back; null while it is public'),
  published_by: z.string().nullable().describe('The operator; null when nobody is recorded'),
  action: z.string().nullable().describe('publish_audits, or correct_company for a correction of the identity'),
  hash: z.string().describe('SHA-256 of the stored record as canonical JSON'),
  approved_hash: z.string().nullable().describe('The hash that was approved; null for an audit by hand'),
  receipts: z.boolean().describe('Whether what each score rests on was published with it'),
  completed: z.array(z.object({ request_id: z.string(), company: z.string(), completed_at: timestamp })),
  job: auditJob
    .pick({ job_id: true, operator: true, request_id: true, created_at: true, finished_at: true })
    .extend({
      by_hand: z.boolean().describe('Nothing was visited: a person wrote the draft'),
      steps: z.array(step),
      second: secondReview
        .nullable()
        .describe('The second, blind review of its draft that was not withdrawn; null without one'),
    })
    .nullable()
    .describe('The audit job that it rests on with every revision of its draft; null when it was written by hand'),
});

/**
 * How the audit of a company and a day came to be published, its corrections and former states included: the job, each step
 * of its review, who published it, and the requests that it completed (decision 103). Faults: not_found.
 */
export const showPublishedAudit = deskOperation({
  name: 'show_published_audit',
  title: 'Show how an audit was published',
  summary: 'Shows the steps of the review of a published audit.',
  path: 'GET /api/desk/published/{slug}/{audit_date}',
  guidance:
    'With the audits of that day, the newest publication first: the job, who revised what and why, who published it with which hash, and the requests that it completed.',
  faults: ['not_found'],
  input: z.object({
    slug: slugInput,
    audit_date: z.string().refine(isDate, { error: 'must be a day, written YYYY-MM-DD' }),
  }),
  output: z.object({ slug: z.string(), audit_date: day, versions: z.array(version) }),
  async handler(ctx, { slug, audit_date }, { operator }) {
    const { db } = ctx.store;
    const rows = await auditsOfDay(db, { slug, audit_date }, VERSIONS_MAX);
    if (!rows.length) throw new Fault('not_found', 'No audit of this company and day was ever published here.');
    const versions: z.input<typeof version>[] = [];
    for (const row of rows) versions.push(await versionOf(ctx, row, operator));
    return { slug, audit_date, versions };
  },
});

async function versionOf(ctx: Context, row: AuditRow, operator: string): Promise<z.input<typeof version>> {
  const { db } = ctx.store;
  const { audit_id, company, overall_score, publication, published_at, replaced_at, job_id } = row;
  const action = await publishedBy(db, publication);
  return {
    ...{ audit_id, company, overall_score, tier: audit.shape.tier.parse(row.tier) },
    ...{ publication, published_at, replaced_at },
    ...{ published_by: action?.operator ?? null, action: action?.action ?? null },
    hash: canonicalHash(parseRecord(row)),
    approved_hash: approvedHash(action, job_id),
    receipts: row.receipts !== null,
    completed: await completedBy(db, audit_id, REQUESTS_MAX),
    job: job_id === null ? null : await jobSteps(ctx, job_id, { published_at: action?.at ?? published_at, operator }),
  };
}

/** The hash that a publication recorded for a job (decision 93). */
function approvedHash(action: DeskActionRow | undefined, job_id: string | null): string | null {
  const { drafts } = JSON.parse(action?.detail ?? '{}') as { drafts?: { job_id: string; hash: string }[] };
  return drafts?.find((draft) => draft.job_id === job_id)?.hash ?? null;
}

/**
 * Every revision of the draft of a job, oldest first; null when the job is not there any more. Who scores another draft of
 * the site blind is not shown those that are not public (decision 124).
 */
async function jobSteps(
  ctx: Context,
  id: string,
  { published_at, operator }: { published_at: string; operator: string },
): Promise<z.input<typeof version>['job']> {
  const { db } = ctx.store;
  const rules = await draftRules(ctx);
  const job = await findWholeJob(db, id);
  if (!job) return null;
  const proposals = JSON.parse(job.proposals ?? '[]') as CriterionProposal[];
  const revisions = JSON.parse(job.revisions) as Revision[];
  const blind = (await rules.blindJob(db, operator, job.site)) !== undefined;
  const shown = revisions.filter(({ at }) => !blind || at <= published_at);
  const steps = shown.map((made) => ({
    ...made,
    criteria: made.criteria.map((review) => {
      const { proposed = null, low = null, high = null } = proposals.find((one) => one.id === review.id) ?? {};
      return { ...review, proposed, low, high };
    }),
    later: made.at > published_at,
  }));
  const { job_id, request_id, created_at, finished_at } = job;
  return {
    ...{ job_id, operator: job.operator, request_id, created_at, finished_at, steps },
    by_hand: job.by_hand === 1,
    second: await rules.secondReviewOf(db, job_id),
  };
}
