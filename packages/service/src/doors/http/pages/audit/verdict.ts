import { isFictional } from '@readymark/rubric/audit/audit';
import { type Rubric, type Rubrics, tierOf } from '@readymark/rubric/rubric';
import { html } from 'ghtml';
import { bar, linearScale } from '../../html/charts.ts';
import { counted, dayMark, grouped, hostOf, shortened } from '../../html/format.ts';
import { fictionalMark } from '../../html/marks.ts';
import { tierMark, tierPlace } from '../../html/tier.ts';
import type { PageInput } from '../page-input.ts';
import type { AuditView } from './view.ts';

/** Letters of a text in the first screen; the whole text is further down. */
const NAME_MAX = 72;
const TEXT_MAX = 120;
/** Longer names are set smaller; beyond the second bound they may not be whole, and are written out among the facts. */
const NAME_LARGE_MAX = 24;
const NAME_WHOLE_MAX = 32;
/** The same of hosts, which are on one line. */
const HOST_WHOLE_MAX = 36;

/** What the first screen shows beside the audit itself. All of it is HTML. */
type Beside = {
  /** In front of the name: where the reader is. */
  path: string;
  /** Behind the tier; '' for nothing. */
  mark: string;
  /** Names and values of further facts. */
  facts: readonly (readonly [string, string])[];
  /** What a reader must know before anything else; '' for nothing. */
  notice: string;
  /** What a reader should know; '' for nothing. */
  note: string;
};

/**
 * The first screen of an audit (decision 61): name, score, tier, the pillars, and the three things that matter. Each
 * text is cut to what a phone shows, and leads to the whole one.
 */
export function verdict(
  { rubrics, private_draft }: PageInput,
  { record, rubric, next }: AuditView,
  { path, mark, facts, notice, note }: Beside,
  three: string,
): string {
  const { company, website, overall_score, tier } = record;
  const host = hostOf(website);
  const site = /^https?:\/\//i.test(website)
    ? html`<a href="${website}" rel="nofollow noopener external">${host}</a>`
    : html`<span>${host}</span>`;
  const { length } = company;
  const size = length > NAME_WHOLE_MAX ? ' class="long cut"' : length > NAME_LARGE_MAX ? ' class="long"' : '';
  const whole = [
    ...(length > NAME_WHOLE_MAX ? [['Name', html`<bdi>${company}</bdi>`] as const] : []),
    ...(host.length > HOST_WHOLE_MAX ? [['Website', html`<bdi>${host}</bdi>`] as const] : []),
  ];
  return html`<header class="verdict">
<div class="who">
<p class="path">!${path}</p>
<h1 dir="auto"!${size}><span>${shortened(company, NAME_MAX)}</span>!${fictionalMark(isFictional(record))}</h1>
<p class="site">!${site}</p>
!${notice}
</div>
<div class="score">
<p class="total"><b>${overall_score}</b> <span>of ${rubric.total}</span></p>
<p class="big">!${private_draft ? html`proposed; a reviewer may give ${private_draft.low} to ${private_draft.high}` : html`!${tierMark(rubrics, tier)}!${mark}`}</p>
</div>
!${three}
<div class="facts">
<div>!${scoreRuler(rubrics, rubric, overall_score)}
!${next && !private_draft ? html`<p class="next">${counted(next.points, 'point')} to ${next.tier}</p>` : ''}</div>
<dl>!${[...whole, ...facts].map(([name, value]) => html`<div><dt>${name}</dt><dd>!${value}</dd></div>`)}</dl>
!${note}
</div>
</header>`;
}

/**
 * The pillars as bars on one scale: a point has the same length in every pillar, so pillars with more points have longer
 * bars.
 *
 * @param peers companies whose medians are marked on the bars
 * @param at address of the page that has the criteria by pillar; '' for this one
 */
export function pillarTable(
  { record, rubric }: AuditView,
  peers: { of: string; medians: ReadonlyMap<string, number> } | undefined,
  at: string,
): string {
  const pillars = Object.entries(record.pillars);
  const scale = Math.max(1, ...pillars.map(([, { max }]) => max));
  const median = (id: string) => {
    const points = peers?.medians.get(id);
    return points === undefined ? '' : html`<span class="unseen">, median ${points}</span>`;
  };
  const meaning = new Map(rubric.pillars.map(({ id, description }) => [id, description]));
  const rows = pillars.map(
    ([id, { name, score, max }]) => html`<tr>
<th scope="row"><a href="${at}#${id}" title="${meaning.get(id) ?? ''}"><span class="id">${id}</span> ${name}</a></th>
<td class="drawn">!${bar(score, max, scale, peers?.medians.get(id))}</td>
<td class="num"><b>${score}</b> of ${max}!${median(id)}</td>
</tr>`,
  );
  const caption = peers
    ? html`<caption><span class="unseen">Pillars. </span><i aria-hidden="true"></i> median of ${peers.of}</caption>`
    : '<caption class="unseen">Pillars</caption>';
  return html`<table class="pillars">!${caption}<thead class="unseen"><tr><th scope="col">Pillar</th><th scope="col">Chart</th><th scope="col">Points</th></tr></thead>
<tbody>!${rows}</tbody></table>`;
}

/** The best signal, the worst gap and the next action: the first of each list. */
export function threeThings({ record }: AuditView): string {
  const [signal, gap, action] = [record.strongest_signals[0], record.critical_gaps[0], record.priority_actions[0]];
  const one = (name: string, to: string, text: string | undefined, more = '') => {
    const shown = text === undefined ? '<span class="none">None listed</span>' : link(to, text);
    return html`<div class="${to}"><dt>${name}!${more}</dt><dd>!${shown}</dd></div>`;
  };
  const points = action ? html` <b>${counted(action.points_gain, 'point').replace(/^/, '+')}</b>` : '';
  return html`<dl class="three">
!${one('Strongest signal', 'signals', signal?.title)}
!${one('Most critical gap', 'gaps', gap?.title)}
!${one('Next action', 'actions', action?.action, points)}
</dl>`;
}

const link = (to: string, text: string) => html`<a href="#${to}" dir="auto">${shortened(text, TEXT_MAX)}</a>`;

/** Facts that every audit has. */
export const dateFact = (name: string, date: string, mark = ''): readonly [string, string] => [
  name,
  `${dayMark(date)}${mark}`,
];

/** Rank of a company among all. */
export const rankFact = (rank: number, count: number): readonly [string, string] => [
  'Rank',
  `${grouped(rank)} of ${grouped(count)}`,
];

/** The score on a line from 0 to the total, with the bounds of the tiers. The text alternative contains the same facts. */
export function scoreRuler(rubrics: Rubrics, rubric: Rubric, score: number): string {
  const x = linearScale([0, rubric.total], [0, 400]);
  const zones = rubric.tiers.map(({ name, min, max }) => {
    const [from, to] = [x(min), x(max === rubric.total ? max : max + 1)];
    return html`<path class="t${tierPlace(rubrics, name)}" d="M${from + 0.75} 12H${to - 0.75}v8H${from + 0.75}z"/>`;
  });
  const bounds = rubric.tiers
    .filter(({ min }) => min > 0)
    .map(({ min }) => html`<text x="${x(min)}" y="34">${min}</text>`);
  const at = x(score);
  const label = `${score} of ${rubric.total} points, in the tier ${tierOf(rubric, score).name}; tiers begin at ${rubric.tiers.map(({ name, min }) => `${min} (${name})`).join(', ')}.`;
  return html`<svg class="ruler" viewBox="-4 0 408 38" role="img" aria-label="${label}">
!${zones}<path class="marker" d="M${at} 10.5l-5-9h10z"/><path class="marker" d="M${at - 1} 10h2v12h-2z"/>!${bounds}</svg>`;
}
