import { setTimeout as wait } from 'node:timers/promises';
import { Option } from 'commander';
import { type AuditJob, isOpen, type JobFilter, jobFilters } from '../../domain/auditing/job.ts';
import type { Cli, Define } from '../define.ts';
import { addDeskOptions, callDesk, type DeskOptions, readWhole } from '../desk.ts';
import { wholeId, wholeSubject } from '../ids.ts';
import { type Line, line, type Output } from '../output.ts';

/** How often a job is asked for while it is followed. */
const FOLLOW_MS = 1_000;

type ListOptions = DeskOptions & { status?: JobFilter; after?: string; limit: number };

/** Audits that a running service makes (decision 93); `audit` makes one in this process and stores nothing. */
export function addAudits(define: Define): void {
  addDeskOptions(
    define<DeskOptions & { rubric?: string; again: boolean; byHand: boolean; follow: boolean }>(
      'audits start',
      'have the service audit the site of a company or a request, and keep the evidence and a draft',
      ['audits start acme', 'audits start req_0199 --follow', 'audits start acme --by-hand'],
      async (cli, output, { rubric, again, byHand: by_hand, follow, ...desk }, args) => {
        const { startAudit } = await import('../../operations/desk/audits/start-audit.ts');
        const subject = await wholeSubject(cli, desk, args[0] ?? '');
        const body = await callDesk(cli, desk, startAudit, { subject, rubric, again, by_hand });
        if (follow) return showEnd(output, await followJob(cli, output, desk, body.job.job_id));
        const { job, request } = body;
        output.result(body, () => [
          line`${output.colour.green(job.status)} ${job.job_id} for ${job.company} (${job.website})`,
          ...(request === null
            ? []
            : [
                line`${request.request_id} stays ${request.status}; it can become ${request.allowed_moves.join(' or ')}.`,
              ]),
          by_hand
            ? line`Nothing was visited. Read the draft with readymark audits draft ${job.job_id}`
            : line`Follow it with readymark audits show ${job.job_id} --follow`,
        ]);
        return 0;
      },
    ).argument('<slug or request>', 'a company on the leaderboard, or a request by the beginning of its id, req_…'),
  )
    .option(
      '--rubric <version>',
      'rubric of the audit (default: that of the last audit, else the newest of RUBRICS_PUBLISHABLE)',
    )
    .option('--again', 'even if the site was audited within 24 hours, or has a draft written by hand', false)
    .option('--by-hand', 'visit nothing: begin a draft to be written by hand', false)
    .option('--follow', 'wait until it ends, and show its progress', false);

  addDeskOptions(
    define<ListOptions>(
      'audits list',
      'list the audits of the service, newest first',
      ['audits list', 'audits list --status to_review'],
      async (cli, output, { status, after, limit, ...desk }) => {
        const { listAuditJobs } = await import('../../operations/desk/audits/list-audit-jobs.ts');
        const last = after && (await wholeId(cli, desk, 'job', after));
        const body = await callDesk(cli, desk, listAuditJobs, { status, after: last, limit });
        output.result(body, () => [
          ...body.jobs.map((job) => row(output, job)),
          `${body.jobs.length} listed. Total: ${Object.entries(body.counts)
            .map(([name, count]) => `${name} ${count}`)
            .join(', ')}.`,
          ...(body.next === null ? [] : [`More with --after ${body.next}`]),
        ]);
        return 0;
      },
    ),
  )
    .addOption(new Option('--status <status>', 'a status, open (queued or running) or to_review').choices(jobFilters))
    .option('--after <id>', 'continue after this audit')
    .option('--limit <count>', 'maximum number of audits, 1 to 500', readWhole(1, 500), 50);

  addDeskOptions(
    define<DeskOptions & { follow: boolean }>(
      'audits show',
      'show the progress of an audit, or its result',
      ['audits show job_0199', 'audits show job_0199 --follow'],
      async (cli, output, { follow, ...desk }, args) => {
        const job_id = await wholeId(cli, desk, 'job', args[0] ?? '');
        if (follow) return showEnd(output, await followJob(cli, output, desk, job_id));
        const { showAuditJob } = await import('../../operations/desk/audits/show-audit-job.ts');
        const job = await callDesk(cli, desk, showAuditJob, { job_id });
        return showEnd(output, job);
      },
    ).argument('<id>', 'the audit: its id, or the beginning or end of it'),
  ).option('--follow', 'wait until it ends, and show its progress', false);

  addDeskOptions(
    define<DeskOptions>(
      'audits cancel',
      'cancel an audit that is queued or running',
      ['audits cancel job_0199'],
      async (cli, output, desk, args) => {
        const { cancelAudit } = await import('../../operations/desk/audits/cancel-audit.ts');
        const job_id = await wholeId(cli, desk, 'job', args[0] ?? '');
        const job = await callDesk(cli, desk, cancelAudit, { job_id });
        output.result(job, () => [row(output, job)]);
        return 0;
      },
    ).argument('<id>', 'the audit: its id, or the beginning or end of it'),
  );
}

/** Asks for a job until it has ended, or the command is interrupted. */
async function followJob(cli: Cli, output: Output, desk: DeskOptions, job_id: string) {
  const { showAuditJob } = await import('../../operations/desk/audits/show-audit-job.ts');
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
