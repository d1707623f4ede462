import { type Rubric, type Rubrics, tierOf } from '@readymark/rubric/rubric';
import { html } from 'ghtml';
import { linearScale } from '../../html/scale.ts';
import { tierPlace } from '../../html/tier.ts';

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
