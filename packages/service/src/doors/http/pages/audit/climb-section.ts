import type { Criterion } from '@readymark/rubric/audit/audit';
import { climbOf } from '@readymark/rubric/climb';
import { html } from 'ghtml';
import { stairs } from '../../html/charts.ts';
import { plain } from '../../html/markdown.ts';
import { climbPrompt } from './climb.ts';
import { snippet } from './snippet.ts';
import type { AuditView } from './view.ts';

/** The rung that a score stands for, linked to the whole ladder; '' without a ladder. */
export function rungReached({ ladders, ladderAt }: AuditView, criterion: Criterion): string {
  const climb = climbOf(ladders, criterion);
  if (!climb) return '';
  const { reached } = climb;
  const title = reached ? html`: ${reached.title}` : ' is not reached';
  return html`<p class="rung">!${stairs(criterion.score, criterion.max)}<a href="${ladderAt(criterion.id)}">Rung ${reached?.score ?? 1}</a>!${title}</p>`;
}

/** How to reach the next rung, with what to give to a coding agent, closed until it is opened; '' at the top. */
export function nextRung(base_url: string, view: AuditView, criterion: Criterion): string {
  const climb = climbOf(view.ladders, criterion);
  if (!climb?.above) return '';
  const { above, action, judged } = climb;
  const { id, max } = criterion;
  return html`<details class="reach" data-markdown-ignore>
<summary>How to reach ${above.score} of ${max}<span class="unseen"> in ${id}</span></summary>
<p>${above.text}</p>
!${action ? html`<p>A usual way to ${action.to}, effort ${action.effort}: ${action.action}</p>` : ''}
!${judged ? html`<p>A person decides about it: ${judged}</p>` : ''}
!${snippet('Prompt for a coding agent', climbPrompt(base_url, view, criterion, climb), '', id)}
</details>`;
}

/** The rung, with the next one or without, as one line of Markdown; '' without a ladder. */
export function rungLine({ ladders }: AuditView, criterion: Criterion, with_next = true): string {
  const climb = climbOf(ladders, criterion);
  if (!climb) return '';
  const { reached, above } = climb;
  const now = reached ? `Rung ${reached.score}: ${plain(reached.title)}.` : '';
  const next = above && with_next ? `For ${above.score}: ${plain(above.title)}.` : '';
  return [now, next].filter(Boolean).join(' ');
}
