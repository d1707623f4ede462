import { z } from 'zod';
import { auditJob, jobId } from '../../../domain/auditing/job.ts';
import { Fault } from '../../../domain/fault.ts';
import { cancelJob } from '../../../store/auditing/audit-jobs.ts';
import { jobAt, shownJob } from '../../auditing/shown-job.ts';
import { deskOperation } from '../../desk-operation.ts';

/**
 * Cancels an audit that is queued or running, wherever it runs; the site is left alone within seconds (decision 93).
 * Faults: not_found; conflict, when it has ended.
 */
export const cancelAudit = deskOperation({
  name: 'cancel_audit',
  title: 'Cancel an audit',
  summary: 'Cancels an audit that is queued or running.',
  path: 'POST /api/desk/audit-jobs/{job_id}/cancel',
  guidance: 'Takes effect at once; the node that works on it stops asking the site within a few seconds.',
  faults: ['not_found', 'conflict'],
  input: z.object({ job_id: jobId }),
  output: auditJob,
  handler(_ctx, { job_id }, { change }) {
    return change(async (tx, { at, record }) => {
      const job = await jobAt(tx, job_id);
      if (!(await cancelJob(tx, job_id, at)))
        throw new Fault('conflict', `This audit has ended: it is ${job.status}, and cannot be cancelled.`);
      await record(job_id);
      return shownJob(await jobAt(tx, job_id));
    });
  },
});
