import { html } from 'ghtml';
import { seenText } from '../hidden.ts';
import type { Review } from './review.ts';

/** What is to be pasted into the site for the priority actions, each folded; empty where there is nothing. */
export function snippetPart({ draft: { snippets, business } }: Review): string {
  if (business === null) return '';
  return html`<section class="review-snippets" id="snippets" aria-labelledby="snippets-name">
<h2 id="snippets-name">To be pasted</h2>
<p class="hint">Actions are chosen for a business of the kind <b>${business.business}</b>: !${seenText(business.because)}. Capitals say what was not read. The record does not have these texts.</p>
!${snippets.map(
    ({
      action,
      title,
      place,
      text,
    }) => html`<details class="review-list"><summary><h3>${title}</h3> <span class="review-glance" dir="auto">${place}</span></summary>
<p dir="auto">!${seenText(action)}</p>
<pre class="review-snippet" dir="auto">!${seenText(text)}</pre></details>`,
  )}
</section>`;
}
