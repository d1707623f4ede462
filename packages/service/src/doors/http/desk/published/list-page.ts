import { html } from 'ghtml';
import type { z } from 'zod';
import { listPublishedAudits } from '../../../../operations/desk/published/list-published-audits.ts';
import { dayMark, shortened } from '../../html/format.ts';
import { tierMark } from '../../html/tier.ts';
import type { DeskPage, Visit } from '../definition.ts';
import { subjectLink } from '../log/links.ts';
import { statusMark, timeMark } from '../parts.ts';

type Row = z.output<typeof listPublishedAudits.output>['audits'][number];

/** Audits that were ever published under a slug, with the way to the steps of each (decision 103). */
export const publishedListPage: DeskPage = {
  path: '/desk/published/{slug}',
  async draw(visit) {
    const { slug = '' } = visit.params;
    const { audits, more } = await visit.call(listPublishedAudits, { slug });
    const [newest] = audits;
    if (!newest)
      return {
        title: 'Published audits',
        status: 404,
        main: html`<h1>Published audits</h1><p class="empty">No audit was ever published under <code>${slug}</code>.</p>`,
      };
    const rows = audits.map((audit) => row(visit, audit));
    return {
      title: `Published audits of ${shortened(newest.company, 80)}`,
      main: html`<h1>Published audits of <bdi>${newest.company}</bdi></h1>
<p class="hint"><a href="/desk/log?text=${encodeURIComponent(slug)}">What was done</a> · <a href="/audits/${encodeURIComponent(slug)}">Public page</a> · <a href="/desk/replies?slug=${encodeURIComponent(slug)}#begin">Begin a reply of the company</a></p>
<ol class="published-list">!${rows}</ol>
!${more ? html`<p class="hint">There are older ones.</p>` : ''}`,
    };
  },
};

function row({ ctx }: Visit, audit: Row): string {
  const { slug, audit_date, overall_score, tier, publication, published_at, replaced_at, job_id } = audit;
  const now = ctx.now();
  const publishing = subjectLink({ text: `publication ${publication}`, kind: 'publication', id: String(publication) });
  const made = job_id === null ? 'by hand' : html`from <a href="/desk/audits/${job_id}">a draft</a>`;
  return html`<li><p><a href="/desk/published/${encodeURIComponent(slug)}/${audit_date}"><b>!${dayMark(audit_date)}</b></a> <b>${overall_score}</b> !${tierMark(ctx.rubrics, tier)} !${statusMark(replaced_at === null ? 'stands' : 'ended')}!${replaced_at === null ? '' : html` !${timeMark(replaced_at, now)}`}</p>
<p class="hint">Published !${timeMark(published_at, now)} in !${publishing}, !${made}.</p></li>
`;
}
