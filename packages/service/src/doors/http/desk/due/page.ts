import { html } from 'ghtml';
import type { z } from 'zod';
import { listDue } from '../../../../operations/desk/list-due.ts';
import { counted, dayMark, grouped, shortened } from '../../html/format.ts';
import type { DeskPage, Visit } from '../definition.ts';
import { listKeys } from '../list-keys.ts';
import { formStart } from '../parts.ts';
import { daysLeft } from './words.ts';

const ROWS = 40;
const NAME_MAX = 70;
/** Days from today that can be chosen. */
const SPANS = [0, 30, 90] as const;

type Found = z.output<typeof listDue.output>;

/** Companies whose re-audit is due, most overdue first, each with a button that starts it. */
export const duePage: DeskPage = {
  path: '/desk/due',
  nav: 'Due',
  async draw(visit) {
    const within = SPANS.find((days) => String(days) === visit.query.get('within')) ?? 30;
    const offset = Math.min(1_000_000, Math.max(0, Number.parseInt(visit.query.get('from') ?? '', 10) || 0));
    const found = await visit.call(listDue, { within_days: within, limit: ROWS, offset });
    return {
      title: 'Due for a re-audit',
      keys: listKeys,
      main: html`<h1>Due for a re-audit</h1>
<p class="hint">A score is stale when its next audit is overdue; readers see that.</p>
<nav aria-label="Span"><ul class="queue-filters">!${SPANS.map((days) => html`<li><a href="/desk/due?within=${days}"!${days === within ? ' aria-current="true"' : ''}>${days === 0 ? 'overdue or today' : `within ${days} days`}</a></li>`)}</ul></nav>
!${found.due.length ? list(visit, found, { within, offset }) : html`<div class="queue-none"><p>${offset > 0 ? 'There are no more.' : 'No re-audit is due then.'}</p><p><a href="/desk">Go to the queue</a></p></div>`}`,
    };
  },
};

function list(visit: Visit, { due, total }: Found, { within, offset }: { within: number; offset: number }): string {
  const end = offset + due.length;
  const link = (from: number, words: string) => html`<a href="/desk/due?within=${within}&from=${from}">${words}</a> `;
  const shown = due.length < total ? `, ${grouped(offset + 1)} to ${grouped(end)} shown` : '';
  return html`<p class="queue-shown">${counted(total, 'company', 'companies')}${shown}.</p>
!${formStart(visit, '/desk/audits')}
<ol class="queue-rows jobs-rows" data-rows>!${due.map((one) => html`<li>!${row(one)}</li>`)}</ol></form>
<p class="actions">!${offset > 0 ? link(Math.max(0, offset - ROWS), 'Before') : ''}!${end < total ? link(end, 'Next') : ''}</p>`;
}

function row({
  slug,
  company,
  fictional,
  audit_date,
  days_left,
  overall_score,
  watchers,
}: Found['due'][number]): string {
  const name = shortened(company, NAME_MAX);
  return html`<p class="queue-who"><a href="/audits/${slug}"><bdi>${name}</bdi></a>!${fictional ? ' <span class="fictional">fictional</span>' : ''} <span class="queue-host">${overall_score} of <a href="/desk/published/${slug}/${audit_date}">!${dayMark(audit_date)}</a></span></p>
<p>!${days_left < 0 ? html`<b class="queue-late">${daysLeft(days_left)}</b>` : html`${daysLeft(days_left)}`}</p><p>${watchers > 0 ? `${counted(watchers, 'agent')} ${watchers === 1 ? 'watches' : 'watch'} it` : ''}</p>
<p class="queue-site"><button class="quiet" name="subject" value="${slug}">Start the audit<span class="unseen"> of ${name}</span></button></p>`;
}
