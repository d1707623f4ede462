import { until } from '../../../../../test/world/wait.ts';
import type { Context } from '../../../src/operations/context.ts';
import { readDraft } from '../../../src/operations/desk/audits/read-draft.ts';
import { reviseDraft } from '../../../src/operations/desk/audits/revise-draft.ts';
import { showAuditJob } from '../../../src/operations/desk/audits/show-audit-job.ts';
import { startAudit } from '../../../src/operations/desk/audits/start-audit.ts';
import { publishAudits } from '../../../src/operations/desk/publish-audits.ts';
import { execute } from '../../../src/operations/run.ts';
import { tick } from '../../../src/operations/worker.ts';
import { operator } from '../operator.ts';

/** What an operator changes before publishing; by default what needs a person is confirmed. */
type Change = { criteria?: { id: string; score: number; reason: string; evidence?: string }[]; confirm?: string[] };

/**
 * Audits a company, with the worker of its service if it has one, reviews the draft, publishes it and makes it public.
 *
 * @param reviewed called between the review and the publication
 * @returns the id of the job
 */
export async function publishDraft(
  ctx: Context,
  slug: string,
  change: Change = {},
  reviewed?: (job_id: string) => Promise<void>,
): Promise<string> {
  const { job_id } = (await execute(ctx, startAudit, operator, { subject: slug }, {})).body.job;
  const status = async () => (await execute(ctx, showAuditJob, operator, { job_id }, {})).body.status;
  await tick(ctx);
  await until(async () => (await status()) === 'drafted', 'a worker has drafted it');
  const { open } = (await execute(ctx, readDraft, operator, { job_id }, {})).body;
  await execute(ctx, reviseDraft, operator, { job_id, version: 0, confirm: open, ...change }, {});
  await reviewed?.(job_id);
  const { record } = (await execute(ctx, readDraft, operator, { job_id }, {})).body;
  await execute(ctx, publishAudits, operator, { audits: [record], drafts: [job_id], replace: true }, {});
  await ctx.catalogue.refresh();
  return job_id;
}
