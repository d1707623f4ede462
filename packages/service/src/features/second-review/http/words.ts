import { html } from 'ghtml';
import type { SecondReview } from '../../../domain/auditing/second-review.ts';
import type { Fact } from '../../../doors/http/desk/parts.ts';

type Agreed = Pick<NonNullable<SecondReview['agreement']>, 'criteria' | 'within_one' | 'equal' | 'kappa'>;

export const percent = (share: number): string => `${Math.round(share * 100)} %`;

export const kappaText = (kappa: number | null): string =>
  kappa === null ? 'not defined' : kappa.toFixed(2).replace('-', '−');

/** How far two people agree. */
export const agreementFacts = ({ criteria, within_one, equal, kappa }: Agreed): Fact[] => [
  ['Within one point', html`<b>${percent(within_one)}</b> of ${criteria} scores`],
  ['Equal', html`<b>${percent(equal)}</b>`],
  [
    'Weighted kappa',
    html`<b>${kappaText(kappa)}</b> <span class="hint">${kappa === null ? 'both gave everything one and the same score' : '1: the same scores, 0: no better than chance, below: worse'}</span>`,
  ],
];

export const scoredText = ({ scored, to_score }: Pick<SecondReview, 'scored' | 'to_score'>): string =>
  scored === to_score ? `all ${to_score} scored` : `${scored} of ${to_score} scored`;

export const scoringPath = (job_id: string): string => `/desk/second/${encodeURIComponent(job_id)}`;
