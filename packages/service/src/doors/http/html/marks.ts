import type { Rubrics } from '@readymark/rubric/rubric';
import { content, drawn, either, forPrograms, type Node } from '../../../content/content.ts';
import { dayMark, shortened } from './format.ts';
import { plain } from './markdown.ts';
import { tierMark } from './tier.ts';

/** What pages show of audits, as content of a line. */

/** The id of a pillar or a criterion, in front of its name. */
export const idMark = (id: string): Node => content`<span class="id">${id}</span> `;

/** A number behind a title. */
export const countMark = (count: string | number): Node =>
  content`${drawn(' ', ', ')}<span class="sum">${count}</span>`;

/** `2026-11-20`; in HTML as `20 Nov 2026`. */
export const dateMark = (date: string): Node => drawn(dayMark(date), date);

export const tierName = (rubrics: Rubrics, name: string): Node => drawn(tierMark(rubrics, name), plain(name));

/** What is put behind the name of a company that does not exist. */
export const ifFictional = (fictional: boolean): Node => drawn(fictionalMark(fictional), fictionalWord(fictional));

/** A name that others gave; of a long one HTML shows `max` characters. */
export const given = (name: string, max = Number.POSITIVE_INFINITY): Node =>
  either(content`<bdi>${shortened(name, max)}</bdi>`, name);

/** The licence of scores, which each page says to people at its end. */
export const licenceNote: Node = forPrograms(content`<p>Scores: CC BY-NC 4.0</p>`);

/**
 * The marks of companies that do not exist (decision 105), to be put behind their names wherever they are shown. Nothing
 * for real companies.
 */
export const fictionalMark = (fictional: boolean): string =>
  fictional ? ' <span class="fictional" title="An example: this company does not exist">fictional</span>' : '';

/** The same in Markdown. */
export const fictionalWord = (fictional: boolean): string => (fictional ? ' (fictional)' : '');
