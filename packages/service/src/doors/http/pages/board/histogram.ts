import { tierOf } from '@readymark/rubric/rubric';
import { html } from 'ghtml';
import { medianOf, type ScoreCounts } from '../../../../domain/leaderboard.ts';
import { counted } from '../../html/format.ts';
import { tierPlace } from '../../html/tier.ts';
import { type PageInput, rubricOf } from '../page-input.ts';

/** Of fewer companies a distribution says nothing. */
export const COMPARED_MIN = 5;

/** Scores of one bar. */
const STEP = 5;
/** The drawing, in points: all scores side by side, the bars, and the labels below. */
const [WIDTH, HEIGHT, LABELS] = [600, 170, 24];
/** Room above the bars for the sign of one company. */
const SIGN = 26;

/** Which companies are drawn, and in which words. */
type Drawn = {
  scores: ScoreCounts;
  /** What is said below the title, as text. */
  words: string;
  /** The score of the company that the page is about. */
  here?: number;
};

/** All ranked companies; '' where they are too few. */
export function histogram(input: PageInput): string {
  const { scores, ranked } = input.snapshot;
  if (ranked < COMPARED_MIN) return '';
  const words = `${counted(ranked, 'company', 'companies')} by score; half of them score ${medianOf(scores)} or more`;
  return html`<figure class="histogram"><figcaption><h2>Scores</h2> <span>${words}</span></figcaption>
!${bars(input, { scores, words })}
</figure>`;
}

/** How many companies have which score, with the bounds of the tiers below. */
export function bars({ rubrics }: PageInput, { scores, words, here }: Drawn): string {
  const rubric = rubricOf(rubrics, '');
  const bins = new Map<number, number>();
  // The best score shares the last bar.
  const binOf = (score: number) => Math.floor(Math.min(score, rubric.total - 1) / STEP) * STEP;
  for (const [score, companies] of scores) bins.set(binOf(score), (bins.get(binOf(score)) ?? 0) + companies);
  const most = Math.max(1, ...bins.values());
  const across = (score: number) => Math.round((score / rubric.total) * WIDTH);
  const heightOf = (companies: number) => companies && Math.max(2, Math.round((companies / most) * HEIGHT));
  const drawn = [...bins].map(([from, companies]) => {
    const height = heightOf(companies);
    const place = tierPlace(rubrics, tierOf(rubric, from).name);
    return html`<path class="t${place}" d="M${across(from) + 2} ${HEIGHT - height}h${across(STEP) - 4}v${height}h-${across(STEP) - 4}z"/>`;
  });
  const bounds = [...rubric.tiers.map(({ min }) => min), rubric.total].sort((a, b) => a - b);
  const labels = bounds.map((score, at) => {
    const anchor = at === 0 ? 'start' : at === bounds.length - 1 ? 'end' : 'middle';
    return html`<text x="${across(score)}" y="${HEIGHT + 18}" text-anchor="${anchor}">${score}</text>`;
  });
  const ticks = bounds.map((score) => `M${across(score)} ${HEIGHT}v4`).join('');
  const top = here === undefined ? 0 : -SIGN;
  const sign = here === undefined ? '' : signAt(across(here), HEIGHT - heightOf(bins.get(binOf(here)) ?? 0), here);
  return html`<svg viewBox="0 ${top} ${WIDTH} ${HEIGHT + LABELS - top}" role="img" aria-label="${words}">!${drawn}<path class="base" d="M0 ${HEIGHT}h${WIDTH}!${ticks}"/>!${labels}!${sign}</svg>`;
}

/** An arrow onto the bar of a company, with its score. */
function signAt(x: number, y: number, score: number): string {
  const anchor = x < WIDTH / 10 ? 'start' : x > WIDTH - WIDTH / 10 ? 'end' : 'middle';
  return html`<path class="here" d="M${x} ${y - 2}l-6-9h12z"/><text class="here" x="${x}" y="${y - 14}" text-anchor="${anchor}">${score}</text>`;
}
