import type { ScoreChange } from '@readymark/rubric/audit/changes';
import { content, type Node } from '../../../../content/content.ts';
import { signed } from '../../html/format.ts';
import { given, idMark } from '../../html/marks.ts';

/** A score on one side of a comparison; null where that audit does not have the pillar or criterion. */
export const scoreOn = (score: number | null | undefined, max: number | null | undefined): string =>
  score == null ? 'not scored' : `${score}/${max}`;

/** The points by which a score moved; 0 where one side does not have it. */
export const movedBy = ({ before, after }: Pick<ScoreChange, 'before' | 'after'>): number =>
  before === null || after === null ? 0 : after - before;

/** The class of what moved so. */
export const direction = (by: number): string => (by === 0 ? '' : by > 0 ? 'up' : 'down');

/**
 * Scores before and after, one row each.
 *
 * @param at address before the id of a row in its link; undefined for no link
 */
export function movesTable(
  what: 'Pillar' | 'Criterion',
  caption: string,
  changes: readonly ScoreChange[],
  at?: string,
): Node {
  const row = (change: ScoreChange) => {
    const { id, name, before, after, max_before, max_after } = change;
    const by = movedBy(change);
    const title = [idMark(id), given(name)];
    return content`<tr class="${direction(by)}"><th scope="row">${at === undefined ? title : content`<a href="${at}${id}">${title}</a>`}</th><td>${scoreOn(before, max_before)}</td><td>${scoreOn(after, max_after)}</td><td><b>${by === 0 ? '·' : signed(by)}</b></td></tr>`;
  };
  return content`<table class="moves"><caption class="unseen">${caption}</caption><thead><tr><th scope="col">${what}</th><th scope="col">Before</th><th scope="col">After</th><th scope="col">Change</th></tr></thead>
<tbody>${changes.map(row)}</tbody></table>`;
}
