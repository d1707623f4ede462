import type { WayUp } from '@readymark/rubric/audit/what-if';
import { content, type Node } from '../../../../content/content.ts';
import { counted } from '../../html/format.ts';
import type { AuditView } from '../company/view.ts';

/** The cheapest actions that reach the next tier, with what they come to; nothing where there is no way. */
export function wayUpList({ record, rubric }: AuditView, way_up: WayUp | undefined): Node {
  if (!way_up) return null;
  const { actions, overall_score, tier } = way_up;
  const items = actions.map(
    ({ action, points_gain, pillar, effort }) =>
      content`<li><b>+${points_gain}</b> <span dir="auto">${action}</span> <span class="meta">${pillar} · effort ${effort}</span></li>`,
  );
  return content`<p>The least effort that reaches the next tier, if these actions do not overlap: ${counted(actions.length, 'action')}, ${counted(overall_score - record.overall_score, 'point')}: ${overall_score} of ${rubric.total}, ${tier}.</p>
<ul class="way-up">${items}</ul>`;
}
