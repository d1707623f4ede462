import { html } from 'ghtml';
import type { z } from 'zod';
import { listPublishedAudits } from '../../../../operations/desk/published/list-published-audits.ts';
import { day, shortened } from '../../html/format.ts';
import { tierMark } from '../../html/tier.ts';
import { subjectLink } from '../addresses.ts';
import type { DeskPage, Visit } from '../definition.ts';
import { listPage, row } from '../list-page.ts';
import { statusMark, timeMark } from '../parts.ts';

type Published = z.output<typeof listPublishedAudits.output>['audits'][number];

/** Audits that were ever published under a slug, with the way to the steps of each (decision 103). */
export const publishedListPage: DeskPage = {
  path: '/desk/published/{slug}',
  async draw(visit) {
    const { slug = '' } = visit.params;
    const { audits, more } = await visit.call(listPublishedAudits, { slug });
    const company = audits[0]?.company;
    const content = listPage({
      title: company === undefined ? 'Published audits' : `Published audits of ${shortened(company, 80)}`,
      heading: html`Published audits!${company === undefined ? '' : html` of <bdi>${company}</bdi>`}`,
      hint:
        company === undefined
          ? ''
          : html`<a href="/desk/log?text=${encodeURIComponent(slug)}">What was done</a> · <a href="/audits/${encodeURIComponent(slug)}">Public page</a> · <a href="/desk/replies?slug=${encodeURIComponent(slug)}#begin">Begin a reply of the company</a>`,
      parts: [{ rows: audits.map((audit) => auditRow(visit, audit)) }],
      none: html`<p>No audit was ever published under <code>${slug}</code>.</p>`,
      below: more ? '<p class="hint">There are older ones.</p>' : '',
    });
    return company === undefined ? { ...content, status: 404 } : content;
  },
};

function auditRow({ ctx }: Visit, audit: Published): string {
  const { slug, audit_date, overall_score, tier, publication, published_at, replaced_at, job_id } = audit;
  const now = ctx.now();
  const publishing = subjectLink({ text: `publication ${publication}`, kind: 'publication', id: String(publication) });
  const made = job_id === null ? 'by hand' : html`from <a href="/desk/audits/${job_id}">a draft</a>`;
  const path = `/desk/published/${encodeURIComponent(slug)}/${audit_date}`;
  return row(
    { name: day(audit_date), path, below: html`<b>${overall_score}</b> !${tierMark(ctx.rubrics, tier)}` },
    replaced_at === null ? statusMark('public') : html`!${statusMark('ended')} !${timeMark(replaced_at, now)}`,
    html`published !${timeMark(published_at, now)}`,
    html`in !${publishing}, !${made}`,
  );
}
