import { html } from 'ghtml';
import { isStale } from '../../../../domain/audit/audit.ts';
import { isSelection } from '../../../../domain/audit/views.ts';
import { bar, boxes } from '../../html/bar.ts';
import { fictionalMark, fictionalWord } from '../../html/fictional.ts';
import { counted, dayMark, shortened } from '../../html/format.ts';
import { blocks, plain, table } from '../../html/markdown.ts';
import type { PageContent } from '../../html/page.ts';
import { tierMark } from '../../html/tier.ts';
import type { PageInput } from '../page-input.ts';
import {
  COMPARED_MAX,
  type CompareRow,
  type Comparison,
  compareQuery,
  compareView,
  evidenceOf,
  NAME_LENGTH_MAX,
} from './view.ts';

/** Companies in the list of suggestions of the form: a longer list would not help. */
const OPTIONS_MAX = 200;

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
!${full ? matrix(input, comparison) : html`<p class="hint">Choose two to five companies by name or slug, or select them on the <a href="/">leaderboard</a>, to see them side by side, criterion by criterion.</p>`}
!${full && isSelection(selection) ? evidence(comparison) : ''}
!${chooser(input, comparison)}`,
  };
}

function matrix({ rubrics, today }: PageInput, comparison: Comparison): string {
  const { companies, rows } = compareView(comparison);
  const cells = (of: (company: (typeof companies)[number]) => string) =>
    companies.map((company) => html`<td>!${of(company)}</td>`);
  const line = (name: string, of: (company: (typeof companies)[number]) => string) =>
    html`<tr><th scope="row">${name}</th>!${cells(of)}</tr>`;
  const scored = ({ id, name, pillar, scores, best }: CompareRow) => html`<tr!${pillar ? ' class="sum"' : ''}>
<th scope="row"><span class="id">${id}</span> ${name}</th>
!${scores.map((found, at) => {
    if (!found) return '<td class="none">not scored</td>';
    const first = best !== null && found.score / found.max === best;
    const number = html`<a href="/audits/${companies[at]?.entry.slug}#${id}"!${first ? ' class="best"' : ''}>${found.score}<span class="unseen"> of ${found.max}${first ? ', highest' : ''}</span></a>`;
    return html`<td><span class="mark">!${number}!${pillar ? bar(found.score, found.max) : boxes(found.score, found.max)}</span></td>`;
  })}
</tr>`;
  return html`<section class="wide" aria-label="Comparison" tabindex="0">
<table class="matrix">
<caption class="unseen">Scores of ${counted(companies.length, 'company', 'companies')} side by side; the highest score of a row is in bold</caption>
<thead><tr><th scope="col">Criterion</th>!${companies.map(({ entry }) => html`<th scope="col"><a href="/audits/${entry.slug}"><bdi>${entry.company}</bdi></a>!${fictionalMark(entry.fictional)}</th>`)}</tr></thead>
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
<p><a href="/compare${compareQuery({ companies, selection: {} })}">Compare all criteria</a></p>
</section>`;
}

function chooser({ snapshot }: PageInput, { companies, selection: { pillar, criteria = [] } }: Comparison): string {
  const fields = Array.from({ length: COMPARED_MAX }, (_, at) => {
    const known = companies[at]?.entry;
    return html`<p><label for="c${at}">Company ${at + 1}!${at > 1 ? ' (optional)' : ''}</label><input id="c${at}" name="slugs" type="text" list="companies" value="${known?.slug ?? ''}" maxlength="${NAME_LENGTH_MAX}" autocomplete="off"></p>`;
  });
  const options = snapshot
    .slice(0, OPTIONS_MAX)
    .map(({ slug, company }) => html`<option value="${slug}">${company}</option>`);
  const kept = [
    ...(criteria.length ? [html`<input type="hidden" name="criteria" value="${criteria.join(',')}">`] : []),
    ...(pillar === undefined ? [] : [html`<input type="hidden" name="pillar" value="${pillar}">`]),
  ];
  return html`<section aria-labelledby="choose" class="choose">
<h2 id="choose">${companies.length > 1 ? 'Choose others' : 'Choose'}</h2>
<form class="controls" action="/compare" method="get">!${kept}!${fields}<p><button type="submit">Compare</button></p></form>
<datalist id="companies">!${options}</datalist>
</section>`;
}

/** The same comparison as Markdown. */
export function compareMarkdown({ base_url, snapshot, today }: PageInput, comparison: Comparison): string {
  const { selection } = comparison;
  if (comparison.companies.length < 2) {
    const example = snapshot.slice(0, 2).map(({ slug }) => slug);
    const address = `${base_url}/compare.md?slugs=${example.join(',') || 'one,other'}`;
    return blocks(
      '# Compare companies',
      `Name two to five companies in the address, by slug, separated by commas: \`${address}\`. Single criteria, with their evidence: \`${address}&criteria=P1-B\`, or \`pillar=P3\`.`,
      `All slugs: ${base_url}/api/audits/index.json`,
    );
  }
  const { companies, rows } = compareView(comparison);
  const audited = companies.map(
    ({ record }) => `${record.audit_date}${isStale(record.reaudit_due, today) ? ' (stale)' : ''}`,
  );
  const scored = rows.map(({ id, name, pillar, scores }) => [
    pillar ? `**${id} ${plain(name)}**` : `${id} ${plain(name)}`,
    ...scores.map((found) => (found ? `${found.score}/${found.max}` : 'not scored')),
  ]);
  const whole = [
    ['Score', ...companies.map(({ record }) => record.overall_score)],
    ['Tier', ...companies.map(({ record }) => plain(record.tier))],
    ['Rank', ...companies.map(({ record }) => record.rank)],
    ['Audited', ...audited],
  ];
  // A selection is read for itself, so nothing stands beside it but what it is worth.
  if (isSelection(selection))
    return blocks(
      '# Companies compared',
      table(
        ['Criterion', ...companies.map(({ entry }) => `${plain(entry.company)}${fictionalWord(entry.fictional)}`)],
        [['Audited', ...audited], ...scored],
      ),
      evidenceOf(comparison)
        .flatMap(({ entry, criteria }) =>
          criteria.map(
            ({ id, evidence }) => `- ${plain(entry.company)}, ${id}: ${plain(evidence) || 'No evidence given.'}`,
          ),
        )
        .join('\n'),
      'Scores: CC BY-NC 4.0',
    );
  return blocks(
    '# Companies compared',
    table(
      [
        'Criterion',
        ...companies.map(
          ({ entry }) =>
            `[${plain(entry.company)}](${base_url}/audits/${entry.slug}.md)${fictionalWord(entry.fictional)}`,
        ),
      ],
      [...whole, ...scored],
    ),
    'Scores: CC BY-NC 4.0, https://creativecommons.org/licenses/by-nc/4.0/',
  );
}
