import { html } from 'ghtml';
import { type Correction, correctedScores, reasonOf } from '../../../../domain/audit/correction.ts';
import { day } from '../../html/format.ts';

/** `22 Nov 2026, 21:41 UTC` */
const moment = (at: string): string => `${day(at.slice(0, 10))}, ${at.slice(11, 16)} UTC`;

/** A correction as one line of plain text, which ends with its reason. */
export const correctionLine = (one: Correction): string =>
  `Corrected on ${moment(one.at)}: ${correctedScores(one)}. ${reasonOf(one)}`;

/** The newest correction of the audit on the page, for its first screen; '' where there is none. */
export function correctionNote(corrections: readonly Correction[], audit_date: string, more: string): string {
  const own = corrections.filter((one) => one.audit_date === audit_date);
  const [newest] = own;
  if (!newest) return '';
  const others = own.length > 1 ? html` <a href="${more}">${own.length - 1} more</a>` : '';
  return html`<p class="note corrected"><b>Corrected</b> on <time datetime="${newest.at}">${moment(newest.at)}</time>: <b>${correctedScores(newest)}</b>. <bdi>${reasonOf(newest)}</bdi>!${others}</p>`;
}

/** All corrections of a company, newest first; '' without any. */
export function correctionList(corrections: readonly Correction[]): string {
  if (!corrections.length) return '';
  const items = corrections.map(
    (one) =>
      html`<li><time datetime="${one.at}">${moment(one.at)}</time>, the audit of ${day(one.audit_date)}: ${correctedScores(one)}. <bdi>${reasonOf(one)}</bdi></li>`,
  );
  return html`<h3 id="corrections">Corrections</h3><ul class="dots">!${items}</ul>`;
}
