import { html } from 'ghtml';
import type { Entry } from '../../../../catalogue/snapshot.ts';
import { isStale } from '../../../../domain/audit/audit.ts';
import { bar, boxes } from '../../html/bar.ts';
import { counted, dayMark, shortened } from '../../html/format.ts';
import { blocks, plain, table } from '../../html/markdown.ts';
import type { PageContent } from '../../html/page.ts';
import { tierMark } from '../../html/tier.ts';
import type { PageInput } from '../page-input.ts';
import { COMPARED_MAX, type CompareRow, compareView, NAME_LENGTH_MAX } from './view.ts';

/** Companies in the list of suggestions of the form: a longer list would not help. */
const OPTIONS_MAX = 200;

/** Two to five companies side by side, criterion by criterion; with fewer, a form to choose them. */
export function comparePage(input: PageInput, entries: readonly Entry[]): PageContent {
  const names = entries.map(({ company }) => shortened(company, 60)).join(', ');
  const full = entries.length > 1;
  return {
    title: full ? `${shortened(names, 48)} compared · Readymark` : 'Compare companies · Readymark',
    description: full
      ? `Agent readiness of ${names}, criterion by criterion.`
      : 'Compare two to five audited companies side by side, criterion by criterion.',
    main: html`<h1>Compare companies</h1>
!${full ? matrix(input, entries) : html`<p class="hint">Choose two to five companies by name or slug, or select them on the <a href="/">leaderboard</a>, to see them side by side, criterion by criterion.</p>`}
!${chooser(input, entries)}`,
  };
}

function matrix(input: PageInput, entries: readonly Entry[]): string {
  const { companies, rows } = compareView(input, entries);
  const { rubrics, today } = input;
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
<thead><tr><th scope="col">Criterion</th>!${companies.map(({ entry }) => html`<th scope="col"><a href="/audits/${entry.slug}"><bdi>${entry.company}</bdi></a></th>`)}</tr></thead>
<tbody>
!${line('Score', ({ record }) => html`<b class="total">${record.overall_score}</b>`)}
!${line('Tier', ({ record }) => tierMark(rubrics, record.tier))}
!${line('Rank', ({ record }) => String(record.rank))}
!${line('Audited', ({ record }) => `${dayMark(record.audit_date)}${isStale(record.reaudit_due, today) ? ' <span class="stale">stale</span>' : ''}`)}
!${rows.map(scored)}
</tbody></table></section>
<p class="hint">Bold: the highest score of a row. Each number links to its evidence.</p>`;
}

function chooser({ snapshot }: PageInput, entries: readonly Entry[]): string {
  const fields = Array.from({ length: COMPARED_MAX }, (_, at) => {
    const known = entries[at];
    return html`<p><label for="c${at}">Company ${at + 1}!${at > 1 ? ' (optional)' : ''}</label><input id="c${at}" name="slugs" type="text" list="companies" value="${known?.slug ?? ''}" maxlength="${NAME_LENGTH_MAX}" autocomplete="off"></p>`;
  });
  const options = snapshot
    .slice(0, OPTIONS_MAX)
    .map(({ slug, company }) => html`<option value="${slug}">${company}</option>`);
  return html`<section aria-labelledby="choose" class="choose">
<h2 id="choose">${entries.length > 1 ? 'Choose others' : 'Choose'}</h2>
<form class="controls" action="/compare" method="get">!${fields}<p><button type="submit">Compare</button></p></form>
<datalist id="companies">!${options}</datalist>
</section>`;
}

/** The same comparison as Markdown. */
export function compareMarkdown(input: PageInput, entries: readonly Entry[]): string {
  const { base_url, snapshot } = input;
  if (entries.length < 2) {
    const example = snapshot.slice(0, 2).map(({ slug }) => slug);
    return blocks(
      '# Compare companies',
      `Name two to five companies in the address, by slug, separated by commas: \`${base_url}/compare.md?slugs=${example.join(',') || 'one,other'}\`.`,
      `All slugs: ${base_url}/api/audits/index.json`,
    );
  }
  const { companies, rows } = compareView(input, entries);
  return blocks(
    '# Companies compared',
    table(
      ['Criterion', ...companies.map(({ entry }) => `[${plain(entry.company)}](${base_url}/audits/${entry.slug}.md)`)],
      [
        ['Score', ...companies.map(({ record }) => record.overall_score)],
        ['Tier', ...companies.map(({ record }) => plain(record.tier))],
        ['Rank', ...companies.map(({ record }) => record.rank)],
        ['Audited', ...companies.map(({ record }) => record.audit_date)],
        ...rows.map(({ id, name, pillar, scores }) => [
          pillar ? `**${id} ${plain(name)}**` : `${id} ${plain(name)}`,
          ...scores.map((found) => (found ? `${found.score}/${found.max}` : 'not scored')),
        ]),
      ],
    ),
    'Scores: CC BY-NC 4.0, https://creativecommons.org/licenses/by-nc/4.0/',
  );
}
