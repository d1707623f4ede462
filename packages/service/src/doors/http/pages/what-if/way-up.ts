import type { WayUp } from '@readymark/rubric/audit/what-if';
import { html } from 'ghtml';
import { counted } from '../../html/format.ts';
import { plain } from '../../html/markdown.ts';
import type { AuditView } from '../company/view.ts';

/** The sum of the actions in words. */
const sum = ({ record, rubric }: AuditView, { actions, overall_score, tier }: WayUp) =>
  `${counted(actions.length, 'action')}, ${counted(overall_score - record.overall_score, 'point')}: ${overall_score} of ${rubric.total}, ${tier}`;

/** The cheapest actions that reach the next tier, with what they come to; '' where there is no way. */
export function wayUpList(view: AuditView, way_up: WayUp | undefined): string {
  if (!way_up) return '';
  const items = way_up.actions.map(
    ({ action, points_gain, pillar, effort }) =>
      html`<li><b>+${points_gain}</b> <span dir="auto">${action}</span> <span class="meta">${pillar} · effort ${effort}</span></li>`,
  );
  return html`<p>The least effort that reaches the next tier, if these actions do not overlap: ${sum(view, way_up)}.</p>
<ul class="way-up">!${items}</ul>`;
}

/** The same as Markdown. */
export function wayUpMarkdown(view: AuditView, way_up: WayUp | undefined): string {
  if (!way_up) return '';
  const items = way_up.actions.map(
    ({ action, points_gain, pillar, effort }) =>
      `- +${points_gain} ${plain(action)} (${pillar}, effort ${plain(effort)})`,
  );
  return `Least effort to the next tier (${sum(view, way_up)}), if these actions do not overlap:\n\n${items.join('\n')}`;
}
