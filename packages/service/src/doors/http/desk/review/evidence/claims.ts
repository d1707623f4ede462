import type { Claim, ClaimVerdict } from '@readymark/auditor/evidence/claim';
import { html } from 'ghtml';
import { counted, shortened } from '../../../html/format.ts';
import { seenText } from '../../hidden.ts';
import type { DraftedCriterion, Review } from '../review.ts';

/** How many are on the page that count, and that a person may tick; `read_draft` has them all. */
const COUNTED_MAX = 4;
const CANDIDATES_MAX = 3;
const QUOTE_MAX = 300;
/** Of a sentence that is on the page already. */
const NAMED_MAX = 60;

/** What a claim that somebody judged is, and what another one counts as. */
const verdictWords: Record<ClaimVerdict, string> = {
  supports: 'says that, as a person answered',
  negated: 'does not say that: it does not count',
  other_party: 'speaks of others: it does not count',
  unclear: 'unclear: it does not count',
};
const countWords: Record<Claim['counts'], string> = {
  proof: 'counts',
  sign: 'counts as a sign, and is not quoted',
  candidate: 'may say it, and does not count',
  refused: 'does not count',
};

const isCounted = ({ counts }: Claim) => counts === 'proof' || counts === 'sign';

/** The sentences that a criterion rests on or might rest on, each with the buttons that say what it is (decision 162). */
export function claimPart({ draft, start, closed }: Review, criterion: DraftedCriterion): string {
  const { id, open, claims = [], doubt = 0 } = criterion;
  const deciding = open && !closed ? decidingClaim(criterion) : undefined;
  const [judged, others] = [true, false].map((is) => claims.filter(({ verdict }) => (verdict !== null) === is)) as [
    Claim[],
    Claim[],
  ];
  const shown = [
    ...judged,
    ...others.filter(isCounted).slice(0, COUNTED_MAX),
    ...others.filter((one) => !isCounted(one)).slice(0, CANDIDATES_MAX),
  ];
  if (shown.length === 0) return '';
  const waiting = shown.filter((one) => one.verdict === null && !isCounted(one)).length;
  const list = html`<ul class="review-claims">!${shown.map((one) => item(draft.job_id, one, { closed, is_above: one === deciding }))}</ul>`;
  // What counts already decides nothing more: it is read where it is looked for.
  const asks = judged.length > 0 || (doubt >= 1 && waiting > 0);
  return html`<details class="review-said-there"!${asks ? ' open' : ''}><summary>${counted(shown.length - waiting, 'sentence')}!${waiting === 0 ? '' : html`, ${waiting} that may say it`}</summary>
!${closed ? list : html`!${start(pathOf(draft.job_id, id))}!${list}</form>`}</details>`;
}

/** The sentence that decides what was proposed; undefined where no sentence does, as for a score that readers are expected to give. */
function decidingClaim({ claims = [], rungs, proposed }: DraftedCriterion): Claim | undefined {
  if (!rungs.some(({ score, state }) => score === proposed && (state === 'true' || state === 'likely')))
    return undefined;
  return claims.find(({ counts, verdict }) => counts === 'proof' && verdict !== 'negated') ?? claims.find(isCounted);
}

/** The sentence that decides what was proposed, between its neighbours, with its rung; '' where no sentence does. */
export function decidingPart(criterion: DraftedCriterion): string {
  const one = decidingClaim(criterion);
  if (!one) return '';
  const { before, quote, next } = one;
  return html`<div class="review-decides"><p dir="auto">!${seenText(shortened(before, 120))} <q>!${seenText(shortened(quote, QUOTE_MAX))}</q> !${seenText(shortened(next, 120))}</p>
<p class="hint">It decides rung ${criterion.proposed}. <kbd>c</kbd> if so!${one.counts === 'proof' ? ', <kbd>x</kbd> if not' : ''}</p></div>`;
}

const pathOf = (job_id: string, id: string) => `/desk/audits/${job_id}/criteria/${id}/claims`;

/** @param at.is_above its words are above it already */
function item(job_id: string, one: Claim, { closed, is_above }: { closed: boolean; is_above: boolean }): string {
  const { before, quote, next, url, sha256, verdict, counts, page_kind, witnesses } = one;
  const said = verdict === null ? countWords[counts] : verdictWords[verdict];
  const page = html`<bdi>!${seenText(shortened(url.replace(/^https?:\/\//, ''), 60))}</bdi>`;
  const where =
    url === ''
      ? ''
      : html` · !${sha256 === null ? page : html`<a href="/desk/audits/${job_id}/evidence/${sha256}">!${page}</a>`} (${page_kind}!${witnesses.length === 0 ? '' : html`, and ${counted(witnesses.length, 'other page')}`})`;
  const words = is_above
    ? html`<p dir="auto">What decides: <q>!${seenText(shortened(quote, NAMED_MAX))}</q></p>`
    : html`<p dir="auto">!${seenText(shortened(before, 120))} <q>!${seenText(shortened(quote, QUOTE_MAX))}</q> !${seenText(shortened(next, 120))}</p>`;
  return html`<li data-counts="${counts}">!${words}
<p class="review-claim-end"><span>${said}!${where}</span>!${closed ? '' : buttons(one)}</p></li>`;
}

function buttons({ claim, verdict, counts }: Claim): string {
  const button = (answer: ClaimVerdict | '', words: string) =>
    html`<button name="act" value="${claim} ${answer}" class="quiet">${words}</button> `;
  if (verdict !== null) return button('', 'Take back');
  const against = html`!${button('negated', 'Does not say that')}!${button('other_party', 'Speaks of others')}`;
  return counts === 'proof' ? against : html`!${button('supports', 'Says that')}!${against}`;
}
