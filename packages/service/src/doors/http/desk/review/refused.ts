import { html } from 'ghtml';
import type { Meanwhile } from '../../../../domain/auditing/meanwhile.ts';
import type { Fault } from '../../../../domain/fault.ts';
import { jobOf } from '../addresses.ts';
import type { DeskContent, Refused, Visit } from '../definition.ts';
import { seenText } from '../hidden.ts';
import { factList, hidden, message } from '../parts.ts';
import { loadReview } from './load.ts';
import { reviewPage } from './page.ts';
import type { Review } from './review.ts';
import { partNames } from './words.ts';

/**
 * The answer to a form of the review that was not accepted: with what was typed, and what is wrong at its place; with both
 * texts where somebody else changed the same; and where there is no draft any more, with what was typed alone.
 *
 * @param at the criterion that the form is about, or `texts`
 */
export async function refusedPage(visit: Visit, { values, fault }: Refused, at: string): Promise<DeskContent> {
  const sent = [...values].filter(([name]) => !/^(form|version|act|base\..*)$/.test(name));
  let review: Review;
  try {
    review = await loadReview(visit);
  } catch {
    return lostPage(visit, sent, fault);
  }
  const known = at === 'texts' || review.draft.criteria.some(({ id, score }) => id === at && score !== null);
  if (review.closed || !known) return lostPage(visit, sent, fault);
  const theirs = fault.details.meanwhile?.filter(({ touched }) => touched) ?? [];
  if (theirs.length > 0) return conflictPage(review, values, theirs, at);
  const version = Math.min(review.draft.version, Number(values.get('version')) || 0);
  const typed = sent.map(([name, text]) => [at === 'texts' ? name : `${at}.${name}`, { text, version }] as const);
  return reviewPage(
    { ...review, typed: new Map([...review.typed, ...typed]) },
    { mistake: { at, message: fault.message } },
  );
}

/** The draft is gone: what was typed is shown, so that it can be kept elsewhere. */
function lostPage(visit: Visit, sent: readonly (readonly [string, string])[], fault: Fault): DeskContent {
  return {
    title: 'Not saved',
    main: html`<h1>Not saved</h1>
!${message('wrong', fault.message)}
<p>This is what you typed:</p>
!${pairs(sent)}
<p class="actions"><a href="/desk/audits/${jobOf(visit)}">To the audit</a> <a href="/desk">Back to the queue</a></p>`,
  };
}

/** Two people changed the same: both texts, and a form for each way out. */
function conflictPage(review: Review, values: URLSearchParams, theirs: readonly Meanwhile[], at: string): DeskContent {
  const { draft } = review;
  const path = `/desk/audits/${draft.job_id}/${at === 'texts' ? 'texts' : `criteria/${at}`}`;
  const kept = [...values].filter(([name]) => name !== 'form' && name !== 'version');
  const who = [...new Set(theirs.map(({ reviewer }) => reviewer))].join(', ');
  return {
    title: 'Changed by somebody else',
    main: html`<h1>${at === 'texts' ? 'The texts were' : `${at} was`} changed by ${who}</h1>
!${message('wrong', 'Nothing of yours was saved. Choose which of the two stays.')}
<div class="review-conflict">!${theirs.map(
      (one) => html`<section><h2>By ${one.reviewer}</h2>!${pairs(theirsOf(one))}</section>
<section><h2>Yours</h2>!${pairs(mineOf(values, one, at))}</section>`,
    )}</div>
<div class="actions">
!${review.start(path)}!${hidden('version', String(draft.version))}!${kept.map(([name, value]) => hidden(name, value))}<button>Save mine over it</button></form>
!${review.start(path)}!${hidden('version', String(draft.version))}<button class="quiet" name="act" value="forget">Keep what ${who} wrote</button></form>
</div>`,
  };
}

type Pair = readonly [name: string, text: string];

const pairs = (list: readonly Pair[]) =>
  factList(
    list.map(([name, text]) => [partNames[name] ?? name, html`<p dir="auto">!${seenText(text)}</p>`]),
    'kept',
  );

function theirsOf({ criterion, text, field }: Meanwhile): Pair[] {
  if (criterion) {
    const { score, evidence, reason } = criterion;
    return [['score', String(score)], ['evidence', evidence], ...(reason ? [['reason', reason] as const] : [])];
  }
  if (!Array.isArray(text)) return [[field, text ?? '']];
  return text.flatMap((row) => Object.entries(row).map(([name, value]) => [name, String(value)] as const));
}

function mineOf(values: URLSearchParams, { field }: Meanwhile, at: string): Pair[] {
  const own = [...values].filter(([name]) =>
    at === 'texts' ? name === field || name.startsWith(`${field}.`) : ['score', 'evidence', 'reason'].includes(name),
  );
  return own.filter(([, text]) => text !== '').map(([name, text]) => [name.split('.').at(-1) ?? name, text] as const);
}
