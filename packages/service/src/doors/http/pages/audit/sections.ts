import { cheapestWayUp, type WayUp } from '@readymark/rubric/plans/what-if';
import { html } from 'ghtml';
import { content, type Node } from '../../../../content/content.ts';
import { contentHtml } from '../../../../content/html.ts';
import { counted } from '../../html/format.ts';
import { tierMark } from '../../html/tier.ts';
import type { PageInput } from '../page-input.ts';
import { type Part, part } from './contents.ts';
import { findingsSection } from './findings.ts';
import type { AuditView } from './view.ts';

/** What every page of a whole audit begins with, after its first screen. */
export const auditParts = (input: PageInput, view: AuditView): readonly Part[] => [
  part('summary', 'Summary', summarySection(view)),
  {
    html: findingsSection(view.record),
    entries: [
      { to: 'signals', name: 'Strongest signals' },
      { to: 'gaps', name: 'Critical gaps' },
    ],
  },
  part('actions', 'Priority actions', stepsSection(input, view)),
];

/** What the auditor says of the whole; '' where that is nothing. */
function summarySection({ record: { executive_summary } }: AuditView): string {
  if (!executive_summary) return '';
  const paragraphs = executive_summary.split(/\n\s*\n/).map((text) => html`<p dir="auto">${text}</p>`);
  return html`<section class="summary" aria-labelledby="summary">
<h2 id="summary" class="unseen">Summary</h2>
!${paragraphs}
</section>`;
}

/** Actions that are there without being opened. */
const SHOWN_STEPS = 3;

/** What to do next, with the score after each; '' where the audit lists nothing. */
function stepsSection({ rubrics }: PageInput, view: AuditView): string {
  const { record, rubric, steps } = view;
  if (steps.length === 0) return '';
  const items = steps.map(
    (step) => html`<li!${step.reaches ? ' class="reaches"' : ''}>
<p class="gain"><b>+${step.points_gain}</b></p>
<div><p dir="auto">${step.action}</p>
<p class="meta" data-markdown-ignore>${step.pillar} ${record.pillars[step.pillar]?.name ?? ''} · effort ${step.effort} · then ${step.score_after} of ${rubric.total}!${step.reaches ? html`: !${tierMark(rubrics, step.tier_after)}` : ''}</p></div>
</li>`,
  );
  const more = items.length - SHOWN_STEPS;
  return html`<section aria-labelledby="actions">
<h2 id="actions">Priority actions</h2>
<p class="hint" data-markdown-ignore>Each with the points it can bring. Completed in order, they would raise the score from ${record.overall_score} as shown.</p>
<ol class="steps">!${items.slice(0, SHOWN_STEPS)}</ol>
!${more > 0 ? html`<details><summary>${counted(more, 'more action')}</summary><ol class="steps" start="${SHOWN_STEPS + 1}">!${items.slice(SHOWN_STEPS)}</ol></details>` : ''}
<div data-markdown-ignore>!${contentHtml(wayUpList(view, cheapestWayUp(record, rubric)))}</div>
</section>`;
}

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
