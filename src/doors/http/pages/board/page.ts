import { html } from 'ghtml';
import { QUERY_LENGTH_MAX } from '../../../../catalogue/search.ts';
import type { Entry } from '../../../../catalogue/snapshot.ts';
import { isStale } from '../../../../domain/audit/audit.ts';
import { tierNames } from '../../../../domain/rubric.ts';
import { bar } from '../../html/bar.ts';
import { fictionalMark } from '../../html/fictional.ts';
import { counted, dayMark, grouped, shortened } from '../../html/format.ts';
import type { PageContent } from '../../html/page.ts';
import { tierMark, tierPlace } from '../../html/tier.ts';
import { type PageInput, rubricOf } from '../page-input.ts';
import { datasetScript } from './dataset.ts';
import type { ShownBoard } from './rows.ts';
import { type BoardView, boardQuery, sorts } from './view.ts';

/**
 * The leaderboard (spec 2.1), 100 companies per page. Search, tier, order and page are in the address and need no
 * script.
 */
export function boardPage(input: PageInput, view: ShownBoard): PageContent {
  const query = boardQuery(view);
  return {
    title: query
      ? `Companies${view.q ? ` matching “${shortened(view.q, 20)}”` : ''}${view.tier ? `, ${view.tier}` : ''} · Readymark`
      : 'Readymark: how ready companies are for AI agents',
    description: `${counted(input.snapshot.count, 'company', 'companies')} audited for how ready their offer is for use by AI agents, with evidence for every point.`,
    json: '/api/audits/index.json',
    for_agents: true,
    head: query ? '' : datasetScript(input),
    main: html`
<div class="lead">
<h1>How ready are companies for AI agents?</h1>
<p>Under human supervision, an agent reads a company’s public offer and scores it, from 0 to 100, against one <a href="/rubric">open rubric</a>. Every point has evidence.</p>
</div>
!${input.snapshot.count ? distribution(input, view) : ''}
!${controls(input, view)}
!${board(input, view)}`,
  };
}

/** One bar of all companies by tier, with the tiers as links that filter the list. */
function distribution({ snapshot, rubrics }: PageInput, view: BoardView): string {
  let from = 0;
  const parts = [...snapshot.tiers.keys()].sort((a, b) => tierPlace(rubrics, a) - tierPlace(rubrics, b));
  const paths = parts.map((name) => {
    const width = snapshot.tiers.get(name) ?? 0;
    from += width;
    return html`<path class="t${tierPlace(rubrics, name)}" d="M${from - width} 0h${width}v1H${from - width}z"/>`;
  });
  const link = (name: string, label: string, count: number) =>
    html`<li><a href="/${boardQuery({ ...view, tier: name, page: 1 })}"!${view.tier === name ? ' aria-current="true"' : ''}>!${label} <b>${grouped(count)}</b></a></li>`;
  return html`<nav class="spread" aria-label="Tiers">
<svg viewBox="0 0 ${snapshot.count} 1" preserveAspectRatio="none" aria-hidden="true">!${paths}</svg>
<ul>!${link('', 'All', snapshot.count)}!${parts.map((name) => link(name, tierMark(rubrics, name), snapshot.tiers.get(name) ?? 0))}</ul>
</nav>`;
}

function controls({ rubrics }: PageInput, { q, tier, sort }: BoardView): string {
  const option = (value: string, name: string, chosen: string) =>
    html`<option value="${value}"!${value === chosen ? ' selected' : ''}>${name}</option>`;
  return html`<search><form class="controls" action="/" method="get" data-board>
<p><label for="q">Search</label><input id="q" name="q" type="search" value="${q}" maxlength="${QUERY_LENGTH_MAX}" placeholder="Company or domain" autocomplete="off"></p>
<p><label for="tier">Tier</label><select id="tier" name="tier">!${option('', 'All tiers', tier)}!${tierNames(rubrics).map((name) => option(name, name, tier))}</select></p>
<p><label for="sort">Order</label><select id="sort" name="sort">!${[...sorts(rubrics)].map(([value, name]) => option(value, name, sort))}</select></p>
<p><button type="submit">Show</button></p>
</form></search>`;
}

function board(input: PageInput, view: ShownBoard): string {
  const { rows, found, pages } = view;
  const total = input.snapshot.count;
  const all = found === total && !view.q && !view.tier;
  const status =
    total === 0
      ? 'No audit is published yet.'
      : all
        ? counted(total, 'company', 'companies')
        : `${grouped(found)} of ${counted(total, 'company', 'companies')}`;
  if (rows.length === 0)
    return html`<section id="board" aria-label="Companies"><p class="status" role="status">${status}</p>
<p class="empty">!${total ? 'No company matches. <a href="/">Show all of them</a>, or request an audit through the <a href="/docs">API</a>.' : 'The first audits will appear here as soon as they are published.'}</p></section>`;
  const pillars = rubricOf(input.rubrics, rows[0]?.rubric ?? '').pillars;
  const heading = (sort: string, label: string, kind: string, direction: string) => {
    const current = view.sort === sort;
    return html`<th scope="col" class="${kind}"!${current ? ` aria-sort="${direction}"` : ''}><a href="/${boardQuery({ ...view, sort, page: 1 })}">!${label}</a></th>`;
  };
  return html`<section id="board" aria-label="Companies">
<p class="status" role="status">${status}!${pages > 1 ? html`, page ${grouped(view.page)} of ${grouped(pages)}` : ''}</p>
<form id="pick" action="/compare" method="get"></form>
<table class="board">
<thead><tr>
!${heading('rank', 'Rank', 'rank', 'ascending')}
!${heading('company', 'Company', 'name', 'ascending')}
<th scope="col" class="score">Score</th>
<th scope="col" class="kind">Tier</th>
!${pillars.map(({ id, name }) => heading(id, html`<b>${id}</b> <span>${name}</span>`, 'pillar', 'descending'))}
!${heading('newest', 'Audited', 'date', 'descending')}
!${heading('watchers', 'Watchers', 'watch', 'descending')}
<th scope="col" class="pick">Compare</th>
</tr></thead>
<tbody>
!${rows.map((entry) => row(input, entry))}
</tbody>
</table>
<div class="below">
!${pager(view, pages)}
<p class="compare"><button type="submit" form="pick">Compare selected</button> <span>two to five companies</span></p>
</div>
</section>`;
}

function row({ rubrics, today, watchers }: PageInput, entry: Entry): string {
  const { rank, company, slug, overall_score, tier, pillar_scores, audit_date, reaudit_due, fictional } = entry;
  const count = watchers.get(slug) ?? 0;
  return html`<tr>
<td class="rank">${rank}</td>
<th scope="row" class="name"><a href="/audits/${slug}"><bdi>${company}</bdi></a>!${fictionalMark(fictional)}</th>
<td class="score">${overall_score}</td>
<td class="kind">!${tierMark(rubrics, tier)}</td>
!${rubricOf(rubrics, entry.rubric).pillars.map(({ id, max }) => {
    const score = pillar_scores[id] ?? 0;
    return html`<td class="pillar" data-name="${id}">${score}!${bar(score, max)}</td>`;
  })}
<td class="date">!${dayMark(audit_date)}!${isStale(reaudit_due, today) ? ' <span class="stale">stale</span>' : ''}</td>
<td class="watch" data-name="watchers">${count ? grouped(count) : '–'}</td>
<td class="pick"><input type="checkbox" form="pick" name="slugs" value="${slug}" aria-label="Compare ${company}"></td>
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
