import { NOT_WRITTEN } from '@readymark/rubric/audit/draft';
import { html } from 'ghtml';
import { shortened } from '../../html/format.ts';
import { hasHidden, seenText } from '../hidden.ts';
import { claimPart, decidingPart } from './evidence/claims.ts';
import { sourceList } from './evidence/sources.ts';
import { ladder } from './ladder.ts';
import { criterionState, type DraftedCriterion, evidenceOf, type Review, readVersion } from './review.ts';
import { shown, unsavedNote } from './totals.ts';
import { pageWords, reasonWords } from './words.ts';

/**
 * One criterion: its ladder, its evidence with the sources, what the last audit said, and the form that changes or confirms it.
 * It is open where a person is needed, or something was typed and is not saved.
 *
 * @param mistake HTML of what is wrong with what was sent
 */
export function criterionPart(
  review: Review,
  one: DraftedCriterion,
  texts: Readonly<Record<string, string>>,
  mistake = '',
): string {
  const { id, name, max } = one;
  const state = criterionState(one);
  const open = state === 'open' || isUnsaved(review, id) || mistake !== '';
  return html`<section class="review-one" id="${id}" tabindex="-1" aria-labelledby="${id}-name" data-criterion="${id}" data-state="${state}">
<details!${open ? ' open' : ''}>
<summary><h3 id="${id}-name"><span class="id">${id}</span> <bdi>${name}</bdi></h3>
<span class="review-points"><b>!${shown(texts, `score-${id}`)}</b> of ${max}</span>
<span class="review-state">!${shown(texts, `standing-${id}`)}!${scoreBefore(review, one)}</span>
<span class="review-glance" dir="auto">!${shown(texts, `glance-${id}`)}</span></summary>
!${why(one)}
!${mistake}
!${state === 'preview' || review.closed ? fixed(review, one, texts) : form(review, one, texts)}
!${state === 'preview' ? '' : claimPart(review, one)}
</details>
</section>`;
}

/** What the last audit gave, where something else is proposed: so that it is seen without unfolding. */
function scoreBefore({ last, draft }: Review, { id, proposed }: DraftedCriterion): string {
  const was = last?.criteria.find((one) => one.id === id)?.score;
  return was === undefined || draft.by_hand || was === proposed ? '' : html`, was ${was}`;
}

const isUnsaved = ({ typed }: Review, id: string) =>
  ['score', 'evidence', 'reason'].some((part) => typed.has(`${id}.${part}`));

/** Why a person is needed, and what only a person can judge. */
function why({ needs_human, question, open, contradicted, proposed, score }: DraftedCriterion): string {
  if (contradicted)
    return html`<p class="review-why"><b>The evidence says otherwise.</b> ${score} was not proposed, and the sentence is still that of ${proposed}. Write one sentence that says what you know; everybody reads it beside the score.</p>`;
  if (needs_human.length === 0 && !open)
    return question === null ? '' : html`<p class="review-question">${question}</p>`;
  const reasons = needs_human.map((reason) => reasonWords[reason]);
  const said = reasons.length > 0 ? reasons.join(' ') : 'The machine did not score it.';
  return html`<p class="review-why">${said}!${question === null ? '' : html` <em>${question}</em>`}</p>`;
}

function form(review: Review, one: DraftedCriterion, texts: Readonly<Record<string, string>>): string {
  const { id } = one;
  const evidence = evidenceOf(review, one);
  const { draft, typed, start } = review;
  const unsaved = isUnsaved(review, id);
  const typedOr = (part: string, otherwise: string) => typed.get(`${id}.${part}`)?.text ?? otherwise;
  const path = `/desk/audits/${draft.job_id}/criteria/${id}`;
  return html`!${start(path, html`data-review-form="${id}" data-score="${one.score}"`)}<input type="hidden" name="version" value="${readVersion(review, (field) => field.startsWith(`${id}.`))}">
<div class="review-two">
<div>!${one.open ? decidingPart(one) : ''}
<label for="${id}-evidence">Evidence</label>
<textarea id="${id}-evidence" name="evidence" dir="auto" maxlength="10000" placeholder="${NOT_WRITTEN}" rows="${rowsOf(evidence)}"!${typed.has(`${id}.evidence`) ? html` data-base="${evidence}"` : ''}>
${typedOr('evidence', evidence)}</textarea>
!${hasHidden(evidence) ? html`<p class="review-note">With its hidden characters: !${seenText(evidence)}</p>` : ''}
!${sourceList(draft.job_id, one)}
!${before(review, one, evidence)}
</div>
<div>
!${ladder(review, one, typedOr('score', String(one.score)), false)}
<label for="${id}-reason">Reason${draft.by_hand ? '' : ', if outside the interval'}</label>
<textarea id="${id}-reason" name="reason" dir="auto" maxlength="1000" rows="1" data-base="">
${typedOr('reason', '')}</textarea>
<p class="review-said" dir="auto">!${shown(texts, `said-${id}`)}</p>
<p class="actions review-buttons"><button name="act" value="save" class="quiet">Save</button> <button name="act" value="confirm">Right as it is</button><span class="review-saved" data-saved></span></p>
!${unsaved ? unsavedNote : ''}
</div>
</div>
</form>`;
}

/** The same where nothing can be changed. */
function fixed(review: Review, one: DraftedCriterion, texts: Readonly<Record<string, string>>): string {
  const { id } = one;
  const evidence = evidenceOf(review, one);
  return html`<div class="review-two">
<div><p dir="auto">!${seenText(evidence)}</p>
!${sourceList(review.draft.job_id, one)}
!${before(review, one, evidence)}</div>
<div>!${ladder(review, one, String(one.score ?? one.proposed), true)}
<p class="review-said" dir="auto">!${shown(texts, `said-${id}`)}</p></div>
</div>`;
}

/** Characters of the evidence of the last audit; longer ones are on its page. */
const BEFORE_MAX = 240;

/** What the last audit said of it, and which of its pages changed since. */
function before({ draft, last }: Review, { id }: DraftedCriterion, evidence: string): string {
  const { record } = draft;
  const was = last?.criteria.find((one) => one.id === id);
  if (!was) return last ? '<p class="review-before">The last audit did not score it.</p>' : '';
  const pages = draft.changes.find((change) => change.id === id)?.pages ?? [];
  const listed = pages.map(({ url, change, before: old, after }) => {
    const address = html`<bdi>!${seenText(url.replace(/^https?:\/\//, ''))}</bdi>`;
    const stored = `/desk/audits/${draft.job_id}/evidence/${after}?of=${id}`;
    const earlier =
      old === null || draft.last_job_id === null
        ? ''
        : html`, <a href="/desk/audits/${draft.last_job_id}/evidence/${old}">as it was</a>`;
    return html`<li>${pageWords[change]}: !${after === null ? address : html`<a href="${stored}">!${address}</a>`}!${earlier}</li>`;
  });
  const same = was.evidence === evidence;
  return html`<div class="review-before"><p><b>${draft.last_audit_date}: ${was.score} of ${was.max}</b>!${same ? ', with the same evidence' : html`. <span dir="auto">!${seenText(shortened(was.evidence, BEFORE_MAX))}</span>`}!${was.evidence.length > BEFORE_MAX ? html` <a href="/audits/${record.slug}/${draft.last_audit_date}#${id}">All of it</a>` : ''}</p>
!${listed.length === 0 ? '' : html`<ul>!${listed}</ul>`}</div>`;
}

/** Lines that a field for a text needs at a usual width. */
const rowsOf = (text: string) =>
  Math.max(2, Math.min(12, Math.ceil(text.length / 72) + (text.match(/\n/g)?.length ?? 0)));
