import { setTimeout as wait } from 'node:timers/promises';
import type { AuditJob } from '../../domain/auditing/job.ts';
import type { Cli, Define } from '../define.ts';
import { callDesk, type DeskOptions } from '../desk/desk.ts';
import { deskCommand, listed } from '../desk/desk-command.ts';
import { type Line, line, type Output } from '../output.ts';

/** How often a job is asked for while it is followed. */
const FOLLOW_MS = 1_000;

/** Audits that a running service makes (decision 93); `audit` makes one in this process and stores nothing. */
export function addAudits(define: Define): void {
  deskCommand(define, {
    usage: 'audits start <slug or request>',
    does: 'let the service audit the site of a company or a request; it keeps the evidence and a draft',
    examples: ['audits start acme', 'audits start req_0199 --follow', 'audits start acme --by-hand'],
    operation: async () => (await import('../../operations/desk/audits/start-audit.ts')).startAudit,
    args: ['subject'],
    flags: { rubric: '--rubric <version>' },
    async run({ cli, output, desk, input, options, call }) {
      const body = await call(input);
      const { job, request } = body;
      if (options.follow === true) return showEnd(output, await followJob(cli, output, desk, job.job_id));
      output.result(body, () => [
        line`${output.colour.green(job.status)} ${job.job_id} for ${job.company} (${job.website})`,
        ...(request === null
          ? []
          : [
              line`${request.request_id} stays ${request.status}; it can become ${request.allowed_moves.join(' or ')}.`,
            ]),
        input.by_hand
          ? line`Nothing was visited. Read the draft with readymark audits draft ${job.job_id}`
          : line`Follow it with readymark audits show ${job.job_id} --follow`,
      ]);
      return 0;
    },
  }).option('--follow', FOLLOW, false);
  deskCommand(define, {
    usage: 'audits list',
    does: 'list the audits of the service, newest first',
    examples: ['audits list', 'audits list --status to_review'],
    operation: async () => (await import('../../operations/desk/audits/list-audit-jobs.ts')).listAuditJobs,
    ids: { after: 'job' },
    lines: (body, output) =>
      listed(
        body.jobs.map((job) => row(output, job)),
        body,
      ),
  });
  deskCommand(define, {
    usage: 'audits show <id>',
    does: 'show the progress of an audit, or its result',
    examples: ['audits show job_0199', 'audits show job_0199 --follow'],
    operation: showing,
    args: ['job_id'],
    run: async ({ cli, output, desk, input, options, call }) =>
      showEnd(output, options.follow === true ? await followJob(cli, output, desk, input.job_id) : await call(input)),
  }).option('--follow', FOLLOW, false);
  deskCommand(define, {
    usage: 'audits cancel <id>',
    does: 'cancel an audit that is queued or running',
    examples: ['audits cancel job_0199'],
    operation: async () => (await import('../../operations/desk/audits/cancel-audit.ts')).cancelAudit,
    args: ['job_id'],
    lines: (job, output) => [row(output, job)],
  });
}

const FOLLOW = 'wait until it ends, and show its progress';

const showing = async () => (await import('../../operations/desk/audits/show-audit-job.ts')).showAuditJob;

/** Asks for a job until it has ended, or the command is interrupted. */
async function followJob(cli: Cli, output: Output, desk: DeskOptions, job_id: string) {
  const showAuditJob = await showing();
  const { isOpen } = await import('../../domain/auditing/job.ts');
  const bar = output.progress('requests');
  try {
    for (;;) {
      const job = await callDesk(cli, desk, showAuditJob, { job_id });
      if (job.progress) bar.at(job.progress.done, job.progress.planned);
      if (!isOpen(job.status) || cli.signal.aborted) return job;
      await wait(FOLLOW_MS, undefined, { signal: cli.signal }).catch(() => {});
    }
  } finally {
    bar.end();
  }
}

/** @returns 1 for an audit without a draft, 3 where the site could not be observed, as `audit` does */
function showEnd(output: Output, job: AuditJob): number {
  output.result(job, () => [
    row(output, job),
    ...(job.error === null ? [] : [line`  ${job.error}`]),
    ...(job.remedy === null ? [] : [line`  ${job.remedy}`]),
    ...(job.status === 'drafted' && job.aged_out_at === null
      ? [line`Read the draft with readymark audits draft ${job.job_id}`]
      : []),
    ...(job.aged_out_at === null ? [] : ['Its evidence and draft were removed; start the audit again.']),
  ]);
  return job.status === 'unobserved' ? 3 : job.status === 'failed' ? 1 : 0;
}

function row({ colour }: Output, { job_id, created_at, status, company, website, progress, by_hand }: AuditJob): Line {
  const far =
    progress === null || status !== 'running'
      ? ''
      : `, ${progress.phase} ${progress.done} of ${progress.planned} requests`;
  return line`${job_id}  ${created_at.slice(0, 16)}  ${colour.bold(status.padEnd(10))}  ${company}, ${website}${by_hand ? ', by hand' : ''}${far}`;
}
