import { html } from 'ghtml';
import type { Fault } from '../../../domain/fault.ts';
import { counted, hostOf, shortened } from '../html/format.ts';
import type { Refused, Visit } from './definition.ts';

/** What several pages of the desk draw. All returned texts are HTML; all given ones are plain. */

/**
 * The start tag of a form that posts to a path, with the token of this session for it. The path is an address of our own.
 *
 * @param attributes more attributes, as HTML
 */
export const formStart = ({ token }: Visit, path: string, attributes = ''): string =>
  html`<form method="post" action="${path}" !${attributes}><input type="hidden" name="form" value="${token(path)}">`;

/** A form with its fields, as HTML, below each other. @param refused why it comes back: said above them */
export const stackedForm = (visit: Visit, path: string, fields: string, refused?: Pick<Refused, 'fault'>): string =>
  html`!${formStart(visit, path, 'class="request-form"')}
!${refused ? faultMessage(refused.fault) : ''}
!${fields}</form>`;

/** Something that is folded until it is needed. All of it is HTML. */
export const folded = (title: string, inner: string, open = false, attributes = ''): string =>
  html`<details class="request-folded"!${attributes}!${open ? ' open' : ''}><summary>!${title}</summary>
!${inner}</details>`;

/** A box to tick, or a round button, with its words as HTML. @param attributes of the field, as HTML */
export const choice = (
  [type, name, value]: readonly [type: 'checkbox' | 'radio', name: string, value: string],
  words: string,
  checked: boolean,
  attributes = '',
): string =>
  html`<label class="request-choice"><input type="${type}" name="${name}" value="${value}"!${attributes}!${checked ? ' checked' : ''}> <span>!${words}</span></label>`;

/** What can be chosen from a list: names, each with other words where it has some. */
export const options = (of: readonly (string | readonly [value: string, words: string])[], chosen = ''): string[] =>
  of.map((one) => {
    const [value, words] = typeof one === 'string' ? [one, one] : one;
    const named = value === words ? '' : html` value="${value}"`;
    return html`<option!${named}!${value === chosen ? ' selected' : ''}>${words}</option>`;
  });

export const hidden = (name: string, value: string): string =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** A term in plain text and its value as HTML. */
export type Fact = readonly [term: string, value: string];

/** Terms with their values; those without a value are left out. @param look `kept` shows line ends as they were typed */
export const factList = (facts: readonly Fact[], look: 'kept' | '' = ''): string =>
  html`<dl class="desk-facts!${look && ` ${look}`}">!${facts
    .filter(([, value]) => value !== '')
    .map(([term, value]) => html`<div><dt>${term}</dt><dd>!${value}</dd></div>`)}</dl>`;

/** The host of a website, cut where it is long. */
export const hostMark = (website: string): string => html`${shortened(hostOf(website), 60)}`;

/** What a program calls `in_review`, in words. */
export const spaced = (name: string): string => name.replaceAll('_', ' ');

const MINUTE_MS = 60_000;
const units = [
  ['day', 24 * 60 * MINUTE_MS],
  ['hour', 60 * MINUTE_MS],
  ['minute', MINUTE_MS],
] as const;

/** A time as its distance from now, with the time itself for who wants it exactly: `3 days ago`, `just now`, `in 2 hours`. */
export function timeMark(at: string, now: Date): string {
  const distance = now.getTime() - Date.parse(at);
  const [unit, length] = units.find(([, length]) => Math.abs(distance) >= length) ?? ['', 0];
  const count = length === 0 ? 0 : Math.floor(Math.abs(distance) / length);
  const words = count === 0 ? 'just now' : distance > 0 ? `${counted(count, unit)} ago` : `in ${counted(count, unit)}`;
  return html`<time datetime="${at}" title="${at.slice(0, 16).replace('T', ' ')} UTC">${words}</time>`;
}

/** A status in words: `in_review` as `in review`. */
export const statusMark = (status: string): string => html`<span class="state">${spaced(status)}</span>`;

/** What was done, or what is wrong. A screen reader says it at once. @param more HTML */
export const message = (kind: 'done' | 'wrong' | 'note', text: string, more = ''): string =>
  html`<div class="message ${kind}" role="${kind === 'wrong' ? 'alert' : 'status'}"><p>${text}</p>!${more}</div>`;

/** A fault with the fields that it names. */
export function faultMessage(fault: Fault): string {
  const errors = fault.details.errors ?? [];
  const list = errors.map(({ field, message: text }) => html`<li><code>${field}</code> ${text}</li>`);
  return message('wrong', inPageWords(fault.message), errors.length ? html`<ul class="dots">!${list}</ul>` : '');
}

/**
 * The message of an operation for somebody before a page: without commands and names of fields, for which pages have boxes and
 * buttons.
 */
export const inPageWords = (text: string): string =>
  text
    .replace(/ \((?:readymark [^()]{0,400}|--[a-z-]{1,40}, [a-z_]{1,40}: true)\)/g, '')
    .replace(/(?:; run| with) readymark [^()]{0,400}\([a-z_]{1,40}\)/g, '')
    .replace(/--[a-z-]{1,40} \([a-z_]{1,40}: true\)/g, 'the box for it');
