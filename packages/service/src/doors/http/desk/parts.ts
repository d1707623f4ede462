import { html } from 'ghtml';
import type { Fault } from '../../../domain/fault.ts';
import { counted } from '../html/format.ts';
import type { Visit } from './definition.ts';

/** What several pages of the desk draw. All returned texts are HTML; all given ones are plain. */

/**
 * The start tag of a form that posts to a path, with the token of this session for it. The path is an address of our own.
 *
 * @param attributes more attributes, as HTML
 */
export const formStart = ({ token }: Visit, path: string, attributes = ''): string =>
  html`<form method="post" action="${path}" !${attributes}><input type="hidden" name="form" value="${token(path)}">`;

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
export const statusMark = (status: string): string => html`<span class="state">${status.replaceAll('_', ' ')}</span>`;

/** What was done, or what is wrong. A screen reader says it at once. @param more HTML */
export const message = (kind: 'done' | 'wrong' | 'note', text: string, more = ''): string =>
  html`<div class="message ${kind}" role="${kind === 'wrong' ? 'alert' : 'status'}"><p>${text}</p>!${more}</div>`;

/** A fault with the fields that it names. */
export function faultMessage(fault: Fault): string {
  const errors = fault.details.errors ?? [];
  const list = errors.map(({ field, message: text }) => html`<li><code>${field}</code> ${text}</li>`);
  return message('wrong', fault.message, errors.length ? html`<ul class="dots">!${list}</ul>` : '');
}
