import { type FetchedSource, isFetched } from '@readymark/auditor/evidence/evidence';
import { html } from 'ghtml';
import { receiptsPath } from '../../../../catalogue/families/company-documents.ts';
import { changedCriteria, type ReceiptCriterion } from '../../../../domain/auditing/receipts.ts';
import { counted, dayMark, shortened } from '../../html/format.ts';
import { plain } from '../../html/markdown.ts';
import type { CompanyView } from './view.ts';

/** Sources shown under a criterion, and characters of an excerpt; the document of receipts has all of them. */
const SHOWN_MAX = 5;
const EXCERPT_MAX = 240;
const ADDRESS_MAX = 80;

/** That two people scored the audit (decision 124); '' where its receipts do not say so. */
export const reviewedText = ({ receipts }: Pick<CompanyView, 'receipts'>): string =>
  receipts?.reviewed_by === 2
    ? 'Reviewed by two: a second person scored every criterion without seeing the first scores.'
    : '';

/** What a person did with a criterion that the auditing agent proposed. */
function proposedText({ proposed, score, low, high, reviewed }: ReceiptCriterion): string {
  if (proposed === null) return 'Scored by a person.';
  const interval = low === high ? '' : ` (${low} to ${high} possible)`;
  const by = reviewed ? (score === proposed ? ', confirmed by a person' : `, changed to ${score} by a person`) : '';
  return `Proposed ${proposed}${interval}${by}.`;
}

/** What people changed of what was proposed, with what they wrote about it; '' where they changed nothing. */
export function changedByPeople({ receipts }: Pick<CompanyView, 'receipts'>): string {
  const changes = changedCriteria(receipts?.criteria ?? []).map(({ id, from, to, evidence }) => {
    const said = evidence === null ? '' : html`: <q dir="auto">${shortened(evidence, EXCERPT_MAX)}</q>`;
    return html`<li><a href="#${id}">${id}</a> from ${from} to ${to}!${said}</li>`;
  });
  return changes.length ? html`<p class="hint">Changed by a person:</p><ul class="dots hint">!${changes}</ul>` : '';
}

/** Whether there is anything to show: a criterion that a person wrote without a visit has neither proposal nor sources (decision 121). */
const saysSomething = (found: ReceiptCriterion | undefined): found is ReceiptCriterion =>
  found !== undefined && (found.proposed !== null || found.sources.length > 0);

/** The sources of one criterion (decision 90), closed until they are opened. Pages of others are text, and links to them no recommendation. */
export function criterionSources({ receipts, record }: CompanyView, id: string): string {
  const found = receipts?.criteria.find((one) => one.id === id);
  if (!saysSomething(found)) return '';
  const shown = found.sources.slice(0, SHOWN_MAX);
  const items = shown.map(
    (source) => html`<li>
<a href="${source.url}" rel="nofollow ugc noopener external">${shortened(source.url, ADDRESS_MAX)}</a>
!${isFetched(source) ? seenThere(source) : html`<span class="seen">not asked for: ${shortened(source.not_fetched, ADDRESS_MAX)}</span>`}
</li>`,
  );
  const more = found.sources.length - shown.length;
  const [changed] = changedCriteria([found]);
  return html`!${changed === undefined ? '' : html`<p class="by-person">Changed by a person from ${changed.from}.</p>`}<details class="sources">
<summary>${counted(found.sources.length, 'source')}<span class="unseen"> of ${id}</span></summary>
<p>${proposedText(found)}</p>
<ul>!${items}</ul>
!${more > 0 ? html`<p><a href="${receiptsPath(record.slug)}">${more} more</a></p>` : ''}
</details>`;
}

/** When an answer was got, which, and words of it. */
const seenThere = ({ fetched_at, status, sha256, excerpt }: FetchedSource) =>
  html`<span class="seen">!${dayMark(fetched_at.slice(0, 10))}${status === null ? ', no answer' : `, status ${status}`}!${sha256 === null ? '' : html`, SHA-256 <code title="${sha256}">${sha256.slice(0, 12)}</code>`}</span>
!${excerpt === '' ? '' : html`<q dir="auto">${shortened(excerpt, EXCERPT_MAX)}</q>`}`;

/** The same as Markdown; '' without receipts. */
export function sourcesMarkdown({ receipts }: Pick<CompanyView, 'receipts'>, id: string): string {
  const found = receipts?.criteria.find((one) => one.id === id);
  if (!saysSomething(found)) return '';
  const items = found.sources.slice(0, SHOWN_MAX).map((source) => {
    if (!isFetched(source)) return `- ${plain(source.url)} (not asked for: ${plain(source.not_fetched)})`;
    const { url, fetched_at, status, sha256, excerpt } = source;
    const seen = [fetched_at.slice(0, 10), status === null ? 'no answer' : `status ${status}`];
    const hash = sha256 === null ? [] : [`SHA-256 ${sha256.slice(0, 12)}`];
    const words = excerpt === '' ? '' : `: “${plain(shortened(excerpt, EXCERPT_MAX))}”`;
    return `- ${plain(url)} (${[...seen, ...hash].join(', ')})${words}`;
  });
  return ['', '', proposedText(found), '', ...items].join('\n');
}
