import { html } from 'ghtml';
import type { z } from 'zod';
import { jobFilters } from '../../../../domain/auditing/job.ts';
import type { Fault } from '../../../../domain/fault.ts';
import { listAuditJobs } from '../../../../operations/desk/audits/list-audit-jobs.ts';
import { startAudit } from '../../../../operations/desk/audits/start-audit.ts';
import { dayMark, grouped, hostOf, shortened } from '../../html/format.ts';
import type { DeskContent, DeskForm, DeskPage, Visit } from '../definition.ts';
import { listKeys } from '../list-keys.ts';
import { faultMessage, formStart, statusMark, timeMark } from '../parts.ts';
import { startFields, startInput } from './start-fields.ts';
import { jobFilterNames, progressWords } from './words.ts';

const ROWS = 30;
const NAME_MAX = 70;
const ERROR_MAX = 160;

type Found = z.output<typeof listAuditJobs.output>;
type Job = Found['jobs'][number];

/** Audits that the auditing agent makes or made, newest first. */
export const jobsPage: DeskPage = {
  path: '/desk/audits',
  nav: 'Audits',
  draw: (visit) => drawJobs(visit),
};

/** Starts an audit of a listed company, or again of whom an earlier audit was about. */
export const startForm: DeskForm = {
  path: '/desk/audits',
  async submit(visit, values) {
    const { job } = await visit.call(startAudit, { subject: values.get('subject') ?? '', ...startInput(values) });
    return { see_other: `/desk/audits/${job.job_id}` };
  },
  again: (visit, values, fault) => drawJobs(visit, { values, fault }),
};

/** @param refused the form that starts an audit, with what was typed */
async function drawJobs(visit: Visit, refused?: { values: URLSearchParams; fault: Fault }): Promise<DeskContent> {
  const filter = jobFilters.find((known) => known === visit.query.get('status'));
  const after = visit.query.get('after')?.slice(0, 200);
  const found = await visit.call(listAuditJobs, { status: filter, limit: ROWS, ...(after && { after }) });
  const now = visit.ctx.now();
  const { jobs, next } = found;
  const address = (more: Record<string, string>) =>
    `/desk/audits?${new URLSearchParams({ ...(filter && { status: filter }), ...more })}`;
  return {
    title: 'Audits',
    keys: listKeys,
    main: html`<h1>Audits</h1>
!${refused ? starting(visit, refused) : ''}
!${filters(found, filter)}
!${jobs.length ? html`<ol class="queue-rows jobs-rows" data-rows>!${jobs.map((job) => html`<li>!${row(job, now)}</li>`)}</ol>` : html`<div class="queue-none"><p>${filter ? 'No audit is in this status.' : 'No audit was started yet.'}</p><p><a href="/desk">Go to the queue</a> to start one for a request.</p></div>`}
!${next === null ? '' : html`<p class="actions"><a rel="next" href="${address({ after: next })}">Older ones</a></p>`}
!${refused ? '' : starting(visit, undefined)}`,
  };
}

function filters({ counts, to_review }: Found, chosen: string | undefined): string {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const open = (counts.queued ?? 0) + (counts.running ?? 0);
  const number: Record<string, number> = { ...counts, to_review, open };
  const names = jobFilters.filter((name) => name !== 'queued' && name !== 'running');
  const link = (name: string | undefined, words: string, count: number) =>
    html`<li><a href="/desk/audits!${name ? `?status=${name}` : ''}"!${name === chosen ? ' aria-current="true"' : ''}>${words}</a> <span class="queue-count">${grouped(count)}</span></li>`;
  return html`<nav aria-label="Audits by status"><ul class="queue-filters">!${link(undefined, 'all', all)}!${[...names].sort((a, b) => order.indexOf(a) - order.indexOf(b)).map((name) => link(name, jobFilterNames[name], number[name] ?? 0))}</ul></nav>`;
}

/** As an operator looks for them. */
const order: readonly string[] = Object.keys(jobFilterNames);

function row(job: Job, now: Date): string {
  const { job_id, company, website, status, created_at, operator, error, audits, aged_out_at } = job;
  const [published] = audits;
  const said = published
    ? html`<a href="/audits/${published.slug}">published</a> with the date !${dayMark(published.audit_date)}`
    : status === 'running'
      ? html`${progressWords(job)}`
      : aged_out_at !== null
        ? 'removed for its age'
        : html`${job.by_hand ? 'by hand' : shortened(error ?? '', ERROR_MAX)}`;
  return html`<p class="queue-who"><a href="/desk/audits/${job_id}"><bdi>${shortened(company, NAME_MAX)}</bdi></a> <bdi class="queue-host">${shortened(hostOf(website), 60)}</bdi></p>
<p>!${statusMark(status)}</p><p>!${timeMark(created_at, now)} by <bdi>${operator}</bdi></p><p class="queue-site">!${said}</p>`;
}

function starting(visit: Visit, refused: { values: URLSearchParams; fault: Fault } | undefined): string {
  return html`<details class="request-folded"!${refused ? ' open' : ''}><summary>Start an audit of a listed company</summary>
!${formStart(visit, '/desk/audits', 'class="request-form"')}
!${refused ? faultMessage(refused.fault) : ''}
<p><label for="subject">Slug of the company, or id of a request</label><input id="subject" name="subject" value="${refused?.values.get('subject') ?? ''}" required maxlength="200" autocapitalize="none" spellcheck="false"></p>
!${startFields(visit.ctx, refused?.values)}</form></details>`;
}
