import { businessKinds } from '@readymark/rubric/ladder';
import { html } from 'ghtml';
import { businessWords } from '../../../../domain/companies/business-words.ts';
import { hasHidden, seenText, writtenOut } from '../hidden.ts';
import { hidden, options } from '../parts.ts';
import { type Review, readVersion } from './review.ts';
import { baseValues, isText, type ListName, lists, textValues } from './text-lists.ts';
import { shown, unsavedNote } from './totals.ts';
import { partNames } from './words.ts';

/** Empty rows behind a list, so that something can be added without a script. */
const SPARE_ROWS = 2;

/** The texts that follow from the scores until somebody writes them, as one form. */
export function textForm(review: Review, texts: Readonly<Record<string, string>>, mistake = ''): string {
  const { draft, typed, start } = review;
  const values = textValues(draft.record);
  const field: Field = (name) => typed.get(name)?.text ?? values[name] ?? '';
  const base: Field = (name) => (typed.has(name) ? html` data-base="${values[name] ?? ''}"` : '');
  const version = readVersion(review, isText);
  return html`<section class="review-texts" id="texts" tabindex="-1" aria-labelledby="texts-name">
<h2 id="texts-name">Texts</h2>
<p class="hint">They follow from the scores as long as nobody writes them. Empty a row to leave it out.</p>
!${mistake}
!${olderNote(review)}
!${start(`/desk/audits/${draft.job_id}/texts`, 'data-review-form="texts"')}<input type="hidden" name="version" value="${version}">
!${Object.entries(baseValues(draft.record)).map(([name, value]) => hidden(name, value))}
<label for="executive_summary">Executive summary</label>
<p class="hint" id="four">Four sentences: who the company is; what an agent can do there today; what stops it; one next step. The first one only a person can write.</p>
<textarea id="executive_summary" name="executive_summary" aria-describedby="four" dir="auto" rows="5" maxlength="10000"!${base('executive_summary')}>
${field('executive_summary')}</textarea>
!${note(field('executive_summary'))}
!${(Object.keys(lists) as ListName[]).map((name) => list(review, texts, name, field, base))}
<p class="actions review-buttons"><button>Save the texts</button><span class="review-saved" data-saved></span></p>
!${[...typed.keys()].some(isText) ? unsavedNote : ''}
</form>
</section>`;
}

/** Texts that may quote what a criterion does not say any more. */
const olderNote = ({ draft: { older_texts } }: Review): string =>
  older_texts.length
    ? html`<div class="message note"><p>${older_texts.map(({ name, criteria }) => `${partNames[name] ?? name}: written before ${criteria.join(', ')} changed`).join('. ')}. Read it again.</p></div>`
    : '';

type Field = (name: string) => string;

function list(
  { draft, typed, rubric }: Review,
  texts: Readonly<Record<string, string>>,
  name: ListName,
  field: Field,
  base: Field,
): string {
  // What was typed into a spare row keeps its row.
  const typed_rows = [...typed.keys()].flatMap((key) => {
    const [of, at] = key.split('.');
    return of === name ? [Number(at) + 1] : [];
  });
  const rows = Math.max(draft.record[name].length, ...typed_rows) + SPARE_ROWS;
  const { title, fields } = lists[name];
  const pillars = Object.keys(draft.record.pillars);
  const open = typed_rows.length > 0;
  return html`<details class="review-list" id="${name}"!${open ? ' open' : ''}>
<summary><h3>${title}</h3> <span class="review-glance" dir="auto">!${shown(texts, `glance-${name}`)}</span></summary>
<ol class="ruled">!${Array.from({ length: rows }, (_, at) => {
    const inputs = fields.map((part) =>
      input(`${name}.${at}.${part}`, part, { field, base, pillars, efforts: rubric.efforts }),
    );
    return html`<li>!${inputs}</li>`;
  })}</ol></details>`;
}

/** One field of a row. */
function input(
  name: string,
  part: string,
  { field, base, ...choices }: { field: Field; base: Field; pillars: readonly string[]; efforts: readonly string[] },
): string {
  const value = field(name);
  const [of = '', at = ''] = name.split('.');
  const label = html`<label for="${name}">${partNames[part] ?? part}<span class="unseen"> ${Number(at) + 1} of ${lists[of as ListName].title.toLowerCase()}</span></label>`;
  if (part === 'pillar' || part === 'effort') {
    const known = part === 'pillar' ? choices.pillars : choices.efforts;
    const names = ['', ...known, ...(known.includes(value) || value === '' ? [] : [value])];
    return html`<p class="review-short">!${label}<select id="${name}" name="${name}"!${base(name)}>!${options(names, value)}</select></p>`;
  }
  if (part === 'points_gain')
    return html`<p class="review-short">!${label}<input id="${name}" name="${name}" inputmode="numeric" value="${value}"!${base(name)} autocomplete="off"></p>`;
  if (part === 'title')
    return html`<p>!${label}<input id="${name}" name="${name}" value="${value}"!${base(name)} dir="auto" autocomplete="off">!${note(value)}</p>`;
  return html`<p>!${label}<textarea id="${name}" name="${name}"!${base(name)} dir="auto" rows="2">
${value}</textarea>!${note(value)}</p>`;
}

const note = (value: string) =>
  hasHidden(value) ? html`<span class="review-note">With its hidden characters: ${writtenOut(value)}</span>` : '';

/** The kind of business, which says with whom a company is compared in public (decision 177). */
export function businessPart({ draft: { business, job_id }, closed, start }: Review): string {
  const none = business === null ? [html`<option value="">not said</option>`] : [];
  const options = businessKinds.map(
    (kind) =>
      html`<option value="${kind}"!${kind === business?.business ? ' selected' : ''}>${businessWords[kind]}</option>`,
  );
  const form = html`!${start(`/desk/audits/${job_id}/business`)}<p class="actions"><label for="business">Compared with</label> <select id="business" name="business">!${[...none, ...options]}</select> <button>Save the kind</button></p></form>`;
  const because = business === null ? '' : html`: !${seenText(business.because)}`;
  return html`<section aria-labelledby="business-name" id="kind">
<h2 id="business-name">Kind of business</h2>
<p class="hint">The public page compares the company with others of its kind, once there are five. ${business === null ? 'Nobody said one' : businessWords[business.business]}!${because}.</p>
!${closed ? '' : form}
</section>`;
}

/** What is to be pasted into the site for the priority actions, each folded; empty where there is nothing. */
export function snippetPart({ draft: { snippets, business } }: Review): string {
  if (business === null) return '';
  return html`<section class="review-snippets" id="snippets" aria-labelledby="snippets-name">
<h2 id="snippets-name">To be pasted</h2>
<p class="hint">Capitals say what was not read. The record does not have these texts.</p>
!${snippets.map(
    ({
      action,
      title,
      place,
      text,
    }) => html`<details class="review-list"><summary><h3>${title}</h3> <span class="review-glance" dir="auto">${place}</span></summary>
<p dir="auto">!${seenText(action)}</p>
<pre class="review-snippet" dir="auto">!${seenText(text)}</pre></details>`,
  )}
</section>`;
}
