import type { Criterion } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import { shortened } from '../../html/format.ts';
import { whatIfPage } from '../addresses.ts';
import type { AuditView } from '../audit/view.ts';
import { cheapestRungs } from './view.ts';

/** Letters of a rung's title in a choice. */
const TITLE_MAX = 60;

/**
 * The form that sets other scores: it works without a script, and its answer has an address.
 *
 * @param chosen scores that differ from those of the audit, by criterion
 */
export function whatIfForm(view: AuditView, chosen: ReadonlyMap<string, number>): string {
  const { record, ladders } = view;
  const one = ({ id, name, score, max }: Criterion) => {
    const value = chosen.get(id) ?? score;
    const titles = new Map(ladders.get(id)?.rungs.map((rung) => [rung.score, rung.title]));
    const options = Array.from({ length: max + 1 }, (_, at) => {
      const title = titles.get(at);
      const words = [at === score ? 'now' : '', title ? shortened(title, TITLE_MAX) : ''].filter(Boolean).join(', ');
      return html`<option value="${at}"!${at === value ? ' selected' : ''}>${at}${words && `: ${words}`}</option>`;
    });
    return html`<p!${chosen.has(id) ? ' class="set"' : ''}><label for="set-${id}"><span class="id">${id}</span> <bdi>${name}</bdi></label><select id="set-${id}" name="${id}">!${options}</select></p>`;
  };
  const pillars = Object.entries(record.pillars).map(([pillar, { name }]) => {
    const own = record.criteria.filter((criterion) => criterion.pillar === pillar);
    return html`<fieldset><legend>${pillar} ${name}</legend>!${own.map(one)}</fieldset>`;
  });
  return html`<form class="what-if" data-what-if action="${whatIfPage(record.slug)}" method="get">
!${preset(view)}
!${pillars}
<p class="send"><button type="submit">Show the score</button></p>
<div class="sum" role="status" data-sum></div>
</form>`;
}

/** The rungs that reach the next tier with the least effort, as a link that sets them; '' where there is no way. */
function preset(view: AuditView): string {
  const cheapest = cheapestRungs(view);
  if (!cheapest) return '';
  const { tier, rungs } = cheapest;
  const query = rungs.map(({ id, score }) => `${id}=${score}`).join('&');
  const named = rungs.map(({ id, score }) => `${id} to ${score}`).join(', ');
  return html`<p class="send">The cheapest way to ${tier}: <a href="${whatIfPage(view.record.slug)}?${query}" data-preset>${named}</a></p>`;
}

/** The form on the page of the company, closed until it is opened. */
export function whatIfSection(view: AuditView): string {
  return html`<section aria-labelledby="what-if" data-markdown-ignore>
<h2 id="what-if">What if</h2>
<details class="folded-table"><summary>Set scores, and see the total, the tier and the rank that they would give</summary>
!${whatIfForm(view, new Map())}
</details>
</section>`;
}
