import { isStale } from '@readymark/rubric/audit/audit';
import { isSelection } from '@readymark/rubric/audit/views';
import { html } from 'ghtml';
import { bar, boxes } from '../../html/bar.ts';
import { fictionalMark } from '../../html/fictional.ts';
import { counted, dayMark, shortened } from '../../html/format.ts';
import type { PageContent } from '../../html/page.ts';
import { shareClass, tierMark } from '../../html/tier.ts';
import { type PageInput, rubricOf } from '../page-input.ts';
import { chooser, removal } from './chooser.ts';
import { type CompareRow, type Comparison, compareView, evidenceOf, slugsQuery } from './view.ts';

/** Two to five companies side by side, criterion by criterion; with fewer, a form to choose them. */
export function comparePage(input: PageInput, comparison: Comparison): PageContent {
  const { companies, selection } = comparison;
  const names = companies.map(({ entry }) => shortened(entry.company, 60)).join(', ');
  const full = companies.length > 1;
  return {
    title: full ? `${shortened(names, 48)} compared · Readymark` : 'Compare companies · Readymark',
    description: full
      ? `Agent readiness of ${names}, criterion by criterion.`
      : 'Compare two to five audited companies side by side, criterion by criterion.',
    main: html`<h1>Compare companies</h1>
!${full ? '' : html`<p class="hint">Choose two to five companies, here or on the <a href="/">leaderboard</a>, to see them side by side, criterion by criterion.</p>`}
!${chooser(input, comparison)}
!${full ? matrix(input, comparison) : ''}
!${full && isSelection(selection) ? evidence(comparison) : ''}`,
  };
}

function matrix({ rubrics, today }: PageInput, comparison: Comparison): string {
  const { companies, rows } = compareView(comparison);
  const cells = (of: (company: (typeof companies)[number]) => string) =>
    companies.map((company) => html`<td>!${of(company)}</td>`);
  const line = (name: string, of: (company: (typeof companies)[number]) => string) =>
    html`<tr><th scope="row">${name}</th>!${cells(of)}</tr>`;
  const scored = ({ id, name, pillar, scores, best }: CompareRow) => html`<tr!${pillar ? ' class="whole"' : ''}>
<th scope="row"><span class="id">${id}</span> ${name}</th>
!${scores.map((found, at) => {
    if (!found) return '<td class="none">not scored</td>';
    const first = best !== null && found.score / found.max === best;
    const number = html`<a href="/audits/${companies[at]?.entry.slug}#${id}"!${first ? ' class="best"' : ''}>${found.score}<span class="unseen"> of ${found.max}${first ? ', highest' : ''}</span></a>`;
    return html`<td class="${shareClass(rubrics, found, rubricOf(rubrics, companies[at]?.entry.rubric ?? ''))}"><span class="mark">!${number}!${pillar ? bar(found.score, found.max) : boxes(found.score, found.max)}</span></td>`;
  })}
</tr>`;
  return html`<p class="hint sideways of-${companies.length}">Scroll the table sideways to see all ${companies.length} companies.</p>
<section class="wide" aria-label="Comparison" tabindex="0">
<table class="matrix">
<caption class="unseen">Scores of ${counted(companies.length, 'company', 'companies')} side by side; the highest score of a row is in bold</caption>
<thead><tr><th scope="col">Criterion</th>!${companies.map(({ entry }) => html`<th scope="col"><a href="/audits/${entry.slug}"><bdi>${entry.company}</bdi></a>!${fictionalMark(entry.fictional)} !${removal(comparison, entry)}</th>`)}</tr></thead>
<tbody>
!${line('Score', ({ record }) => html`<b class="total">${record.overall_score}</b>`)}
!${line('Tier', ({ record }) => tierMark(rubrics, record.tier))}
!${line('Rank', ({ record }) => String(record.rank))}
!${line('Audited', ({ record }) => `${dayMark(record.audit_date)}${isStale(record.reaudit_due, today) ? ' <span class="stale">stale</span>' : ''}`)}
!${rows.map(scored)}
</tbody></table></section>
<p class="hint">Bold: the highest score of a row. Each number links to its evidence.</p>`;
}

/** What was seen of the selected criteria. */
function evidence(comparison: Comparison): string {
  const { companies } = comparison;
  const texts = evidenceOf(comparison).map(
    ({
      entry,
      criteria,
    }) => html`<h3><a href="/audits/${entry.slug}"><bdi>${entry.company}</bdi></a>!${fictionalMark(entry.fictional)}</h3>
<ol class="criteria">!${criteria.map(
      ({ id, name, score, max, evidence }) => html`<li>
<h4><span class="id">${id}</span> <bdi>${name}</bdi></h4>
<p class="mark">!${boxes(score, max)}<span><b>${score}</b> of ${max}</span></p>
<p class="evidence" dir="auto">${evidence || 'No evidence given.'}</p>
</li>`,
    )}</ol>`,
  );
  return html`<section class="evidence-all" aria-labelledby="evidence">
<h2 id="evidence">Evidence</h2>
!${texts}
<p><a href="/compare${slugsQuery(companies.map(({ entry }) => entry.slug))}">Compare all criteria</a></p>
</section>`;
}
