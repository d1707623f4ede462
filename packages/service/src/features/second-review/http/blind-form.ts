import { type FetchedSource, isFetched } from '@readymark/auditor/evidence/evidence';
import { html } from 'ghtml';
import type { z } from 'zod';
import { auditPath } from '../../../doors/http/desk/addresses.ts';
import type { Visit } from '../../../doors/http/desk/definition.ts';
import { seenText } from '../../../doors/http/desk/hidden.ts';
import { formStart } from '../../../doors/http/desk/parts.ts';
import { counted, shortened } from '../../../doors/http/html/format.ts';
import type { readSecondReview } from '../operations/read-second-review.ts';
import { scoredText, scoringPath } from './words.ts';

export type Review = z.output<typeof readSecondReview.output>;
export type Item = Review['items'][number];

/** What somebody typed and was not saved, by criterion; the review has what is stored. */
export type Typed = ReadonlyMap<string, { score: number | null; note: string | null }>;

/** Pages shown under a criterion, and letters of what is quoted of each: with twenty criteria the page stays below 60 KB. */
const PAGES_MAX = 2;
const EXCERPT_MAX = 96;
const ADDRESS_MAX = 52;
const NOTE_MAX = 2_000;

/**
 * Everything that is scored blind, as one form: each button saves all of it, so that nothing that was chosen is lost without
 * a script; with one each choice is saved at once.
 */
export function blindForm(visit: Visit, review: Review, typed: Typed): string {
  const { job_id, version, items } = review;
  const pillars = [...Map.groupBy(items, ({ pillar }) => pillar)];
  const base = items.map(({ score }) => score ?? '-').join(',');
  return html`!${formStart(visit, scoringPath(job_id), 'class="second-form" data-second')}
<input type="hidden" name="version" value="${version}"><input type="hidden" name="base" value="${base}">
!${pillars.map(
    ([
      pillar,
      of,
    ]) => html`<section aria-labelledby="${pillar}"><h2 id="${pillar}"><span class="id">${pillar}</span> ${pillarName(visit, review, pillar)}</h2>
!${of.map((item) => criterion(job_id, item, typed.get(item.id)))}
<p class="second-save"><button name="go" value="${pillar}" class="quiet">Save</button></p></section>`,
  )}
<div class="second-bar"><p><b data-scored>${scoredText(review)}</b> <span role="status" data-status></span></p>
<p><button name="go" value="save" class="quiet">Save</button> <button name="go" value="finish">Finish</button></p></div>
</form>`;
}

const pillarName = ({ ctx }: Visit, { rubric }: Review, pillar: string): string =>
  ctx.rubrics.get(rubric)?.pillars.find(({ id }) => id === pillar)?.name ?? '';

function criterion(job_id: string, item: Item, typed: ReturnType<Typed['get']>): string {
  const { id, name, max, description, question, ladder } = item;
  const score = typed ? typed.score : item.score;
  const note = typed ? typed.note : item.note;
  const elsewhere =
    typed && item.score !== null && typed.score !== item.score
      ? html`<p class="wrong">Saved in another window: ${item.score}. Here, not saved: ${typed.score ?? 'none'}.</p>`
      : '';
  const rungs = Array.from({ length: max + 1 }, (_, points) => {
    const text = points === 0 ? 'Nothing of this.' : (ladder.find((one) => one.score === points)?.text ?? '');
    return html`<label><input type="radio" name="score.${id}" value="${points}"!${points === score ? ' checked' : ''}><b>${points}</b><span>${text}</span></label>`;
  });
  return html`<fieldset id="${id}" tabindex="-1">
<legend><span class="id">${id}</span> ${name}</legend>
<p class="hint">${description}</p>
!${question === null ? '' : html`<p>${question}</p>`}
!${elsewhere}
<div class="second-rungs">!${rungs}</div>
!${sources(job_id, item)}
<details!${note ? ' open' : ''}><summary>Note</summary><textarea name="note.${id}" rows="3" maxlength="${NOTE_MAX}" aria-label="Note to ${id}">${note ?? ''}</textarea></details>
</fieldset>
`;
}

/** Each page once, with the first words of it, and the stored text one click away, where they are marked. */
function sources(job_id: string, { id, sources: found }: Item): string {
  const numbered = found.flatMap((source, at) => (isFetched(source) ? [{ ...source, number: at + 1 }] : []));
  if (!numbered.length) return html`<p class="hint">No page was found for this.</p>`;
  const pages = [...Map.groupBy(numbered, ({ url, sha256 }) => `${sha256} ${url}`).values()];
  const more = pages.length - PAGES_MAX;
  const items = pages.slice(0, PAGES_MAX).map((of) => page(job_id, id, of));
  const rest = more > 0 ? html`<li><a href="${auditPath(job_id)}/evidence">${counted(more, 'more page')}</a></li>` : '';
  return html`<ul class="second-sources">!${items}!${rest}</ul>`;
}

function page(job_id: string, id: string, of: readonly (FetchedSource & { number: number })[]): string {
  const source = of.find(({ excerpt }) => excerpt !== '') ?? of[0];
  if (!source) return '';
  const { url, status, sha256, excerpt, number } = source;
  const address = html`<bdi>!${seenText(shortened(url.replace(/^https?:\/\//, ''), ADDRESS_MAX))}</bdi>`;
  const place = `${auditPath(job_id)}/evidence/${sha256}?of=${id}&source=${number}`;
  const words = excerpt === '' ? '' : html` <q dir="auto">!${seenText(shortened(excerpt, EXCERPT_MAX))}</q>`;
  return html`<li>!${sha256 === null ? address : html`<a href="${place}">!${address}</a>`} <span class="hint">${status ?? 'no answer'}</span>!${words}</li>`;
}
