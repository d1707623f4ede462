import type { RungState } from '@readymark/auditor/score/proposal';
import type { Ladder } from '@readymark/rubric/ladder';
import { html } from 'ghtml';
import type { DraftedCriterion, Review } from './review.ts';
import { rungWords } from './words.ts';

/** Above this maximum a score is typed: so many rungs would be no ladder. */
const ROWS_MAX = 12;

/**
 * The rungs of a criterion, highest first, each with what it demands, whether it holds, and the button that gives its score.
 *
 * @param chosen the score that is marked, as it was typed
 * @param fixed nothing can be changed
 */
export function ladder(
  { draft, ladders }: Pick<Review, 'draft' | 'ladders'>,
  one: DraftedCriterion,
  chosen: string,
  fixed: boolean,
): string {
  const demanded = ladders?.ladders.find(({ id }) => id === one.id)?.rungs ?? [];
  if (one.max > ROWS_MAX)
    return html`<p><label for="${one.id}-score">Score, 0 to ${one.max}</label><input id="${one.id}-score" name="score" type="number" min="0" max="${one.max}" value="${chosen}"!${fixed ? ' disabled' : ''}></p>`;
  // The ladder of a preview may be that of a rubric with more points.
  const top = one.score === null ? Math.max(one.max, ...one.rungs.map(({ score }) => score)) : one.max;
  const rows = Array.from({ length: top + 1 }, (_, at) => top - at);
  // Without a form of its own each ladder needs a name of its own: buttons of one name are one choice.
  const name = fixed ? `score-${one.id}` : 'score';
  return html`<fieldset class="review-ladder"!${fixed ? ' disabled' : ''}>
<legend>Score!${draft.by_hand || one.low === one.high ? '' : html`, ${one.low} to ${one.high} possible`}</legend>
!${rows.map((score) => row(one, { name, score, chosen: chosen === String(score), by_hand: draft.by_hand, demanded: demanded.find((rung) => rung.score === score) }))}
</fieldset>
!${demanded.length ? html`<p class="hint"><a href="/rubric#${one.id}" target="_blank">All rungs<span class="unseen"> of ${one.id}</span></a></p>` : ''}`;
}

/** A rung as the ladder names it. */
type Demanded = Pick<Ladder['rungs'][number], 'title' | 'text'>;

/** @param of.by_hand nothing was proposed */
function row(
  one: DraftedCriterion,
  {
    name,
    score,
    chosen,
    by_hand,
    demanded,
  }: { name: string; score: number; chosen: boolean; by_hand: boolean; demanded: Demanded | undefined },
): string {
  const { id, low, high, proposed } = one;
  const rung = one.rungs.find((rung) => rung.score === score);
  const whole = rung?.text ?? demanded?.text ?? (score === 0 ? 'No rung holds.' : '');
  const inside = !by_hand && score >= low && score <= high;
  // In full only what is proposed or chosen: what may hold instead is named, and all of it is one click away.
  const text = by_hand || chosen || !demanded || (inside && !one.open) ? whole : demanded.title;
  // Where a person is asked, what cannot hold is a number with a sign: its name is for who points at it or hears it.
  const small = one.open && !by_hand && !chosen && !inside && one.rungs.length > 0;
  const more = small ? text : text === whole ? '' : whole;
  // The bar beside it and the sign say the same to the eye; the legend explains them once.
  const unseen = [inside && score !== proposed ? 'possible' : '', rung ? rungWords[rung.state] : ''].filter(Boolean);
  const kind = [inside ? 'review-inside' : '', small ? 'review-small' : ''].filter(Boolean).join(' ');
  return html`<label!${kind && html` class="${kind}"`}!${more && html` title="${more}"`}>
<input type="radio" name="${name}" value="${score}" id="${id}-${score}"!${chosen ? ' checked' : ''}>
<b>${score}</b>
<span>!${rung ? stateSign(rung.state) : ''}!${inside && score === proposed ? '<i>proposed</i> ' : ''}!${unseen.length ? html`<span class="unseen">${unseen.join(', ')}: </span>` : ''}!${small ? html`<span class="unseen">${text}</span>` : html`${text}`}</span>
</label>`;
}

/** The sign of each state of a rung. */
export const signs: readonly (readonly [sign: string, state: RungState])[] = [
  ['✓', 'true'],
  ['≈', 'likely'],
  ['?', 'unknown'],
  ['✗', 'false'],
];

/** A sign beside the words, for a quick eye. */
function stateSign(state: RungState): string {
  const sign = signs.find(([, of]) => of === state)?.[0] ?? '';
  return html`<span class="review-sign review-${state}" aria-hidden="true">${sign}</span> `;
}
