import type { Audit, Finding } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';

/** Signals and gaps: one line each, with a link to the criterion that has the evidence. */
export function findingsSection({ strongest_signals, critical_gaps, criteria }: Audit): string {
  const list = (id: string, title: string, items: readonly Finding[]) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
!${items.length ? html`<ul class="findings ${id}">!${items.map((item) => line(item, criteria))}</ul>` : '<p class="none">None listed.</p>'}
</section>`;
  return html`<div class="pair">
!${list('signals', 'Strongest signals', strongest_signals)}
!${list('gaps', 'Critical gaps', critical_gaps)}
</div>`;
}

/** What is said elsewhere on the page is not said twice; what a person wrote is there to be opened. */
function line({ title, detail }: Finding, criteria: Audit['criteria']): string {
  const of = criteria.find(
    ({ evidence, name }) => evidence === detail || title === name || title.startsWith(`${name}: `),
  );
  const link = of
    ? html` <a href="#${of.id}">${of.id}<span class="unseen"> ${of.name}</span>, ${of.score} of ${of.max}</a>`
    : '';
  if (!detail || detail === of?.evidence) return html`<li><h3 dir="auto">${title}</h3>!${link}</li>`;
  return html`<li><details><summary><h3 dir="auto">${title}</h3></summary><p dir="auto">${detail}</p></details>!${link}</li>`;
}
