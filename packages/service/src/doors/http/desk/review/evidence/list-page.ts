import { type EvidenceItem, wasAsked } from '@readymark/auditor/evidence/evidence';
import { html } from 'ghtml';
import type { z } from 'zod';
import { readEvidence } from '../../../../../operations/desk/evidence/read-evidence.ts';
import { counted, grouped, shortened } from '../../../html/format.ts';
import { jobOf } from '../../addresses.ts';
import type { DeskPage } from '../../definition.ts';
import { seenText } from '../../hidden.ts';
import { timeMark } from '../../parts.ts';

/** Characters of an address in the list; the page of what was stored has all of it. */
const ADDRESS_MAX = 150;

/** Everything that a collection asked for and what came back, in its order. */
export const evidenceListPage: DeskPage = {
  path: '/desk/audits/{job_id}/evidence',
  async draw(visit) {
    const job_id = jobOf(visit);
    const seen = await visit.call(readEvidence, { job_id });
    return { title: 'What was fetched', main: drawn(job_id, seen, visit.ctx.now()) };
  },
};

type Visited = z.output<typeof readEvidence.output>;

function drawn(
  job_id: string,
  { website, started_at, requests, bytes, notes, items, not_kept }: Visited,
  now: Date,
): string {
  const gone = new Set(not_kept);
  const kept = gone.size
    ? 'Of answers that no published score cites only hash, headers and time are stored.'
    : 'All of it is stored here; nothing is loaded from the site.';
  return html`<p class="path"><a href="/desk/audits/${job_id}">The audit</a></p>
<h1>What was fetched</h1>
<p>!${seenText(website)}: ${counted(requests, 'request')}, ${grouped(Math.ceil(bytes / 1000))} kB, !${timeMark(started_at, now)}. ${kept}</p>
!${notes.length === 0 ? '' : html`<ul class="dots review-notes">!${notes.map((note) => html`<li>!${seenText(note)}</li>`)}</ul>`}
<ol class="review-items ruled">!${items.map((item) => html`<li>!${entry(job_id, item, gone)}</li>`)}</ol>`;
}

function entry(job_id: string, item: EvidenceItem, gone: ReadonlySet<string>): string {
  const { role, method, url, status, sha256, bytes, problem, detail, redirects, accept } = item;
  const address = html`<bdi>!${seenText(shortened(url, ADDRESS_MAX))}</bdi>`;
  const is_gone = sha256 !== null && gone.has(sha256);
  const facts = [
    role,
    ...(method === 'GET' ? [] : [method]),
    ...(accept === '*/*' ? [] : [`asked for ${accept}`]),
    ...(sha256 === null ? ['nothing kept'] : [`${grouped(bytes)} bytes`]),
    ...(is_gone ? [`not kept, SHA-256 ${sha256.slice(0, 12)}`] : []),
    ...redirects.map((hop) => `${hop.status} to ${shortened(hop.url, ADDRESS_MAX)}`),
    ...(problem === null ? [] : [`${problem.replaceAll('_', ' ')}${detail === null ? '' : `: ${detail}`}`]),
  ];
  return html`<p><span class="review-answer!${status !== null && status < 300 && problem === null ? '' : ' review-bad'}">${status ?? (wasAsked(item) ? 'no answer' : 'not asked')}</span> !${sha256 === null || is_gone ? address : html`<a href="/desk/audits/${job_id}/evidence/${sha256}">!${address}</a>`}</p>
<p class="hint">!${facts.map((fact) => seenText(fact)).join(' · ')}</p>`;
}
