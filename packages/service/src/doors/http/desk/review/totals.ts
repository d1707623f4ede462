import { NOT_WRITTEN } from '@readymark/rubric/audit/draft';
import { html } from 'ghtml';
import { counted, grouped } from '../../html/format.ts';
import { writtenOut } from '../hidden.ts';
import { evidenceOf, openWords, type Review, stateWords } from './review.ts';
import { type ListName, lists, listTitles } from './text-lists.ts';

/**
 * Short texts of the page that follow from the draft, by name. The script puts them where `data-shown` has the name, so that
 * no sum, tier or rank is ever worked out in the browser.
 */
export function shownTexts(review: Review): Record<string, string> {
  const { record, overall, criteria, open, by_hand, version } = review.draft;
  const { place, of } = review.rank;
  const interval = overall.low === overall.high ? '' : `, ${overall.low} to ${overall.high} possible`;
  return {
    total: String(record.overall_score),
    revisions: counted(version, 'revision'),
    tier: tierWords(review),
    rank: `would be ${grouped(place)} of ${grouped(of)}`,
    proposed: by_hand ? 'written by hand' : `proposed ${overall.proposed}${interval}`,
    open: openWords(review),
    next: open.length > 0 ? 'Next open' : 'To the end',
    ...Object.fromEntries(Object.entries(record.pillars).map(([id, { score }]) => [`sum-${id}`, String(score)])),
    ...Object.fromEntries(criteria.map((one) => [`score-${one.id}`, String(one.score ?? one.proposed)])),
    ...Object.fromEntries(criteria.map((one) => [`standing-${one.id}`, stateWords(one)])),
    ...Object.fromEntries(criteria.map((one) => [`glance-${one.id}`, glance(evidenceOf(review, one) || NOT_WRITTEN)])),
    ...Object.fromEntries(
      (Object.keys(lists) as ListName[]).map((name) => [`glance-${name}`, glance(listTitles(record, name))]),
    ),
    ...Object.fromEntries(criteria.map((one) => [`said-${one.id}`, reviewWords(one.review)])),
  };
}

/** The tier; where so much was not observed that none can be named, the tiers between which it lies. */
function tierWords({ draft: { record, open_tier } }: Review): string {
  if (open_tier === null) return record.tier;
  const [low, high] = open_tier.tiers;
  return `No tier yet, ${open_tier.low} to ${open_tier.high}: ${low === high ? low : `${low} to ${high}`}`;
}

/** Characters of what is beside something that is folded. */
const GLANCE_MAX = 220;

const glance = (text: string) => writtenOut(text.slice(0, GLANCE_MAX).toWellFormed());

/** What a person last did with a criterion, in a sentence. */
function reviewWords(review: Review['draft']['criteria'][number]['review']): string {
  if (review === null) return '';
  const { reviewer, from, to, evidence, reason } = review;
  const score = from === to ? (evidence === null ? `confirmed ${to}` : `kept ${to}`) : `changed ${from} to ${to}`;
  return `${reviewer} ${score}${evidence === null ? '' : ' and wrote the evidence'}${reason ? `: ${writtenOut(reason)}` : '.'}`;
}

/** One of these texts at its place. */
export const shown = (texts: Readonly<Record<string, string>>, name: string): string =>
  html`<span data-shown="${name}">${texts[name] ?? ''}</span>`;

/** Score, tier, rank and pillars of the draft as it is now. */
export function totals(review: Review, texts: Readonly<Record<string, string>>): string {
  const { record } = review.draft;
  const pillars = Object.entries(record.pillars);
  const scale = Math.max(1, ...pillars.map(([, { max }]) => max));
  return html`<section class="review-totals" aria-label="Score">
<p class="review-total"><b>!${shown(texts, 'total')}</b> of ${review.rubric.total}</p>
<p class="review-verdict"><b>!${shown(texts, 'tier')}</b><br>!${shown(texts, 'rank')}<br>!${shown(texts, 'proposed')}!${lastTotal(review)}</p>
<dl>!${pillars.map(
    ([id, { name, score, max }]) =>
      html`<div><dt><a href="#${id}">${id} ${name}</a></dt><dd>!${bar(id, score, max, scale)}<span>!${shown(texts, `sum-${id}`)} of ${max}</span></dd></div>`,
  )}</dl>
</section>`;
}

const lastTotal = ({ last, draft }: Review) =>
  last === undefined
    ? html`<br>first audit of this company`
    : html`<br>${last.overall_score} in the audit of ${draft.last_audit_date}`;

/** The shape of a bar of so many points. */
export const barShape = (points: number): string => `M0 0h${points}v1H0z`;

/** A bar that the script may give another length. Decoration: the number is beside it. */
const bar = (id: string, score: number, max: number, scale: number) =>
  html`<svg class="bar" viewBox="0 0 ${scale} 1" preserveAspectRatio="none" aria-hidden="true"><path d="${barShape(max)}"/><path d="${barShape(score)}" data-bar="${id}"/></svg>`;

/** Beside what was typed earlier and is drawn again. */
export const unsavedNote =
  '<p class="review-note" data-unsaved>You typed this and did not save it. <button name="act" value="forget" class="quiet">Take it back</button></p>';
