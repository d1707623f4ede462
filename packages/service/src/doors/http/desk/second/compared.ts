import { html } from 'ghtml';
import type { Item, Review } from './blind-form.ts';
import { agreementFacts, auditPath } from './words.ts';

/** Both columns of scores, when a second review is finished. */
export function compared({ job_id, reviewer, agreement, items }: Review): string {
  if (!agreement) return '';
  const { first_reviewers, draft_version } = agreement;
  const firsts = first_reviewers.length
    ? html`Version ${draft_version} of the draft, reviewed by <b>${first_reviewers.join(', ')}</b>`
    : 'The draft as the machine proposed it: nobody had reviewed it';
  return html`<p class="second-intro">!${firsts}, and the scores of <b>${reviewer}</b>, who did not see them.</p>
<dl class="desk-facts">!${agreementFacts(agreement)}</dl>
<div class="wide" tabindex="0" role="region" aria-label="Both scores of each criterion"><table class="second-both">
<thead><tr><th scope="col">Criterion</th><th scope="col" class="num">Draft</th><th scope="col" class="num"><bdi>${reviewer}</bdi></th><th scope="col">Apart</th></tr></thead>
<tbody>!${items.map(row)}</tbody></table></div>
<p><a href="${auditPath(job_id)}">Back to the draft</a>, which may be revised; what was compared here stays.</p>`;
}

function row({ id, name, first, score, note }: Item): string {
  const apart = Math.abs((first ?? 0) - (score ?? 0));
  const mark = apart === 0 ? 'equal' : `${apart} apart`;
  return html`<tr!${apart > 1 ? ' class="second-far"' : apart === 1 ? ' class="second-near"' : ''}><th scope="row"><span class="id">${id}</span> ${name}!${note === null ? '' : html`<q dir="auto">${note}</q>`}</th><td class="num">${first ?? '–'}</td><td class="num">${score ?? '–'}</td><td>${mark}</td></tr>
`;
}
