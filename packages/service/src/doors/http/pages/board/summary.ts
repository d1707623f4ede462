import { html } from 'ghtml';
import { highlightsOf } from '../../../../catalogue/lists/highlights.ts';
import type { Listed } from '../../../../catalogue/snapshot.ts';
import { dayMark, grouped, signed } from '../../html/format.ts';
import { fictionalMark } from '../../html/marks.ts';
import { tierMark, tierPlace } from '../../html/tier.ts';
import type { PageInput } from '../page-input.ts';
import { histogram } from './histogram.ts';
import { type BoardView, boardQuery } from './view.ts';

/** How the scores are distributed, and what moved lately: above the list, drawn from the snapshot alone. */
export function summary(input: PageInput, view: BoardView): string {
  // Whoever filters or turns a page looks for companies.
  const whole = !view.q && !view.tier && view.page === 1;
  return html`!${whole ? html`<section class="glance" aria-label="At a glance">!${histogram(input)}!${view.other ? '' : lately(input)}</section>` : ''}
!${tierLinks(input, view)}`;
}

/** The tiers with their companies, as links that filter the list. */
function tierLinks({ snapshot, rubrics }: PageInput, view: BoardView): string {
  const tiers = [...snapshot.tiers.keys()].sort((a, b) => tierPlace(rubrics, a) - tierPlace(rubrics, b));
  const link = (name: string, label: string, count: number) =>
    html`<li><a href="/${boardQuery({ ...view, tier: name, page: 1 })}"!${view.tier === name ? ' aria-current="true"' : ''}>!${label} <b>${grouped(count)}</b></a></li>`;
  return html`<nav class="spread" aria-label="Tiers">
<ul>!${link('', 'All', snapshot.count)}!${tiers.map((name) => link(name, tierMark(rubrics, name), snapshot.tiers.get(name) ?? 0))}</ul>
</nav>`;
}

/** Largest rises, largest falls and newest audits; a list without an entry is left out. */
function lately({ snapshot }: PageInput): string {
  const { rises, falls, latest } = highlightsOf(snapshot);
  const list = (title: string, items: readonly string[]) =>
    items.length ? html`<div><h2>${title}</h2><ul>!${items}</ul></div>` : '';
  const item = ({ slug, company, fictional }: Listed, facts: string) =>
    html`<li><a href="/audits/${slug}"><bdi>${company}</bdi></a>!${fictionalMark(fictional)} !${facts}</li>`;
  const moves = (of: typeof rises) =>
    of.map(({ company, before }) =>
      item(
        company,
        html`<span>${before} → ${company.overall_score}</span> <b>${signed(company.overall_score - before)}</b>`,
      ),
    );
  if (latest.length === 0) return '';
  return html`<details class="lately"><summary>Movers and latest audits</summary><div>
!${list('Largest rises', moves(rises))}
!${list('Largest falls', moves(falls))}
!${list(
    'Latest audits',
    latest.map((company) =>
      item(company, html`<span>!${dayMark(company.audit_date)}</span> <b>${company.overall_score}</b>`),
    ),
  )}
</div></details>`;
}
