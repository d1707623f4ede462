import { z } from 'zod';
import { auditJob, jobAudit, jobId } from '../../../domain/auditing/job.ts';
import { auditsFromJobs } from '../../../store/auditing/job-lists.ts';
import { jobAt, shownJob } from '../../auditing/shown-job.ts';
import { operation } from '../../operation.ts';

/** One job of the auditing agent: how far it is, or how it ended (decision 93). Faults: not_found. */
export const showAuditJob = operation({
  name: 'show_audit_job',
  title: 'Show an audit job',
  summary: 'Shows how far an audit of the auditing agent is, or how it ended.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found'],
  input: z.object({ job_id: jobId }),
  output: auditJob.extend({ audits: z.array(jobAudit).describe('Published audits that rest on it') }),
  http: [
    {
      method: 'GET',
      path: '/api/desk/audit-jobs/{job_id}',
      status: 200,
      fields: 'none',
      guidance:
        'Shows its status and, while it runs, its phase and the requests done and planned; call again to follow it.',
    },
  ],
  async handler(ctx, { job_id }) {
    const { db } = ctx.store;
    const audits = (await auditsFromJobs(db, [job_id])).get(job_id) ?? [];
    return { body: { ...shownJob(await jobAt(db, job_id)), audits } };
  },
});
