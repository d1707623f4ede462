import { html } from 'ghtml';
import { contentHtml } from '../../../../content/html.ts';
import { counted, day, dayMark, signed } from '../../html/format.ts';
import { tierMark } from '../../html/tier.ts';
import { movesTable } from '../changes/moves.ts';
import type { PageInput } from '../page-input.ts';
import { changesPage, pastAuditPage } from './addresses.ts';
import { historyChart } from './history-chart.ts';
import type { CompanyView } from './view.ts';

/** What changed since the previous audit, closed until it is opened; '' for a first audit. */
export function companyChanges({ rubrics }: PageInput, { record, changes, audits }: CompanyView): string {
  const before = audits.at(-2);
  if (!changes || !before) return '';
  const tiers = changes.tier_changed
    ? html`, from !${tierMark(rubrics, changes.tier_before)} to !${tierMark(rubrics, changes.tier_after)}`
    : html`, still !${tierMark(rubrics, changes.tier_after)}`;
  const dates = { from: before.audit_date, to: record.audit_date };
  const count = changes.criteria.length;
  return html`<section aria-labelledby="changes">
<h2 id="changes">What changed</h2>
<p><b class="delta">${signed(changes.points_gained)}</b> points since the audit of !${dayMark(before.audit_date)}: from ${changes.score_before} to ${changes.score_after}!${tiers}.!${changes.rubric_changed ? ' The two audits were made under different rubrics.' : ''}</p>
!${
    count
      ? html`<details class="folded-table"><summary>${counted(count, 'changed criterion', 'changed criteria')}</summary>!${contentHtml(movesTable('Criterion', 'Changed criteria', changes.criteria, '#'))}</details>`
      : '<p>No criterion changed.</p>'
  }
<p class="hint"><a href="${changesPage(record.slug, dates)}">Both audits side by side</a>, with the evidence before and after.</p>
</section>`;
}

/** Every published audit: a chart from the second audit on, and the same numbers as a table. */
export function companyHistory({ rubrics }: PageInput, { audits, record, rubric }: CompanyView): string {
  const { slug } = record;
  const pillars = [...new Set(audits.flatMap((audit) => Object.keys(audit.pillars)))];
  const rows = audits
    .map((audit, at) => {
      const { audit_date } = audit;
      const before = audits[at - 1];
      const change = before
        ? html`<a href="${changesPage(slug, { from: before.audit_date, to: audit_date })}">${signed(audit.overall_score - before.overall_score)}<span class="unseen"> points since ${day(before.audit_date)}: what changed</span></a>`
        : '–';
      return html`<tr><th scope="row"><a href="${pastAuditPage(slug, audit_date)}">!${dayMark(audit_date)}</a></th><td><b>${audit.overall_score}</b></td><td>!${change}</td><td class="kind">!${tierMark(rubrics, audit.tier)}</td>!${pillars.map((id) => html`<td>${audit.pillars[id]?.score ?? '–'}</td>`)}</tr>`;
    })
    .reverse();
  return html`<section aria-labelledby="history">
<h2 id="history">History</h2>
!${audits.length > 1 ? historyChart(rubrics, rubric, audits) : html`<p class="hint">This is the first audit. From the second one on, a chart of the score appears here.</p>`}
<section class="wide" aria-label="All audits" tabindex="0"><table class="history"><thead><tr><th scope="col">Audit</th><th scope="col">Score</th><th scope="col">Change</th><th scope="col">Tier</th>!${pillars.map((id) => html`<th scope="col">${id}</th>`)}</tr></thead>
<tbody>!${rows}</tbody></table></section>
<p class="hint">!${audits.length > 1 ? html`<a href="${changesPage(slug)}">Compare any two audits</a>. ` : ''}The same as data: <a href="/api/audits/${slug}/history.json">history.json</a>.</p>
</section>`;
}
