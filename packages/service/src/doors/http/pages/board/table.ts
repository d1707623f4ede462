import { isStale } from '@readymark/rubric/audit/audit';
import type { Rubric, Rubrics } from '@readymark/rubric/rubric';
import { html } from 'ghtml';
import type { Entry } from '../../../../catalogue/snapshot.ts';
import { bar } from '../../html/charts.ts';
import { counted, dayMark, grouped } from '../../html/format.ts';
import { fictionalMark } from '../../html/marks.ts';
import { shareClass, tierMark } from '../../html/tier.ts';
import { companyPath } from '../addresses.ts';
import type { OtherBoard } from '../other-boards.ts';
import { type PageInput, rubricOf } from '../page-input.ts';
import { noCompany } from './none.ts';
import type { ShownBoard } from './rows.ts';
import { tray } from './tray.ts';
import { type BoardView, boardQuery, startsHigh } from './view.ts';

/** The list of companies with the bar in which those ticked for a comparison are gathered. */
export function boardTable(input: PageInput, view: ShownBoard): string {
  const { rows, found, pages } = view;
  const total = input.snapshot.count;
  if (rows.length === 0) return noCompany(input, view);
  const status =
    view.q || view.tier
      ? `${grouped(found)} of ${counted(total, 'company', 'companies')}`
      : counted(total, 'company', 'companies');
  const { pillars } = rubricOf(input.rubrics, rows[0]?.rubric ?? '');
  const heading = (sort: string, kind: string, label: string, meaning = '') => {
    const current = view.sort === sort;
    const descending = current ? !view.descending : startsHigh(sort);
    const sorted = current ? ` aria-sort="${view.descending ? 'descending' : 'ascending'}"` : '';
    return html`<th scope="col" class="${kind}"!${sorted}><a href="/${boardQuery({ ...view, sort, descending, page: 1 })}"!${meaning && html` title="${meaning}"`}>!${label}</a></th>`;
  };
  return html`<section id="board" aria-label="Companies">
<div class="above"><p class="status" role="status">${status}!${pages > 1 ? html`, page ${grouped(view.page)} of ${grouped(pages)}` : ''}</p>
!${legend(pillars)}</div>
<table class="board">
<thead><tr>
!${heading('rank', 'rank', 'Rank')}
!${heading('company', 'name', 'Company')}
!${heading('overall_score', 'score', 'Score')}
!${heading('tier', 'kind', 'Tier')}
!${pillars.map((pillar) => heading(pillar.id, 'pillar', pillarLabel(pillars, pillar), pillar.description))}
!${heading('audit_date', 'date', 'Audited')}
!${
    view.board
      ? '<th scope="col" class="pick">Record</th>'
      : html`!${heading('watchers', 'watch', 'Watchers')}
<th scope="col" class="pick">Compare</th>`
  }
</tr></thead>
<tbody>
!${rows.map((entry) => row(input, entry, view.board))}
</tbody>
</table>
!${pager(view, pages)}
!${view.board ? '' : tray()}
</section>`;
}

type Pillar = Rubric['pillars'][number];

/** The first word of a pillar's name, or all of it where another pillar begins alike: columns are narrow. */
function shortName(pillars: readonly Pillar[], { id, name }: Pillar): string {
  const [first = name] = name.split(' ', 1);
  return pillars.some((other) => other.id !== id && other.name.startsWith(`${first} `)) ? name : first;
}

/** The short name and the maximum; the rest of the name is there for those who do not see the legend. */
function pillarLabel(pillars: readonly Pillar[], pillar: Pillar): string {
  const short = shortName(pillars, pillar);
  return html`${short}<span class="unseen">${pillar.name.slice(short.length)},</span> <span>of ${pillar.max}</span>`;
}

/** What the columns of pillars mean, in full: a column has room for a word only. */
const legend = (pillars: readonly Pillar[]) => html`<details class="legend"><summary>What the columns mean</summary>
<dl>!${pillars.map(
  ({ id, name, max, description }) =>
    html`<div><dt><a href="/rubric#${id}">${name}</a> <span>${counted(max, 'point')}</span></dt><dd>${description}</dd></div>`,
)}</dl>
<p>A bar has the colour of the tier that its share of the points would be.</p></details>`;

/** The cells of a pillar by its points: a page has five hundred of them, and few that differ. */
const cells = new WeakMap<Rubric, ReadonlyMap<string, readonly string[]>>();

function cellsOf(rubrics: Rubrics, rubric: Rubric): ReadonlyMap<string, readonly string[]> {
  const known = cells.get(rubric);
  if (known) return known;
  const { pillars } = rubric;
  const cell = (pillar: Pillar, score: number) =>
    html`<td class="pillar ${shareClass(rubrics, { score, max: pillar.max }, rubric)}" data-name="${shortName(pillars, pillar)}"><span data-max="${pillar.max}">${score}</span>!${bar(score, pillar.max)}</td>`;
  const made = new Map(
    pillars.map((pillar) => [pillar.id, Array.from({ length: pillar.max + 1 }, (_, score) => cell(pillar, score))]),
  );
  cells.set(rubric, made);
  return made;
}

function row({ rubrics, today, watchers }: PageInput, entry: Entry, board: OtherBoard | undefined): string {
  const { rank, company, slug, overall_score, tier, pillar_scores, audit_date, reaudit_due, fictional } = entry;
  const count = watchers.get(slug) ?? 0;
  const of_pillars = cellsOf(rubrics, rubricOf(rubrics, entry.rubric));
  return html`<tr>
<td class="rank">${rank}</td>
<th scope="row" class="name"><a href="${board?.auditPath(entry) ?? companyPath(slug)}"><bdi>${company}</bdi></a>!${fictionalMark(fictional)}</th>
<td class="score">${overall_score}</td>
<td class="kind">!${tierMark(rubrics, tier)}</td>
!${[...of_pillars].map(([id, cell]) => cell[pillar_scores[id] ?? 0] ?? html`<td class="pillar">${pillar_scores[id]}</td>`)}
<td class="date">!${dayMark(audit_date)}!${isStale(reaudit_due, today) ? ' <span class="stale">stale</span>' : ''}</td>
!${
    board
      ? html`<td class="pick"><a href="${entry.detail_json}" aria-label="Record of ${company} ${board.when}, as JSON">JSON</a></td>`
      : html`<td class="watch" data-name="watchers">${count ? grouped(count) : '–'}</td>
<td class="pick"><label><input type="checkbox" form="pick" name="slugs" value="${slug}" aria-label="Compare ${company}"><span aria-hidden="true">Compare</span></label></td>`
  }
</tr>
`;
}

function pager(view: BoardView, pages: number): string {
  if (pages < 2) return '';
  const near = [1, view.page - 2, view.page - 1, view.page, view.page + 1, view.page + 2, pages];
  const numbers = [...new Set(near)].filter((n) => n >= 1 && n <= pages).sort((a, b) => a - b);
  const link = (to: number, label: string, attributes: string) =>
    html`<a href="/${boardQuery({ ...view, page: to })}"!${attributes}>${label}</a>`;
  const items = numbers.map((n, at) => {
    const gap = n - (numbers[at - 1] ?? 0) > 1 ? '<li aria-hidden="true">…</li>' : '';
    return html`!${gap}<li>!${link(n, grouped(n), n === view.page ? ' aria-current="page"' : ` aria-label="Page ${n}"`)}</li>`;
  });
  return html`<nav class="pager" aria-label="Pages"><ul>
!${view.page > 1 ? html`<li>!${link(view.page - 1, '← Previous', ' rel="prev"')}</li>` : ''}!${items}!${view.page < pages ? html`<li>!${link(view.page + 1, 'Next →', ' rel="next"')}</li>` : ''}
</ul></nav>`;
}
