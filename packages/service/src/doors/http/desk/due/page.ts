import { html } from 'ghtml';
import { listDue } from '../../../../operations/desk/list-due.ts';
import { counted, dayMark, grouped, shortened } from '../../html/format.ts';
import type { DeskPage } from '../definition.ts';
import { listPage, narrowed, row } from '../list-page.ts';
import { formStart } from '../parts.ts';

const ROWS = 40;
const PATH = '/desk/due';
/** Days from today that can be chosen, in words. */
const words = { 0: 'overdue or today', 30: 'within 30 days', 90: 'within 90 days' };

/** Companies whose re-audit is due, most overdue first, each with a button that starts it. */
export const duePage: DeskPage = {
  path: PATH,
  nav: 'Due',
  async draw(visit) {
    const { query } = visit;
    const more = { words, otherwise: '30', field: 'within' } as const;
    const { chosen, address, links } = narrowed(query, PATH, ['0', '30', '90'], more);
    const offset = Math.min(1_000_000, Math.max(0, Number.parseInt(query.get('from') ?? '', 10) || 0));
    const { due, total } = await visit.call(listDue, { within_days: Number(chosen), limit: ROWS, offset });
    const end = offset + due.length;
    const shown = due.length < total ? `, ${grouped(offset + 1)} to ${grouped(end)} shown` : '';
    return listPage({
      title: 'Due for a re-audit',
      hint: 'A score is stale when its next audit is overdue; readers see that.',
      filters: links('Span'),
      form: formStart(visit, '/desk/audits'),
      parts: [
        {
          above: html`<p>${counted(total, 'company', 'companies')}${shown}.</p>`,
          rows: due.map(({ slug, company, fictional, audit_date, days_left, overall_score, watchers }) =>
            row(
              {
                name: company,
                path: `/audits/${slug}`,
                mark: fictional ? ' <span class="fictional">fictional</span>' : '',
                below: html`${overall_score} of <a href="/desk/published/${slug}/${audit_date}">!${dayMark(audit_date)}</a>`,
              },
              days_left < 0 ? html`<b class="queue-late">${daysLeft(days_left)}</b>` : daysLeft(days_left),
              watchers > 0 ? `${counted(watchers, 'agent')} ${watchers === 1 ? 'watches' : 'watch'} it` : '',
              html`<button class="quiet" name="subject" value="${slug}">Start the audit<span class="unseen"> of ${shortened(company, 70)}</span></button>`,
            ),
          ),
        },
      ],
      none: html`<p>${offset > 0 ? 'There are no more.' : 'No re-audit is due then.'}</p><p><a href="/desk">Go to the queue</a></p>`,
      back: offset > 0 ? ['Before', address({ from: String(Math.max(0, offset - ROWS)) })] : undefined,
      next: end < total ? ['Next', address({ from: String(end) })] : undefined,
    });
  },
};

/** When a re-audit is due, in words. @param days until then; negative when it is overdue */
export const daysLeft = (days: number): string =>
  days < 0 ? `${counted(-days, 'day')} overdue` : days === 0 ? 'due today' : `due in ${counted(days, 'day')}`;
