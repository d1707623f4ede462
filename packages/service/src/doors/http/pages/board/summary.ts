import { tierOf } from '@readymark/rubric/rubric';
import { html } from 'ghtml';
import { highlightsOf } from '../../../../catalogue/lists/highlights.ts';
import type { Listed } from '../../../../catalogue/snapshot.ts';
import { counted, dayMark, grouped, signed } from '../../html/format.ts';
import { fictionalMark } from '../../html/marks.ts';
import { tierMark, tierPlace } from '../../html/tier.ts';
import { type PageInput, rubricOf } from '../page-input.ts';
import { type BoardView, boardQuery } from './view.ts';

/** How the scores are distributed, and what moved lately: above the list, drawn from the snapshot alone. */
export function summary(input: PageInput, view: BoardView): string {
  // Whoever filters or turns a page looks for companies.
  const whole = !view.q && !view.tier && view.page === 1;
  return html`!${whole ? html`<section class="glance" aria-label="At a glance">!${input.snapshot.ranked < DRAWN_MIN ? '' : histogram(input)}!${view.other ? '' : lately(input)}</section>` : ''}
!${tierLinks(input, view)}`;
}

/** Of fewer companies a distribution says nothing. */
const DRAWN_MIN = 5;

/** Scores of one bar. */
const STEP = 5;
/** The drawing, in points: all scores side by side, the bars, and the labels below. */
const [WIDTH, HEIGHT, LABELS] = [600, 170, 24];

/** How many companies have which score, with the bounds of the tiers below. */
function histogram({ snapshot, rubrics }: PageInput): string {
  const { scores, ranked } = snapshot;
  const rubric = rubricOf(rubrics, '');
  const bins = new Map<number, number>();
  // The best score shares the last bar.
  const binOf = (score: number) => Math.floor(Math.min(score, rubric.total - 1) / STEP) * STEP;
  for (const [score, companies] of scores) bins.set(binOf(score), (bins.get(binOf(score)) ?? 0) + companies);
  const most = Math.max(1, ...bins.values());
  const across = (score: number) => Math.round((score / rubric.total) * WIDTH);
  const bars = [...bins].map(([from, companies]) => {
    const height = companies && Math.max(2, Math.round((companies / most) * HEIGHT));
    const place = tierPlace(rubrics, tierOf(rubric, from).name);
    return html`<path class="t${place}" d="M${across(from) + 2} ${HEIGHT - height}h${across(STEP) - 4}v${height}h-${across(STEP) - 4}z"/>`;
  });
  const bounds = [...rubric.tiers.map(({ min }) => min), rubric.total].sort((a, b) => a - b);
  const labels = bounds.map((score, at) => {
    const anchor = at === 0 ? 'start' : at === bounds.length - 1 ? 'end' : 'middle';
    return html`<text x="${across(score)}" y="${HEIGHT + 18}" text-anchor="${anchor}">${score}</text>`;
  });
  const ticks = bounds.map((score) => `M${across(score)} ${HEIGHT}v4`).join('');
  const words = `${counted(ranked, 'company', 'companies')} by score; half of them score ${median(scores, ranked)} or more`;
  return html`<figure class="histogram"><figcaption><h2>Scores</h2> <span>${words}</span></figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT + LABELS}" role="img" aria-label="${words}">!${bars}<path class="base" d="M0 ${HEIGHT}h${WIDTH}!${ticks}"/>!${labels}</svg>
</figure>`;
}

/** The highest score that at least half of the companies have or exceed. */
export function median(scores: ReadonlyMap<number, number>, companies: number): number {
  let above = 0;
  for (const [score, count] of [...scores].sort(([a], [b]) => b - a)) {
    above += count;
    if (2 * above >= companies) return score;
  }
  return 0;
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
