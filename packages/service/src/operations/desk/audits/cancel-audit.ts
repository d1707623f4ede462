import { z } from 'zod';
import { auditJob, jobId } from '../../../domain/auditing/job.ts';
import { Fault } from '../../../domain/fault.ts';
import { cancelJob } from '../../../store/auditing/audit-jobs.ts';
import { insertAction } from '../../../store/desk-actions.ts';
import { jobAt, shownJob } from '../../auditing/shown-job.ts';
import { operation, operatorOf } from '../../operation.ts';

/**
 * Cancels an audit that is queued or running, wherever it runs; the site is left alone within seconds (decision 93).
 * Faults: not_found; conflict, when it has ended.
 */
export const cancelAudit = operation({
  name: 'cancel_audit',
  title: 'Cancel an audit',
  summary: 'Cancels an audit that is queued or running.',
  scope: 'operator',
  faults: ['invalid_request', 'not_found', 'conflict'],
  input: z.object({ job_id: jobId }),
  output: auditJob,
  http: [
    {
      method: 'POST',
      path: '/api/desk/audit-jobs/{job_id}/cancel',
      status: 200,
      fields: 'none',
      guidance: 'Takes effect at once; the node that works on it stops asking the site within a few seconds.',
    },
  ],
  async handler(ctx, { job_id }, caller) {
    const at = ctx.now().toISOString();
    await ctx.store.transaction(async (tx) => {
      const job = await jobAt(tx, job_id);
      if (!(await cancelJob(tx, job_id, at)))
        throw new Fault('conflict', `This audit has ended: it is ${job.status}, and cannot be cancelled.`);
      const action = { action_id: ctx.newId('act'), operator: operatorOf(caller), action: 'cancel_audit', at };
      await insertAction(tx, { ...action, subject_id: job_id, detail: {} });
    });
    return { body: shownJob(await jobAt(ctx.store.db, job_id)) };
  },
});
