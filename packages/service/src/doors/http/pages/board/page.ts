import { tierNames } from '@readymark/rubric/rubric';
import { html } from 'ghtml';
import { INDEX_PATH } from '../../../../catalogue/families/index-document.ts';
import { QUERY_LENGTH_MAX } from '../../../../catalogue/search/search.ts';
import { searchTool } from '../../html/for-agents.ts';
import { counted, shortened } from '../../html/format.ts';
import type { PageContent } from '../../html/page.ts';
import type { PageInput } from '../page-input.ts';
import { inputOf, type ShownBoard } from './rows.ts';
import { summary } from './summary.ts';
import { boardTable } from './table.ts';
import { type BoardView, boardQuery, sortsOf, startsHigh } from './view.ts';

/**
 * The leaderboard (spec 2.1), 100 companies per page. Search, tier, order and page are in the address and need no
 * script.
 */
export function boardPage(input: PageInput, view: ShownBoard): PageContent {
  const query = boardQuery(view);
  const { board } = view;
  const shown = inputOf(input, board);
  return {
    title: query
      ? `${board?.title ?? 'Companies'}${view.q ? ` matching “${shortened(view.q, 20)}”` : ''}${view.tier ? `, ${view.tier}` : ''} · Readymark`
      : 'Readymark: how ready companies are for AI agents',
    description: `${board?.description ?? ''}${counted(shown.snapshot.count, 'company', 'companies')} audited for how ready their offer is for use by AI agents, with evidence for every point.`,
    json: board?.json ?? INDEX_PATH,
    ...(board && { noindex: true }),
    head: query ? '' : input.leaderboardHead(input),
    main: html`
!${board?.lead ?? lead}
!${shown.snapshot.count ? '<a class="skip" href="#board">Skip to the list</a>' : ''}
!${controls(input, view)}
!${shown.snapshot.count ? summary(shown, view) : ''}
!${boardTable(shown, view)}
!${input.snapshot.count ? (input.other_boards?.form(view.other?.value ?? '', input.today) ?? '') : ''}`,
  };
}

const lead = html`<div class="lead">
<h1>How ready are companies for AI agents?</h1>
<p>These are the scores of Readymark: our agent reads a company’s public offer and scores it, from 0 to 100, against one <a href="/rubric">open rubric</a>; a person reviews every audit and <a href="/about">answers for it</a>. Every point has evidence.</p>
</div>`;

function controls({ rubrics, checks }: PageInput, { other, q, tier, sort, descending }: BoardView): string {
  const option = (value: string, name: string, chosen: string) =>
    html`<option value="${value}"!${value === chosen ? ' selected' : ''}>${name}</option>`;
  const order = descending === startsHigh(sort) ? '' : descending ? 'desc' : 'asc';
  return html`<search><form class="controls" action="/" method="get" data-board !${searchTool}>
<p><label for="q">Search: is your company here? Type its name or address</label><input id="q" name="q" type="search" value="${q}" maxlength="${QUERY_LENGTH_MAX}" placeholder="Company or website" autocomplete="off"></p>
<p><button type="submit">Show</button>!${checks ? html` !${checks.submit}` : ''}</p>
<details!${tier || order || sort !== 'rank' ? ' open' : ''}><summary>Tier and order</summary><div><p><label for="tier">Tier</label><select id="tier" name="tier">!${option('', 'All tiers', tier)}!${tierNames(rubrics).map((name) => option(name, name, tier))}</select></p>
<p><label for="sort">Order</label><select id="sort" name="sort">!${[...sortsOf(rubrics, other)].map(([value, name]) => option(value, name, sort))}</select></p>
<p><label for="order">Direction</label><select id="order" name="order">!${option('', 'Usual', order)}!${option('asc', 'Lowest first', order)}!${option('desc', 'Highest first', order)}</select></p>
</div></details>!${other ? html`<input type="hidden" name="${other.parameter}" value="${other.value}">` : ''}
</form></search>`;
}
