import { z } from 'zod';
import { auditJob, jobCounts, jobId, jobStatuses } from '../../../domain/auditing/job.ts';
import { invalidFields } from '../../../domain/fault.ts';
import { wholeNumber } from '../../../domain/field.ts';
import { countJobs, findJob, listJobs } from '../../../store/auditing/audit-jobs.ts';
import { shownJob } from '../../auditing/shown-job.ts';
import { operation } from '../../operation.ts';

/** Jobs of the auditing agent, newest first, in pages (decision 93). Faults: invalid_request. */
export const listAuditJobs = operation({
  name: 'list_audit_jobs',
  title: 'List audit jobs',
  summary: 'Lists the audits that the auditing agent makes or made.',
  scope: 'operator',
  faults: ['invalid_request'],
  input: z.object({
    status: z.enum(jobStatuses).optional(),
    after: jobId.optional().describe('The last job of the previous page'),
    limit: wholeNumber(1, 500).default(50),
  }),
  output: z.object({
    counts: jobCounts,
    jobs: z.array(auditJob),
    next: z.string().nullable().describe('Send this as after to get the next page; null on the last page'),
  }),
  http: [
    {
      method: 'GET',
      path: '/api/desk/audit-jobs',
      status: 200,
      fields: 'query',
      guidance: 'Lists jobs, newest first: company, status, how far they are, and why there is no draft.',
    },
  ],
  async handler(ctx, { status, after, limit }) {
    const { db } = ctx.store;
    const last = after === undefined ? undefined : await findJob(db, after);
    if (after !== undefined && !last) throw invalidFields([{ field: 'after', message: 'is not a known audit job' }]);
    const found = await listJobs(db, { status, after: last, limit: limit + 1 });
    const jobs = found.slice(0, limit).map(shownJob);
    const next = found.length > limit ? (jobs.at(-1)?.job_id ?? null) : null;
    return { body: { counts: await countJobs(db), jobs, next } };
  },
});
