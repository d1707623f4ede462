import { html } from 'ghtml';
import { listAuditJobs } from '../../../../operations/desk/audits/list-audit-jobs.ts';
import { listDue } from '../../../../operations/desk/list-due.ts';
import { listNotices } from '../../../../operations/desk/list-notices.ts';
import { grouped, shortened } from '../../html/format.ts';
import type { Visit, Waiting } from '../definition.ts';
import { daysLeft } from '../due/page.ts';
import { progressWords } from '../jobs/progress.ts';
import { letterNames } from '../letters/page.ts';
import { timeMark } from '../parts.ts';

/** Things of one kind that are named beside the queue. */
const NAMED = 3;
const NAME_MAX = 40;

/**
 * What waits for an operator beside requests: with the first of each kind, and as one line for narrow windows, where the
 * rest is far below.
 */
export async function besideQueue(visit: Visit): Promise<{ line: string; aside: string }> {
  const now = visit.ctx.now();
  const drafts = await visit.call(listAuditJobs, { status: 'to_review', limit: NAMED });
  const open = await visit.call(listAuditJobs, { status: 'open', limit: NAMED });
  const due = await visit.call(listDue, { limit: NAMED });
  const letters = await visit.call(listNotices, { status: 'failed', limit: NAMED });
  const job = ({ job_id, company }: { job_id: string; company: string }) =>
    html`<a href="/desk/audits/${job_id}"><bdi>${shortened(company, NAME_MAX)}</bdi></a>`;
  const kinds: Waiting[] = [
    {
      title: 'Drafts to review',
      count: drafts.to_review,
      path: '/desk/audits?status=to_review',
      none: 'No draft waits.',
      items: drafts.jobs.map((one) => html`!${job(one)} !${timeMark(one.finished_at ?? one.created_at, now)}`),
    },
    {
      title: 'Audits under way',
      count: (open.counts.queued ?? 0) + (open.counts.running ?? 0),
      path: '/desk/audits?status=open',
      none: 'None runs.',
      items: open.jobs.map((one) => html`!${job(one)} ${progressWords(one)}`),
    },
    ...(await Promise.all(visit.parts.map(async ({ waiting }) => (await waiting?.(visit)) ?? []))).flat(),
    {
      title: 'Due for a re-audit',
      count: due.total,
      path: '/desk/due',
      none: 'None within 30 days.',
      items: due.due.map(
        ({ company, slug, days_left }) =>
          html`<a href="/audits/${slug}"><bdi>${shortened(company, NAME_MAX)}</bdi></a> ${daysLeft(days_left)}`,
      ),
    },
    {
      title: 'Letters that failed',
      count: letters.counts.failed,
      path: '/desk/letters?status=failed',
      none: 'None.',
      items: letters.notices.map(
        ({ kind, company, created_at }) =>
          html`!${company === null ? '' : html`<bdi>${shortened(company, NAME_MAX)}</bdi>: `}${letterNames[kind]} !${timeMark(created_at, now)}`,
      ),
    },
  ];
  const parts = kinds.filter(({ count, none }) => count > 0 || none !== '');
  const some = parts.filter(({ count }) => count > 0);
  return {
    line: some.length
      ? html`<ul class="list-filters queue-line">!${some.map(({ title, count, path }) => html`<li><a href="${path}">${title}</a> <span class="list-count">${grouped(count)}</span></li>`)}</ul>`
      : '',
    aside: html`<aside class="queue-beside" aria-label="Beside the queue">!${parts.map(drawn)}</aside>`,
  };
}

const drawn = ({ title, count, path, none, items }: Waiting): string =>
  html`<section><h2><a href="${path}">${title}</a> <span class="list-count">${grouped(count)}</span></h2>
!${items.length ? html`<ul>!${items.map((item) => html`<li>!${item}</li>`)}</ul>` : html`<p class="hint">${none}</p>`}</section>`;
