import type { Finding } from '@readymark/rubric/audit/audit';
import { cheapestWayUp } from '@readymark/rubric/audit/what-if';
import { html } from 'ghtml';
import { contentHtml } from '../../../../content/html.ts';
import { tierMark } from '../../html/tier.ts';
import type { PageInput } from '../page-input.ts';
import { wayUpList } from '../what-if/way-up.ts';
import type { AuditView } from './view.ts';

/** What the auditor says of the whole; '' where that is nothing. */
export function summarySection({ record: { executive_summary } }: AuditView): string {
  if (!executive_summary) return '';
  const paragraphs = executive_summary.split(/\n\s*\n/).map((text) => html`<p dir="auto">${text}</p>`);
  return html`<section class="summary" aria-labelledby="summary">
<h2 id="summary" class="unseen">Summary</h2>
!${paragraphs}
</section>`;
}

export function findingsSection({ record: { strongest_signals, critical_gaps } }: AuditView): string {
  const list = (id: string, title: string, items: readonly Finding[]) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
!${items.length ? html`<ul class="findings ${id}">!${items.map((item) => html`<li><h3 dir="auto">${item.title}</h3><p dir="auto">${item.detail}</p></li>`)}</ul>` : '<p class="none">None listed.</p>'}
</section>`;
  return html`<div class="pair">
!${list('signals', 'Strongest signals', strongest_signals)}
!${list('gaps', 'Critical gaps', critical_gaps)}
</div>`;
}

/** What to do next, with the score after each; '' where the audit lists nothing. */
export function stepsSection({ rubrics }: PageInput, view: AuditView): string {
  const { record, rubric, steps } = view;
  if (steps.length === 0) return '';
  const items = steps.map(
    (step) => html`<li!${step.reaches ? ' class="reaches"' : ''}>
<p class="gain"><b>+${step.points_gain}</b></p>
<div><p dir="auto">${step.action}</p>
<p class="meta">${step.pillar} ${record.pillars[step.pillar]?.name ?? ''} · effort ${step.effort} · then ${step.score_after} of ${rubric.total}!${step.reaches ? html`: !${tierMark(rubrics, step.tier_after)}` : ''}</p></div>
</li>`,
  );
  return html`<section aria-labelledby="actions">
<h2 id="actions">Priority actions</h2>
<p class="hint">Each with the points it can bring. Completed in order, they would raise the score from ${record.overall_score} as shown.</p>
<ol class="steps">!${items}</ol>
!${contentHtml(wayUpList(view, cheapestWayUp(record, rubric)))}
</section>`;
}
