import { isStale } from '@readymark/rubric/audit/audit';
import { isSelection } from '@readymark/rubric/audit/views';
import { html } from 'ghtml';
import { namedInWords } from '../../../../catalogue/search/unknown-names.ts';
import { content, drawn, either, forPeople, type Node } from '../../../../content/content.ts';
import { bar, boxes } from '../../html/charts.ts';
import type { ContentPage } from '../../html/content.ts';
import { counted, shortened } from '../../html/format.ts';
import { dateMark, given, idMark, ifFictional, licenceNote, tierName } from '../../html/marks.ts';
import { shareClass } from '../../html/tier.ts';
import { companyPath } from '../addresses.ts';
import { type PageInput, rubricOf } from '../page-input.ts';
import { chooser, removal } from './chooser.ts';
import { type CompareRow, type Comparison, compareView, evidenceOf, slugsQuery } from './view.ts';

/** Two to ten companies side by side, criterion by criterion; with fewer, a form to choose them. */
export function comparePage(input: PageInput, comparison: Comparison): ContentPage {
  const { companies, selection } = comparison;
  const names = companies.map(({ entry }) => shortened(entry.company, 60)).join(', ');
  const full = companies.length > 1;
  const choose = content`<p class="hint">Choose two to five companies, here or on the <a href="/">leaderboard</a>, to see them side by side, criterion by criterion.</p>`;
  return {
    title: full ? `${shortened(names, 48)} compared · Readymark` : 'Compare companies · Readymark',
    description: full
      ? `Agent readiness of ${names}, criterion by criterion.`
      : 'Compare two to five audited companies side by side, criterion by criterion.',
    content: content`<h1>Compare companies</h1>
${!full && either(choose, howToName(input))}
${either(forPeople(chooser(input, comparison)), found(comparison))}
${full && matrix(input, comparison)}
${full && isSelection(selection) && evidence(comparison)}${full && licenceNote}`,
  };
}

/** How a program names companies. */
function howToName({ base_url, snapshot }: PageInput): Node {
  const slugs = snapshot.slice(0, 2).map(({ slug }) => slug);
  const address = `${base_url}/compare.md?slugs=${slugs.join(',') || 'one,other'}`;
  return content`<p>Name two to ten companies in the address, by slug, separated by commas: <code>${address}</code>. Single criteria, with their evidence: <code>${address}&criteria=P1-B</code>, or <code>pillar=P3</code>. All slugs: ${base_url}/api/audits/index.json</p>`;
}

/** What the form answers. */
function found({ unknown, q, found: companies, matches }: Comparison): Node {
  const answer = matches ? 'Found: ' : companies.length ? 'Nothing matches. Probably meant: ' : 'Nothing matches.';
  const named = companies.map(
    ({ company, slug }, at) => content`${at > 0 && ', '}<a href="${companyPath(slug)}">${company}</a> (${slug})`,
  );
  return [
    unknown.length > 0 && content`<p>Not on the leaderboard: ${namedInWords(unknown)}.</p>`,
    q !== '' && content`<p>${answer}${named}</p>`,
  ];
}

function matrix({ rubrics, today }: PageInput, comparison: Comparison): Node {
  const { companies, rows } = compareView(comparison);
  // A selection is read for itself, so nothing is beside it but what it is worth; its reader named the companies by their slugs.
  const alone = isSelection(comparison.selection);
  const head = ({ entry }: (typeof companies)[number]) => {
    const link = content`<a href="${companyPath(entry.slug)}">${given(entry.company)}</a>`;
    return content`<th scope="col">${alone ? either(link, entry.slug) : link}${ifFictional(entry.fictional)}${forPeople(` ${removal(comparison, entry)}`)}</th>`;
  };
  const line = (name: string, of: (company: (typeof companies)[number]) => Node) =>
    content`<tr><th scope="row">${name}</th>${companies.map((company) => content`<td>${of(company)}</td>`)}</tr>
`;
  const whole = [
    line('Score', ({ record }) => content`<b class="total">${record.overall_score}</b>`),
    line('Tier', ({ record }) => tierName(rubrics, record.tier)),
    line('Rank', ({ record }) => record.rank),
  ];
  const stale = drawn(' <span class="stale">stale</span>', ' (stale)');
  const audited = line('Audited', ({ record }) => [
    dateMark(record.audit_date),
    isStale(record.reaudit_due, today) && stale,
  ]);
  const scored = ({ id, name, pillar, scores, best }: CompareRow) => content`<tr class="${pillar && 'whole'}">
<th scope="row">${idMark(id)}${name}</th>
${scores.map((found, at) => {
  if (!found) return content`<td class="none">not scored</td>`;
  const { score, max } = found;
  const first = best !== null && score / max === best;
  const { slug, rubric } = companies[at]?.entry ?? { slug: '', rubric: '' };
  const seen = content`<span class="mark"><a href="${companyPath(slug)}#${id}" class="${first && 'best'}">${score}<span class="unseen"> of ${max}${first && ', highest'}</span></a>${forPeople(pillar ? bar(score, max) : boxes(score, max))}</span>`;
  return content`<td class="${shareClass(rubrics, found, rubricOf(rubrics, rubric))}">${either(seen, `${score}/${max}`)}</td>`;
})}
</tr>`;
  return content`${forPeople(html`<p class="hint sideways of-${companies.length}">Scroll the table sideways to see all ${companies.length} companies.</p>`)}
<section class="wide" aria-label="Comparison" tabindex="0">
<table class="matrix">
<caption class="unseen">Scores of ${counted(companies.length, 'company', 'companies')} side by side; the highest score of a row is in bold</caption>
<thead><tr><th scope="col">Criterion</th>${companies.map(head)}</tr></thead>
<tbody>
${
  alone
    ? either(
        [whole, audited],
        line('Stale', ({ record }) => (isStale(record.reaudit_due, today) ? 'yes' : 'no')),
      )
    : [whole, audited]
}
${rows.map(scored)}
</tbody></table></section>
${forPeople('<p class="hint">Bold: the highest score of a row. Each number links to its evidence.</p>')}`;
}

/** What was seen of the selected criteria. */
function evidence(comparison: Comparison): Node {
  const { companies } = comparison;
  const of = evidenceOf(comparison);
  const seen = of.map(
    ({
      entry,
      criteria,
    }) => content`<h3><a href="${companyPath(entry.slug)}"><bdi>${entry.company}</bdi></a>${ifFictional(entry.fictional)}</h3>
<ol class="criteria">${criteria.map(
      ({ id, name, score, max, evidence }) => content`<li>
<h4>${idMark(id)}<bdi>${name}</bdi></h4>
<p class="mark">${forPeople(boxes(score, max))}<span><b>${score}</b> of ${max}</span></p>
<p class="evidence" dir="auto">${evidence || NONE}</p>
</li>`,
    )}</ol>`,
  );
  const several = new Set(of.flatMap(({ criteria }) => criteria.map(({ id }) => id))).size > 1;
  const read = of.flatMap(({ entry: { slug }, criteria }) =>
    criteria.map(({ id, evidence }) => content`<li>${slug}${several && `, ${id}`}: ${evidence || NONE}</li>`),
  );
  return either(
    content`<section class="evidence-all" aria-labelledby="evidence">
<h2 id="evidence">Evidence</h2>
${seen}
<p><a href="/compare${slugsQuery(companies.map(({ entry }) => entry.slug))}">Compare all criteria</a></p>
</section>`,
    content`<ul>${read}</ul>`,
  );
}

const NONE = 'No evidence given.';
