import {
  type EvidenceItem,
  type EvidenceSource,
  type FetchedSource,
  isFetched,
} from '@readymark/auditor/evidence/evidence';
import { html } from 'ghtml';
import { readDraft } from '../../../../../operations/desk/audits/read-draft.ts';
import { readEvidence } from '../../../../../operations/desk/evidence/read-evidence.ts';
import { counted, grouped } from '../../../html/format.ts';
import { jobOf } from '../../addresses.ts';
import type { DeskPage, Visit } from '../../definition.ts';
import { seenText, writtenOut } from '../../hidden.ts';
import { factList, timeMark } from '../../parts.ts';
import { blindReview } from '../review.ts';
import { findExcerpt, type Range } from './find-excerpt.ts';
import { fitting } from './fitting.ts';

/** Parts of a body that are searched for an excerpt. */
const PARTS_MAX = 8;

type Body = { sha256: string; bytes: number; text: string; next: number | null };
/** Requests with the same answer that are shown; there may be dozens of pages that are not there. */
const ITEMS_MAX = 3;

type ShownBody = { items: EvidenceItem[]; body: Body; from: number; found: Range | undefined };

/**
 * One stored body as text, a hundred thousand characters at a time or fewer (decision 90): never as a page, and never loaded from
 * the site. `of` and `source` name an excerpt of the draft: it is marked where it is.
 */
export const evidenceBodyPage: DeskPage = {
  path: '/desk/audits/{job_id}/evidence/{sha256}',
  async draw(visit) {
    const source = await sourceOf(visit);
    const excerpt = source?.excerpt || undefined;
    const part = shownPart(await partOf(visit, excerpt));
    // The request that the draft names comes first.
    const items = part.items.toSorted((a, b) => Number(b.url === source?.url) - Number(a.url === source?.url));
    return { title: 'A stored page', main: drawn(visit, { ...part, items }, excerpt) };
  },
};

/** The source of the draft that the address names; undefined without one, and where the draft does not have it. */
async function sourceOf(visit: Visit): Promise<FetchedSource | undefined> {
  const [id, number] = [visit.query.get('of'), Number(visit.query.get('source'))];
  if (id === null || !Number.isInteger(number)) return undefined;
  const source = (await criteriaOf(visit)).find((one) => one.id === id)?.sources[number - 1];
  return source && isFetched(source) && source.sha256 === visit.params.sha256 ? source : undefined;
}

/** The criteria of the draft with their sources; who scores it blind sees them without scores (decision 124). */
async function criteriaOf(visit: Visit): Promise<readonly { id: string; sources: readonly EvidenceSource[] }[]> {
  const job_id = jobOf(visit);
  const blind = blindReview(visit);
  if (blind && (await blind.placeOf(visit, job_id)) !== undefined) return blind.sourcesOf(visit, job_id);
  return (await visit.call(readDraft, { job_id })).criteria;
}

/** The part of the body that was asked for, or else the first one that has the excerpt. */
async function partOf(visit: Visit, excerpt: string | undefined): Promise<ShownBody> {
  const asked = visit.query.get('from');
  const start = asked !== null && /^\d{1,8}$/.test(asked) ? Number(asked) : 0;
  const first = await readPart(visit, start, excerpt);
  for (let part = first, read = 1; asked === null && excerpt !== undefined && read < PARTS_MAX; read++) {
    if (part.found || part.body.next === null) return part.found ? part : first;
    part = await readPart(visit, part.body.next, excerpt);
    if (part.found) return part;
  }
  return first;
}

async function readPart(visit: Visit, from: number, excerpt: string | undefined): Promise<ShownBody> {
  const { items, body } = await visit.call(readEvidence, { job_id: jobOf(visit), sha256: visit.params.sha256, from });
  if (!body) throw new Error('a body was asked for and is missing');
  return { items, body, from, found: excerpt === undefined ? undefined : findExcerpt(body.text, excerpt) };
}

/** As much of a part as one page can show. */
function shownPart({ items, body, from: start, found: place }: ShownBody): ShownBody {
  const { from, text, next, found } = fitting({ from: start, text: body.text, next: body.next, found: place });
  return { items, body: { ...body, text, next }, from, found };
}

function drawn(visit: Visit, { items, body, from, found }: ShownBody, excerpt: string | undefined): string {
  const job_id = jobOf(visit);
  const { text, next, bytes, sha256 } = body;
  const of = visit.query.get('of');
  const more = (at: number) => {
    const kept = new URLSearchParams(visit.query);
    kept.set('from', String(at));
    return `/desk/audits/${job_id}/evidence/${sha256}?${kept}`;
  };
  const marked = found
    ? html`!${seenText(text.slice(0, found.from))}<mark id="found" tabindex="-1">!${seenText(text.slice(found.from, found.to))}</mark>!${seenText(text.slice(found.to))}`
    : seenText(text);
  const missing =
    excerpt !== undefined && !found
      ? html`<p class="review-note">The words are not in this part as they are written here: <q dir="auto">!${seenText(excerpt)}</q></p>`
      : '';
  const parts = html`<p class="review-paging">!${from > 0 ? html`<a href="${more(Math.max(0, from - 100_000))}">Earlier part</a> ` : ''}<span>Characters ${grouped(from + 1)} to ${grouped(from + text.length)}, ${grouped(bytes)} bytes in all.</span> !${next === null ? '' : html`<a href="${more(next)}">Next part</a>`}</p>`;
  return html`<p class="path"><a href="/desk/audits/${job_id}${of === null ? '' : `#${of}`}">The audit</a> · <a href="/desk/audits/${job_id}/evidence">everything that was fetched</a></p>
<h1>A stored page</h1>
!${items.slice(0, ITEMS_MAX).map((item) => answered(item, visit.ctx.now()))}
!${items.length > ITEMS_MAX ? html`<p class="hint">${counted(items.length - ITEMS_MAX, 'more request was', 'more requests were')} answered with the same.</p>` : ''}
<p class="hint">As text, as it was stored; nothing is loaded from the site. SHA-256 <code>${sha256}</code></p>
!${found ? '<p><a href="#found">To the words that are quoted</a></p>' : missing}
!${parts}
<pre class="review-body" dir="ltr" tabindex="0" aria-label="The stored text">
!${marked}</pre>
!${parts}`;
}

/** One request that was answered with this body: address, status, time and the headers that matter. */
function answered({ url, status, fetched_at, headers, redirects, truncated }: EvidenceItem, now: Date): string {
  const rows = Object.entries(headers).map(([name, value]) => [writtenOut(name), seenText(value)] as const);
  const hops = redirects.map((hop) => html`<li>${hop.status} to <bdi>!${seenText(hop.url)}</bdi></li>`);
  return html`<section class="review-answered"><h2><bdi>!${seenText(url)}</bdi></h2>
<p>${status === null ? 'No answer' : `Status ${status}`}!${fetched_at === null ? '' : html`, !${timeMark(fetched_at, now)}`}!${truncated ? ', cut: the page is longer than what was kept' : ''}</p>
!${hops.length === 0 ? '' : html`<ul>!${hops}</ul>`}
!${rows.length === 0 ? '' : factList(rows, 'kept')}</section>`;
}
