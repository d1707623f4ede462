import { isFetched } from '@readymark/auditor/evidence/evidence';
import { html } from 'ghtml';
import { counted, dayMark, shortened } from '../../html/format.ts';
import type { CompanyView } from './view.ts';

/** Answers that are listed, and letters of an address. */
const LISTED_MAX = 60;
const ADDRESS_MAX = 60;
/** Length of the line of time, in points. */
const LENGTH = 100;

/** One answer that evidence quotes. */
type Read = { url: string; fetched_at: string; status: number | null; criteria: string[] };

/** Everything that the sources of an audit name, each answer once, in the order of their times. */
function readFor({ receipts }: CompanyView): Read[] {
  const read = new Map<string, Read>();
  for (const { id, sources } of receipts?.criteria ?? [])
    for (const { url, fetched_at, status } of sources.filter(isFetched)) {
      const one = read.get(`${fetched_at} ${url}`) ?? { url, fetched_at, status, criteria: [] };
      read.set(`${fetched_at} ${url}`, one);
      if (!one.criteria.includes(id)) one.criteria.push(id);
    }
  return [...read.values()].sort((a, b) => (a.fetched_at < b.fetched_at ? -1 : a.fetched_at > b.fetched_at ? 1 : 0));
}

/** What the auditing agent read for an audit, along the time of its visit, closed until it is opened; '' without sources. */
export function whatWasRead(view: CompanyView): string {
  const read = readFor(view);
  const [first, last] = [read[0], read.at(-1)];
  if (!first || !last) return '';
  const [from, to] = [Date.parse(first.fetched_at), Date.parse(last.fetched_at)];
  const rows = read.slice(0, LISTED_MAX).map(({ url, fetched_at, status, criteria }) => {
    const at = to === from ? 0 : Math.round((LENGTH * (Date.parse(fetched_at) - from)) / (to - from));
    const ids = criteria.map((id) => html`<a href="#${id}">${id}</a> `);
    return html`<tr><td><svg class="when" viewBox="0 0 ${LENGTH + 8} 8" preserveAspectRatio="none" aria-hidden="true"><path d="M0 3.5h${LENGTH + 8}v1H0z"/><path d="M${at} 0h8v8h-8z"/></svg><span>${fetched_at.slice(11, 19)}</span></td><th scope="row" dir="auto">${shortened(url, ADDRESS_MAX)}</th><td>${status ?? 'no answer'}</td><td>!${ids}</td></tr>`;
  });
  const more = read.length - rows.length;
  return html`<details class="folded-table"><summary>${counted(read.length, 'answer')} that the evidence rests on, !${dayMark(first.fetched_at.slice(0, 10))}</summary>
<section class="wide" aria-label="What was read" tabindex="0"><table class="visits"><thead><tr><th scope="col">At (UTC)</th><th scope="col">Address</th><th scope="col">Status</th><th scope="col">Criteria</th></tr></thead>
<tbody>!${rows}</tbody></table></section>
!${more > 0 ? html`<p class="hint">${counted(more, 'answer')} more: see the sources of each criterion.</p>` : ''}
</details>
`;
}
