import { html } from 'ghtml';
import type { AuditJob } from '../../../../domain/auditing/job.ts';
import { isOpen } from '../../../../domain/auditing/job.ts';
import type { Fault } from '../../../../domain/fault.ts';
import { cancelAudit } from '../../../../operations/desk/audits/cancel-audit.ts';
import { showAuditJob } from '../../../../operations/desk/audits/show-audit-job.ts';
import { grouped, shortened } from '../../html/format.ts';
import { jobOf } from '../addresses.ts';
import type { DeskContent, DeskForm, DeskPage, Visit } from '../definition.ts';
import { faultMessage, formStart, hidden, hostMark, message, spaced, stackedForm, timeMark } from '../parts.ts';
import { drawReview } from '../review/page.ts';
import { progressWords } from './progress.ts';

/**
 * An audit from its start to its end (decision 119): how far it is, why there is no draft, or the review of its draft. Scripts
 * read how far it is as JSON.
 */
export const jobPage: DeskPage = {
  path: '/desk/audits/{job_id}',
  async draw(visit) {
    const job = await visit.call(showAuditJob, { job_id: jobOf(visit) });
    if (visit.wants_json) return { json: progressOf(job, visit.ctx.now()) };
    return job.status === 'drafted' && job.aged_out_at === null ? drawReview(visit) : drawProgress(visit, job);
  },
};

/** Cancels an audit that is under way. */
export const cancelForm: DeskForm = {
  path: '/desk/audits/{job_id}/cancel',
  async submit(visit) {
    const { job_id } = await visit.call(cancelAudit, { job_id: jobOf(visit) });
    return { see_other: `/desk/audits/${job_id}` };
  },
  again: async (visit, { fault }) =>
    drawProgress(visit, await visit.call(showAuditJob, { job_id: jobOf(visit) }), fault),
};

/** What the script reads every two seconds. */
const progressOf = (job: AuditJob, now: Date) => ({
  status: job.status,
  /** The state as the heading has it. */
  heading: headingOf(job, now),
  words: wordsOf(job),
  done: job.progress?.done ?? 0,
  planned: job.progress?.planned ?? 0,
});

/** `running, 24 of 36, about a minute`. */
function headingOf({ status, progress, started_at }: AuditJob, now: Date): string {
  if (status !== 'running' || !progress) return spaced(status);
  const { done, planned } = progress;
  const spent_s = started_at === null ? 0 : (now.getTime() - Date.parse(started_at)) / 1_000;
  return [status, `${grouped(done)} of ${grouped(planned)}`, ...timeLeft(spent_s, done, planned)].join(', ');
}

/** Fewer requests say little of how long the others take. */
const TIMED_REQUESTS = 5;

/** How long the requests that are left take, if each takes as long as those before. */
function timeLeft(spent_s: number, done: number, planned: number): string[] {
  if (done < TIMED_REQUESTS || done > planned) return [];
  const minutes = Math.round(((spent_s / done) * (planned - done)) / 60);
  return [minutes < 1 ? 'less than a minute' : minutes === 1 ? 'about a minute' : `about ${minutes} minutes`];
}

const wordsOf = (job: AuditJob): string =>
  job.status === 'queued'
    ? 'Queued: a node begins it when it has time and nobody else asks this site.'
    : job.status === 'running'
      ? `Running: ${progressWords(job)}.`
      : `It is ${job.status}.`;

function drawProgress(visit: Visit, job: AuditJob, refused?: Fault): DeskContent {
  const company = shortened(job.company, 70);
  const now = visit.ctx.now();
  const { website, operator, created_at, rubric, attempts, request_id, slug } = job;
  const request = request_id === null ? '' : html` for <a href="/desk/requests/${request_id}">a request</a>`;
  return {
    title: `Audit of ${company}`,
    main: html`<p class="path"><a href="/desk/audits">Audits</a></p>
<h1><bdi>${company}</bdi></h1>
<p class="request-state"><span class="state" data-job-heading>${headingOf(job, now)}</span> <bdi class="list-below">!${hostMark(website)}</bdi></p>
!${refused ? faultMessage(refused) : ''}
!${isOpen(job.status) ? underWay(visit, job) : endedWithout(visit, job)}
<p class="hint">Started !${timeMark(created_at, now)} by <bdi>${operator}</bdi>!${request}, as <code>${slug}</code> under rubric ${rubric}!${attempts > 1 ? html`; begun ${attempts} times` : ''}. <code>${job.job_id}</code></p>`,
  };
}

function underWay(visit: Visit, job: AuditJob): string {
  const { done, planned } = progressOf(job, visit.ctx.now());
  const path = `/desk/audits/${job.job_id}`;
  return html`<div class="jobs-progress" data-job="${path}">
<p role="status" data-job-words>${wordsOf(job)}</p>
<progress aria-label="Requests to the site"!${planned > 0 ? html` max="${planned}" value="${Math.min(done, planned)}"` : ''}></progress>
</div>
!${job.error === null ? '' : message('wrong', `An attempt failed, and it is begun again: ${job.error}`)}
<div class="actions"><a href="${path}">Reload</a> !${formStart(visit, `${path}/cancel`)}<button class="quiet">Cancel this audit</button></form></div>
<p class="hint">When it is drafted, this page is its review.</p>`;
}

/** Why there is no draft, and what to do about it. */
function endedWithout(visit: Visit, job: AuditJob): string {
  const { status, error, remedy, request_id, slug } = job;
  const why =
    status === 'cancelled'
      ? 'It was cancelled; the site is left alone.'
      : job.aged_out_at !== null
        ? 'Its draft and its evidence were removed for their age.'
        : (error ?? 'It ended without a draft.');
  const fields = html`!${hidden('subject', request_id ?? slug)}!${hidden('rubric', job.rubric)}
<p class="actions"><button name="again" value="yes">Start it again</button> <button class="quiet" name="by_hand" value="yes">Write it by hand</button></p>`;
  return html`!${message(status === 'cancelled' ? 'note' : 'wrong', why, remedy === null ? '' : html`<p>${remedy}</p>`)}
<section class="request-actions"><h2>What next?</h2>
!${stackedForm(visit, '/desk/audits', fields)}
<p class="hint">By hand, nothing is visited and every score is yours.</p></section>`;
}
