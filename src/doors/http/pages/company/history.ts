import { html } from 'ghtml';
import type { ScoreChange } from '../../../../domain/audit/changes.ts';
import { dayMark, signed } from '../../html/format.ts';
import { tierMark } from '../../html/tier.ts';
import type { PageInput } from '../page-input.ts';
import { historyChart } from './history-chart.ts';
import type { CompanyView } from './view.ts';

/** What changed since the previous audit; '' for a first audit. */
export function companyChanges({ rubrics }: PageInput, { changes, audits }: CompanyView): string {
  const before = audits.at(-2);
  if (!changes || !before) return '';
  const side = (score: number | null, max: number | null) => (score === null ? 'not scored' : `${score}/${max}`);
  const move = ({ id, name, before: was, after, max_before, max_after }: ScoreChange) => {
    const by = was === null || after === null ? 0 : after - was;
    return html`<tr class="${by > 0 ? 'up' : by < 0 ? 'down' : ''}"><th scope="row"><a href="#${id}"><span class="id">${id}</span> <bdi>${name}</bdi></a></th><td>${side(was, max_before)}</td><td>${side(after, max_after)}</td><td><b>${by === 0 ? '·' : signed(by)}</b></td></tr>`;
  };
  const tiers = changes.tier_changed
    ? html`, from !${tierMark(rubrics, changes.tier_before)} to !${tierMark(rubrics, changes.tier_after)}`
    : html`, still !${tierMark(rubrics, changes.tier_after)}`;
  return html`<section aria-labelledby="changes">
<h2 id="changes">What changed</h2>
<p><b class="delta">${signed(changes.points_gained)}</b> points since the audit of !${dayMark(before.audit_date)}: from ${changes.score_before} to ${changes.score_after}!${tiers}.!${changes.rubric_changed ? ' The two audits were made under different rubrics.' : ''}</p>
!${
    changes.criteria.length
      ? html`<table class="moves"><caption class="unseen">Changed criteria</caption><thead><tr><th scope="col">Criterion</th><th scope="col">Before</th><th scope="col">Now</th><th scope="col">Change</th></tr></thead>
<tbody>!${changes.criteria.map(move)}</tbody></table>`
      : '<p>No criterion changed.</p>'
  }
</section>`;
}

/** Every published audit: a chart from the second audit on, and the same numbers as a table. */
export function companyHistory({ rubrics }: PageInput, { audits, record, rubric }: CompanyView): string {
  const pillars = [...new Set(audits.flatMap((audit) => Object.keys(audit.pillars)))];
  const rows = audits
    .map((audit, at) => {
      const before = audits[at - 1];
      const current = audit.audit_date === record.audit_date;
      const json = current ? `/api/audits/${record.slug}.json` : `/api/audits/${record.slug}/${audit.audit_date}.json`;
      return html`<tr><th scope="row"><a href="${json}">!${dayMark(audit.audit_date)}</a></th><td><b>${audit.overall_score}</b></td><td>${before ? signed(audit.overall_score - before.overall_score) : '–'}</td><td class="kind">!${tierMark(rubrics, audit.tier)}</td>!${pillars.map((id) => html`<td>${audit.pillars[id]?.score ?? '–'}</td>`)}</tr>`;
    })
    .reverse();
  return html`<section aria-labelledby="history">
<h2 id="history">History</h2>
!${audits.length > 1 ? historyChart(rubrics, rubric, audits) : html`<p class="hint">This is the first audit. From the second one on, a chart of the score appears here.</p>`}
<section class="wide" aria-label="All audits" tabindex="0"><table class="history"><thead><tr><th scope="col">Audit</th><th scope="col">Score</th><th scope="col">Change</th><th scope="col">Tier</th>!${pillars.map((id) => html`<th scope="col">${id}</th>`)}</tr></thead>
<tbody>!${rows}</tbody></table></section>
<p class="hint">The same as data: <a href="/api/audits/${record.slug}/history.json">history.json</a>.</p>
</section>`;
}
