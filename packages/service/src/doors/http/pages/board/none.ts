import { html } from 'ghtml';
import { nearest } from '../../../../catalogue/search/nearest.ts';
import { siteName } from '../../../../catalogue/search/search.ts';
import { counted, shortened } from '../../html/format.ts';
import { fictionalMark } from '../../html/marks.ts';
import type { OtherBoard } from '../other-boards.ts';
import type { PageInput } from '../page-input.ts';
import type { ShownBoard } from './rows.ts';
import { tray } from './tray.ts';
import { boardQuery } from './view.ts';

/** Suggestions of a search that found nothing. */
export const SUGGESTED = 3;

/** A list without a company: what to do next. */
export function noCompany(input: PageInput, view: ShownBoard): string {
  const { snapshot } = input;
  if (snapshot.count === 0 && view.board) return frame('0 companies', html`<p>${noneOf(view.board)}</p>`);
  if (snapshot.count === 0)
    return frame(
      'No audit is published yet.',
      html`<p>The first audits will appear here as soon as they are published.</p>
<p>You run this service? <code>readymark publish FILE</code> publishes an audit, and <code>readymark serve --with-examples</code> shows fictional companies until there are real ones.</p>`,
    );
  const { q, tier } = view;
  // In another tier, what was searched for may well be there.
  const near = q && !tier ? nearest(snapshot, q, SUGGESTED) : [];
  const meant = near
    .map(
      ({ slug, company, fictional }) =>
        html`<a href="/audits/${slug}"><bdi>${company}</bdi></a>!${fictionalMark(fictional)}`,
    )
    .join(', ');
  const wider =
    tier && q ? html`<p><a href="/${boardQuery({ ...view, tier: '', page: 1 })}">Search in all tiers</a></p>` : '';
  const request = input.for_people?.requestLink(q) ?? '';
  const check = siteName(q) === undefined ? '' : (input.checks?.button(q, `Check ${shortened(q, 40)} now`) ?? '');
  return frame(
    `0 of ${counted(snapshot.count, 'company', 'companies')}`,
    html`<p>No company matches!${q ? html` “<bdi>${q}</bdi>”` : ''}. Names, parts of names and web addresses are searched.</p>
!${meant && html`<p>Did you mean !${meant}?</p>`}!${wider}
<p>!${request && html`Not audited yet? !${request}; it is free. `}Or <a href="/${boardQuery({ ...view, q: '', tier: '', page: 1 })}">show all companies</a>.</p>
!${check && html`!${check}<p class="hint">A preview by a machine in half a minute, not an audit.</p>`}`,
    tray(),
  );
}

export const noneOf = ({ when }: OtherBoard) => `No company that is published now was listed ${when}.`;

const frame = (status: string, content: string, more = '') => html`<section id="board" aria-label="Companies">
<p class="status" role="status">${status}</p>
<div class="empty">!${content}</div>
!${more}</section>`;
