import { type EvidenceSource, isFetched } from '@readymark/auditor/evidence/evidence';
import { html } from 'ghtml';
import { counted, shortened } from '../../../html/format.ts';
import { seenText } from '../../hidden.ts';
import type { DraftedCriterion } from '../review.ts';

const ADDRESS_MAX = 90;

/** The pages that a criterion rests on, each once, with their words and the stored page one click away. */
export function sourceList(job_id: string, { id, sources }: DraftedCriterion): string {
  if (sources.length === 0) return '';
  const pages = Map.groupBy(
    sources.map((source, at) => ({ ...source, at })),
    (source) => `${isFetched(source) ? source.sha256 : null} ${source.url}`,
  );
  const list = html`<ul class="review-sources" aria-label="Sources of ${id}">!${[...pages.values()].map((page) => pageItem(job_id, id, page))}</ul>`;
  return html`<details class="review-said-there"><summary>${counted(pages.size, 'source')}</summary>!${list}</details>`;
}

function pageItem(job_id: string, id: string, page: readonly (EvidenceSource & { at: number })[]): string {
  const [first] = page;
  if (!first) return '';
  const address = html`<bdi>!${seenText(shortened(pathOf(first.url), ADDRESS_MAX))}</bdi>`;
  if (!isFetched(first))
    return html`<li><p>!${address} <span class="review-answer review-bad">not asked</span> !${seenText(first.not_fetched)}</p></li>`;
  const { status, sha256 } = first;
  const answered = status === null ? 'no answer' : String(status);
  const place = (at: number) => `/desk/audits/${job_id}/evidence/${sha256}?of=${id}&source=${at + 1}`;
  const words = page.filter(isFetched).filter(({ excerpt }) => excerpt !== '');
  const quoted = words.map(
    ({ at, excerpt }) =>
      html`<li><q dir="auto">!${seenText(excerpt)}</q>!${sha256 === null ? '' : html` <a href="${place(at)}#found">in the page</a>`}</li>`,
  );
  return html`<li><p>!${sha256 === null ? address : html`<a href="${place(first.at)}">!${address}</a>`} <span class="review-answer!${status !== null && status < 300 ? '' : ' review-bad'}">${answered}</span></p>
!${quoted.length === 0 ? '' : html`<ul>!${quoted}</ul>`}</li>`;
}

/** An address without its scheme; long ones are cut where they are shown. */
const pathOf = (url: string) => url.replace(/^https?:\/\//, '');
