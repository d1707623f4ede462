import { html } from 'ghtml';
import type { z } from 'zod';
import { listAuditJobs } from '../../../../operations/desk/audits/list-audit-jobs.ts';
import { startAudit } from '../../../../operations/desk/audits/start-audit.ts';
import { dayMark, shortened } from '../../html/format.ts';
import type { DeskContent, DeskForm, DeskPage, Refused, Visit } from '../definition.ts';
import { listPage, narrowed, row, ways } from '../list-page.ts';
import { folded, hostMark, stackedForm, statusMark, timeMark } from '../parts.ts';
import { progressWords } from './progress.ts';
import { startFields, startInput } from './start-fields.ts';

const ROWS = 30;
const ERROR_MAX = 160;
const PATH = '/desk/audits';

type Job = z.output<typeof listAuditJobs.output>['jobs'][number];

/** What the list can be narrowed to, in the order in which an operator wants it. */
const filters = ['all', 'to_review', 'open', 'drafted', 'unobserved', 'failed', 'cancelled'] as const;

/** Audits that the auditing agent makes or made, newest first. */
export const jobsPage: DeskPage = { path: PATH, nav: 'Audits', draw: (visit) => drawJobs(visit) };

/** Starts an audit of a listed company, or again of whom an earlier audit was about. */
export const startForm: DeskForm = {
  path: PATH,
  async submit(visit, values) {
    const { job } = await visit.call(startAudit, { subject: values.get('subject') ?? '', ...startInput(values) });
    return { see_other: `${PATH}/${job.job_id}` };
  },
  again: drawJobs,
};

/** @param refused the form that starts an audit, with what was typed */
async function drawJobs(visit: Visit, refused?: Refused): Promise<DeskContent> {
  const list = narrowed(visit.query, PATH, filters, { words: { open: 'under way' } });
  const { chosen, after } = list;
  const status = chosen === 'all' ? undefined : chosen;
  const { jobs, counts, to_review, next } = await visit.call(listAuditJobs, { status, limit: ROWS, after });
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const open = (counts.queued ?? 0) + (counts.running ?? 0);
  const start = starting(visit, refused);
  return listPage({
    title: 'Audits',
    said: refused && start,
    filters: list.links('Audits by status', { ...counts, all, open, to_review }),
    parts: [{ rows: jobs.map((job) => jobRow(job, visit.ctx.now())) }],
    none: html`<p>${status ? 'No audit is in this status.' : 'No audit was started yet.'}</p><p><a href="/desk">Go to the queue</a> to start one for a request.</p>`,
    ...ways(list, next),
    below: refused ? '' : start,
  });
}

function jobRow(job: Job, now: Date): string {
  const { job_id, company, website, status, created_at, operator, error, audits, aged_out_at } = job;
  const [published] = audits;
  const result = published
    ? html`<a href="/audits/${published.slug}">published</a> with the date !${dayMark(published.audit_date)}`
    : status === 'running'
      ? html`${progressWords(job)}`
      : aged_out_at !== null
        ? 'removed for its age'
        : html`${job.by_hand ? 'by hand' : shortened(error ?? '', ERROR_MAX)}`;
  return row(
    { name: company, path: `${PATH}/${job_id}`, below: hostMark(website) },
    statusMark(status),
    html`!${timeMark(created_at, now)} by <bdi>${operator}</bdi>`,
    result,
  );
}

function starting(visit: Visit, refused: Refused | undefined): string {
  const fields = html`<p><label for="subject">Slug of the company, or id of a request</label><input id="subject" name="subject" value="${refused?.values.get('subject') ?? ''}" required maxlength="200" autocapitalize="none" spellcheck="false"></p>
!${startFields(visit.ctx, refused?.values)}`;
  const form = stackedForm(visit, PATH, fields, refused);
  return folded('Start an audit of a listed company', form, refused !== undefined);
}
