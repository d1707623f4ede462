import { html } from 'ghtml';
import type { z } from 'zod';
import { listPublishedAudits } from '../../../../operations/desk/published/list-published-audits.ts';
import { dayMark, shortened } from '../../html/format.ts';
import { tierMark } from '../../html/tier.ts';
import type { DeskPage, Visit } from '../definition.ts';
import { subjectLink } from '../log/links.ts';
import { timeMark } from '../parts.ts';

type Row = z.output<typeof listPublishedAudits.output>['audits'][number];

/** Audits that were ever published under a slug, with the way to the steps of each (decision 132). */
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
<p class="hint"><a href="/desk/log?text=${encodeURIComponent(slug)}">What was done</a> · <a href="/audits/${encodeURIComponent(slug)}">Public page</a></p>
<div class="wide" tabindex="0" role="region" aria-label="Published audits"><table class="published-list"><thead><tr><th scope="col">Audit</th><th scope="col">Score</th><th scope="col">Published</th><th scope="col">Now</th><th scope="col">Made</th></tr></thead>
<tbody>!${rows}</tbody></table></div>
!${more ? html`<p class="hint">There are older ones.</p>` : ''}`,
    };
  },
};

function row({ ctx }: Visit, audit: Row): string {
  const { slug, audit_date, overall_score, tier, publication, published_at, replaced_at, job_id } = audit;
  const now = ctx.now();
  return html`<tr><th scope="row"><a href="/desk/published/${encodeURIComponent(slug)}/${audit_date}">!${dayMark(audit_date)}</a></th>
<td>${overall_score} !${tierMark(ctx.rubrics, tier)}</td>
<td>!${timeMark(published_at, now)} in !${subjectLink({ text: `publication ${publication}`, kind: 'publication', id: String(publication) })}</td>
<td>!${replaced_at === null ? 'stands' : html`ended !${timeMark(replaced_at, now)}`}</td>
<td>!${job_id === null ? 'by hand' : html`<a href="/desk/audits/${job_id}">from a draft</a>`}</td></tr>
`;
}
