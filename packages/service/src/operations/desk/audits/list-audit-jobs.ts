import { wholeNumber } from '@readymark/rubric/field';
import { z } from 'zod';
import { auditJob, jobAudit, jobCounts, jobFilters, jobId } from '../../../domain/auditing/job.ts';
import { invalidFields } from '../../../domain/fault.ts';
import { countJobs, findJob } from '../../../store/auditing/audit-jobs.ts';
import { auditsFromJobs, countToReview, listJobs } from '../../../store/auditing/job-lists.ts';
import { shownJob } from '../../auditing/shown-job.ts';
import { deskOperation } from '../../desk-operation.ts';

/** Jobs of the auditing agent, newest first, in pages (decision 93). Faults: invalid_request. */
export const listAuditJobs = deskOperation({
  name: 'list_audit_jobs',
  title: 'List audit jobs',
  summary: 'Lists the audits that the auditing agent makes or made.',
  path: 'GET /api/desk/audit-jobs',
  guidance: 'Lists jobs, newest first: company, status, how far they are, and why there is no draft.',
  input: z.object({
    status: z
      .enum(jobFilters)
      .optional()
      .describe('A status, open (queued or running) or to_review (drafted, and neither published nor aged out)'),
    after: jobId.optional().describe('The last job of the previous page'),
    limit: wholeNumber(1, 500).default(50),
  }),
  output: z.object({
    counts: jobCounts,
    to_review: z.int().min(0).describe('Drafts that can be reviewed and were not published'),
    jobs: z.array(auditJob.extend({ audits: z.array(jobAudit).describe('Published audits that rest on it') })),
    next: z.string().nullable().describe('Send this as after to get the next page; null on the last page'),
  }),
  async handler(ctx, { status, after, limit }) {
    const { db } = ctx.store;
    const last = after === undefined ? undefined : await findJob(db, after);
    if (after !== undefined && !last) throw invalidFields([{ field: 'after', message: 'is not a known audit job' }]);
    const found = await listJobs(db, { filter: status, after: last, limit: limit + 1 });
    const shown = found.slice(0, limit);
    const next = found.length > limit ? (shown.at(-1)?.job_id ?? null) : null;
    const audits = await auditsFromJobs(
      db,
      shown.map(({ job_id }) => job_id),
    );
    const jobs = shown.map((job) => ({ ...shownJob(job), audits: audits.get(job.job_id) ?? [] }));
    return { counts: await countJobs(db), to_review: await countToReview(db), jobs, next };
  },
});
