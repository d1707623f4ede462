import { html } from 'ghtml';
import { bar, boxes } from '../../html/bar.ts';
import { criterionSources } from './sources.ts';
import type { CompanyView } from './view.ts';

/**
 * The pillars as bars on one scale: a point has the same length in every pillar, so pillars with more points have longer
 * bars.
 */
export function companyPillars({ record, rubric }: CompanyView): string {
  const pillars = Object.entries(record.pillars);
  const scale = Math.max(1, ...pillars.map(([, { max }]) => max));
  const about = new Map(rubric.pillars.map(({ id, description }) => [id, description]));
  const rows = pillars.map(
    ([id, { name, score, max }]) => html`<tr>
<th scope="row"><a href="#${id}"><b>${id}</b> ${name}</a><span>${about.get(id) ?? ''}</span></th>
<td class="drawn">!${bar(score, max, scale)}</td>
<td class="num"><b>${score}</b> of ${max}</td>
</tr>`,
  );
  return html`<section aria-labelledby="pillars">
<h2 id="pillars">Pillars</h2>
<table class="pillars"><thead><tr><th scope="col">Pillar</th><th scope="col" class="drawn"><span class="unseen">Chart</span></th><th scope="col" class="num">Points</th></tr></thead>
<tbody>!${rows}</tbody></table>
</section>`;
}

/** Every criterion, or every selected one, with its evidence, by pillar, in rubric order (decision 8). */
export function companyCriteria(view: CompanyView): string {
  const { record, part } = view;
  const { criteria } = part ?? record;
  const shown = Object.entries(record.pillars).filter(([id]) => criteria.some(({ pillar }) => pillar === id));
  const groups = shown.map(([pillar, { name, score, max }]) => {
    const items = criteria
      .filter((criterion) => criterion.pillar === pillar)
      .map(
        (criterion) => html`<li id="${criterion.id}">
<h4><span class="id">${criterion.id}</span> <bdi>${criterion.name}</bdi></h4>
<p class="mark">!${boxes(criterion.score, criterion.max)}<span><b>${criterion.score}</b> of ${criterion.max}</span></p>
<div class="evidence"><p dir="auto">${criterion.evidence || 'No evidence given.'}</p>!${criterionSources(view, criterion.id)}</div>
</li>`,
      );
    return html`<section aria-labelledby="${pillar}">
<h3 id="${pillar}"><span class="id">${pillar}</span> ${name} <span class="sum">${score} of ${max}</span></h3>
<ol class="criteria">!${items}</ol>
</section>`;
  });
  return html`<section class="evidence-all" aria-labelledby="criteria">
<h2 id="criteria">${part ? `${criteria.length} of ${record.criteria.length}` : `All ${criteria.length}`} criteria, with evidence</h2>
!${groups}
!${part ? html`<p><a href="/audits/${record.slug}">The whole audit</a></p>` : ''}
</section>`;
}
