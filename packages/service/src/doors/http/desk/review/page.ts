import { html } from 'ghtml';
import { dayMark, hostOf } from '../../html/format.ts';
import { jobOf } from '../addresses.ts';
import type { DeskContent, Key, Visit } from '../definition.ts';
import { writtenOut } from '../hidden.ts';
import { message, timeMark } from '../parts.ts';
import { criterionPart } from './criterion.ts';
import { signs } from './ladder.ts';
import { loadReview } from './load.ts';
import { blindReview, criterionState, othersWords, type Review } from './review.ts';
import { businessPart, snippetPart, textForm } from './texts.ts';
import { shown, shownTexts, totals } from './totals.ts';
import { rungWords } from './words.ts';

/** What is wrong with what was sent, and its place: the id of a criterion, or `texts`. */
type Mistake = { at: string; message: string };

/**
 * The review of a drafted job (decision 121); for who scores it blind, the page where he does. Faults: not_found; conflict,
 * when there is no draft (any more).
 */
export async function drawReview(visit: Visit): Promise<DeskContent | { see_other: string }> {
  const blind = blindReview(visit);
  const elsewhere = await blind?.placeOf(visit, jobOf(visit));
  if (elsewhere !== undefined) return { see_other: elsewhere };
  const review = await loadReview(visit);
  const reviewers = review.draft.revisions.map(({ reviewer }) => reviewer);
  return reviewPage(review, { second: (await blind?.partOf(visit, jobOf(visit), reviewers)) ?? '' });
}

/** The page of a draft (decision 121): every criterion with its rule, its evidence and its form; then the texts, and the way on. */
export function reviewPage(
  review: Review,
  { mistake, second }: { mistake?: Mistake; second?: string } = {},
): DeskContent {
  const { draft, closed } = review;
  const { record, job_id } = draft;
  const texts = shownTexts(review);
  const wrong = (at: string) =>
    mistake?.at === at ? html`<div class="message wrong"><p>${mistake.message}</p></div>` : '';
  const next = draft.open[0];
  const pillars = Object.entries(record.pillars).map(([id, { name, max }]) => {
    const criteria = draft.criteria.filter((one) => one.score !== null && pillarOf(review, one.id) === id);
    return html`<section aria-labelledby="${id}"><h2 id="${id}"><span class="id">${id}</span> ${name} <span class="review-sum">!${shown(texts, `sum-${id}`)} of ${max}</span></h2>
!${criteria.map((one) => criterionPart(review, one, texts, wrong(one.id)))}</section>`;
  });
  const previews = draft.criteria.filter((one) => one.score === null);
  const preview =
    previews.length === 0
      ? ''
      : html`<section aria-labelledby="previews"><h2 id="previews">Previews</h2><p class="hint">Proposed only: the record does not have them.</p>!${previews.map((one) => criterionPart(review, one, texts))}</section>`;
  return {
    title: `Review of ${record.company}`,
    keys: closed ? moving : [...moving, ...judging],
    main: html`<div class="review" data-review="/desk/audits/${job_id}" data-version="${draft.version}" data-published="${review.published}" data-typed="${review.token(`/desk/audits/${job_id}/typed`)}">
<header class="review-top"><p class="path"><a href="/desk/audits">Audits</a></p>
<h1 dir="auto">${writtenOut(record.company)}</h1>
<p>!${facts(review, texts)}</p>
<p class="hint">!${legend}</p></header>
!${mistake ? message('wrong', mistake.message, html`<p>Nothing was saved. What you typed is kept at <a href="#${mistake.at}">${mistake.at}</a>.</p>`) : ''}
!${publishedNote(review)}
!${totals(review, texts)}
<div class="review-bar"><p><b>!${shown(texts, 'total')}</b> <span class="review-bar-tier">!${shown(texts, 'tier')}</span> <span class="review-left">!${shown(texts, 'open')}</span>
!${closed ? '' : html`<a href="#${next ?? 'end'}" data-next>!${shown(texts, 'next')}</a>`}</p>
<p class="review-status" role="status" aria-live="polite" data-status></p><p class="review-others" data-others>${othersWords(review).join(' ')}</p></div>
<div class="review-parts">
<nav class="review-contents" aria-label="Criteria">!${contents(review, texts)}</nav>
<div>
!${pillars}
!${preview}
!${closed ? '' : textForm(review, texts, wrong('texts'))}
!${businessPart(review)}
!${snippetPart(review)}
!${end(review, texts, second ?? '')}
</div>
</div>
!${closed ? '' : thumbBar}
</div>`,
  };
}

/** On a phone what judges is under the thumb, wherever its criterion is; the script shows it. */
const thumbBar = html`<div class="review-thumb" role="toolbar" aria-label="Judge the criterion in view" hidden><b data-thumb-id></b>!${[0, 1, 2, 3, 4, 5].map((score) => html`<button type="button" data-thumb="${score}">${score}</button>`)}<button type="button" data-thumb="c">Right</button><button type="button" data-thumb="n">Next</button></div>`;

const moving: readonly Key[] = [
  ['j', 'the next criterion'],
  ['k', 'the criterion before'],
];
/** What the script presses on the criterion that has the focus. */
const judging: readonly Key[] = [
  ['n', 'the next one that needs you'],
  ['0–5', 'give this score and save it'],
  ['c Enter', 'right as it is'],
  ['x', 'the sentence does not say that: it is scored anew'],
  ['e', 'write the evidence'],
  ['r', 'write the reason'],
  ['Esc', 'back from a text to its criterion'],
];

/** What the signs of rungs mean. */
const legend = signs
  .map(([sign, state]) => html`<span class="review-${state}" aria-hidden="true">${sign}</span> ${rungWords[state]}`)
  .join(' · ');

const pillarOf = ({ draft }: Review, id: string) => draft.record.criteria.find((one) => one.id === id)?.pillar;

function facts({ draft }: Review, texts: Readonly<Record<string, string>>): string {
  const { record, job_id, by_hand } = draft;
  const { website, audit_date, slug } = record;
  return html`<bdi>${hostOf(website)}</bdi> · <span>${slug}</span> · !${dayMark(audit_date)} !${by_hand ? '' : html`· <a href="/desk/audits/${job_id}/evidence">everything that was fetched</a>`} · !${shown(texts, 'revisions')}`;
}

/** All criteria with their points, to jump to: those that need a person are marked by a word, too. */
function contents({ draft }: Review, texts: Readonly<Record<string, string>>): string {
  return html`<ol>!${draft.criteria.map((one) => {
    const state = criterionState(one);
    return html`<li data-state="${state}" data-entry="${one.id}"><a href="#${one.id}"><span class="id">${one.id}</span> <span>${one.name}</span><b>!${shown(texts, `score-${one.id}`)}<span class="unseen">, !${shown(texts, `standing-${one.id}`)}</span></b></a></li>`;
  })}
<li><a href="#texts"><span></span> <span>Texts</span></a></li></ol>`;
}

/** What is still open, and the way on. */
function end({ draft, closed }: Review, texts: Readonly<Record<string, string>>, second: string): string {
  const { job_id, open } = draft;
  const at = `/desk/audits/${job_id}`;
  const links = html`<a href="${at}/record.json">Export as JSON</a>`;
  if (closed)
    return html`<section class="review-end" id="end" tabindex="-1" aria-labelledby="end-name"><h2 id="end-name">The record</h2><p>!${links}</p></section>`;
  return html`<section class="review-end" id="end" tabindex="-1" aria-labelledby="end-name">
<h2 id="end-name">Publish</h2>
<p><b>!${shown(texts, 'open')}</b><span data-open-links>!${open.length > 0 ? html`: !${open.map((id) => html`<a href="#${id}">${id}</a> `)}` : ''}</span></p>
<p class="actions"><a href="${at}/preview">Preview the public page</a> <a class="review-main" href="${at}/publish">Check and publish</a></p>
!${second}
<p class="hint">!${links} · <a href="${at}/import">Import a record</a></p>
</section>`;
}

/** What was published from the draft, and what is to be done about a mistake in it. */
function publishedNote({ draft, closed, now }: Review): string {
  const { published, record } = draft;
  if (published === null) return '';
  const { publication, published_at, correctable_until, same } = published;
  const what = html`<a href="/desk/publications/${publication}">publication ${publication}</a>, !${timeMark(published_at, now)} (<a href="/desk/published/${record.slug}/${record.audit_date}">how it was reviewed</a>)`;
  const next = closed
    ? 'It can be read here and no longer changed. A mistake is corrected by a new audit.'
    : same
      ? html`Until !${clock(correctable_until)} UTC a correction can be begun here: what you change is published in its place.`
      : 'A correction of it was begun and is not published yet.';
  return html`<div class="message note"><p>This draft was published: !${what}. !${next}</p></div>`;
}

const clock = (at: string) => html`<time datetime="${at}">${at.slice(11, 16)}</time>`;
