import { z } from 'zod';
import { auditJob, jobAudit, jobId } from '../../../domain/auditing/job.ts';
import { auditsFromJobs } from '../../../store/auditing/job-lists.ts';
import { jobAt, shownJob } from '../../auditing/shown-job.ts';
import { deskOperation } from '../../desk-operation.ts';

/** One job of the auditing agent: how far it is, or how it ended (decision 93). Faults: not_found. */
export const showAuditJob = deskOperation({
  name: 'show_audit_job',
  title: 'Show an audit job',
  summary: 'Shows how far an audit of the auditing agent is, or how it ended.',
  path: 'GET /api/desk/audit-jobs/{job_id}',
  guidance:
    'Shows its status and, while it runs, its phase and the requests done and planned; call again to follow it.',
  faults: ['not_found'],
  input: z.object({ job_id: jobId }),
  output: auditJob.extend({ audits: z.array(jobAudit).describe('Published audits that rest on it') }),
  async handler(ctx, { job_id }) {
    const { db } = ctx.store;
    const audits = (await auditsFromJobs(db, [job_id])).get(job_id) ?? [];
    return { ...shownJob(await jobAt(db, job_id)), audits };
  },
});
