import { html } from 'ghtml';
import type { Entry } from '../../../catalogue/snapshot.ts';
import { placesOf, tokenElement, tokenText } from '../../../domain/replies/domain-token.ts';
import { timeMark } from '../../../doors/http/desk/parts.ts';
import { day } from '../../../doors/http/html/format.ts';
import type { PageContent } from '../../../doors/http/html/page.ts';
import { snippet } from '../../../doors/http/pages/audit/snippet.ts';
import type { AuditJobRow } from '../../../store/auditing/rows.ts';
import { DRAFT_DAYS, DRAFT_MS, placeNames, REST_MS } from '../domain/holder.ts';
import type { Found } from '../operations/look-for-token.ts';
import { draftIn } from '../operations/own-drafts.ts';
import type { DomainHolderRow } from '../store/rows.ts';
import { draftPath, ownPath } from './addresses.ts';

/** What the page of a holder is drawn from. */
type OwnInput = {
  secret: string;
  holder: DomainHolderRow;
  drafts: readonly AuditJobRow[];
  /** The company on the leaderboard with this site. */
  listed: Entry | undefined;
  /** What became of the request that was sent from here. */
  request: { request_id: string; status: string } | undefined;
  base_url: string;
  now: Date;
  /** What was just looked for. */
  found?: Found;
  /** What was refused, in words. */
  wrong?: string;
};

/** The page of somebody who holds a domain, or says so (decision 181). */
export function ownPage(input: OwnInput): PageContent {
  const { holder, drafts, wrong, found } = input;
  const proven = holder.proven_at !== null;
  return {
    title: `${holder.host}, your page · Readymark`,
    description: 'The page of somebody who holds a domain: private drafts, audits and requests.',
    noindex: true,
    ...(drafts.some(isUnderWay) && { head: '<noscript><meta http-equiv="refresh" content="3"></noscript>' }),
    main: html`<article class="preview own">
<header><p class="path"><a href="/check/${holder.host}">Preview</a></p>
<h1>${holder.host}, your page</h1></header>
<p class="note">Keep the address of this page: whoever has it sees what is here. It is in no list, and cannot be found again.</p>
!${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : ''}
!${found ? looked(found) : ''}
!${proven ? held(input) : proof(input)}
</article>`,
  };
}

const button = (path: string, words: string, quiet = false) =>
  html`<form class="check-now" method="post" action="${path}"><button type="submit"!${quiet ? ' class="quiet"' : ''}>${words}</button></form>`;

/** What a holder does so that the token is found. */
function proof({ secret, holder }: OwnInput): string {
  const { token, website, ends_at } = holder;
  const { dns_name, file_url } = placesOf(website);
  return html`<section aria-labelledby="proof"><h2 id="proof">Show that you hold ${holder.host}</h2>
<p>Do one of these, then press the button. It counts until ${day(ends_at.slice(0, 10))}.</p>
!${dns_name === null ? '' : snippet(`A TXT record of ${dns_name}`, tokenText(token))}
!${snippet(`Or a file at ${file_url}, with this line`, tokenText(token))}
!${snippet(`Or an element in the head of ${website}`, tokenElement(token))}
!${button(`${ownPath(secret)}/look`, 'Look for it')}
<p class="hint">Takes some seconds. After that you need not keep it.</p></section>`;
}

/** What was found at each place, in words. */
function looked({ dns, file, page }: Found): string {
  const words = [
    ...(dns ? [`TXT record: ${dns.found ? 'it is there' : dns.problem}.`] : []),
    `File: ${file.found ? 'it is there' : file.problem}.`,
    ...(page ? [`Home page: ${page.found ? 'it is there' : page.problem}.`] : []),
  ];
  const seen = dns?.found || file.found || page?.found;
  return html`<div role="status"><p><b>${seen ? 'The token was seen.' : 'The token was not seen.'}</b></p>
<ul class="dots">!${words.map((one) => html`<li>${one}</li>`)}</ul></div>`;
}

function held(input: OwnInput): string {
  const { holder } = input;
  return html`<p>You hold ${holder.host}: ${placeNames[holder.proof ?? ''] ?? 'a token'} was seen !${timeMark(holder.proven_at ?? '', input.now)}. This page counts until ${day(holder.ends_at.slice(0, 10))}.</p>
!${privateDrafts(input)}
!${requested(input)}
!${published(input)}`;
}

const isUnderWay = ({ status }: AuditJobRow) => status === 'queued' || status === 'running';

function privateDrafts({ secret, holder, drafts: jobs, now }: OwnInput): string {
  const open = jobs.find(isUnderWay);
  const again = holder.drafted_at === null ? undefined : new Date(Date.parse(holder.drafted_at) + REST_MS);
  const rows = jobs.filter((job) => job !== open).map((job) => draftRow(secret, job, now));
  return html`<section aria-labelledby="drafts"><h2 id="drafts">Private drafts</h2>
<p>The auditing agent reads up to 40 pages of your site, as for an audit, and proposes a score for each criterion: what it found, what the next rung lacks, and what to paste. Nobody else sees it, and nobody has reviewed it.</p>
!${open ? underWay(secret, open) : again && again > now ? html`<p>It can be drafted again !${timeMark(again.toISOString(), now)}.</p>` : button(`${ownPath(secret)}/draft`, rows.length ? 'Draft it again' : 'Make the draft')}
<p class="hint">Takes about two minutes; once a day for a domain. A draft is kept for ${DRAFT_DAYS} days.</p>
!${rows.length ? html`<ul class="own-drafts">!${rows}</ul>` : ''}</section>`;
}

function underWay(secret: string, { progress }: AuditJobRow): string {
  const { done = 0, phase = 'waiting for its turn' } = progress === null ? {} : JSON.parse(progress);
  return html`<div class="under-way" data-progress="${ownPath(secret)}/progress"><progress max="90" value="${done}" aria-label="Requests answered"></progress>
<p role="status"><b>${done}</b> requests answered: <span>${phase}</span></p></div>
<p class="hint"><a href="${ownPath(secret)}">Show it as it is now</a></p>`;
}

function draftRow(secret: string, job: AuditJobRow, now: Date): string {
  const draft = draftIn(job);
  const path = draftPath(secret, job.job_id);
  const deleted = day(new Date(Date.parse(job.created_at) + DRAFT_MS).toISOString().slice(0, 10));
  if (!draft)
    return html`<li><p>!${timeMark(job.created_at, now)}: ${job.error ?? 'there is no draft.'}</p>!${button(`${path}/delete`, 'Remove', true)}</li>`;
  return html`<li><p><a href="${path}"><b>${draft.record.overall_score} of 100</b>, drafted !${timeMark(draft.finished_at, now)}</a> · deleted on ${deleted}</p>
!${button(`${path}/delete`, 'Delete now', true)}
<form class="check-site" method="post" action="${path}/request"><p><label for="company-${job.job_id}">Name of your company</label><input id="company-${job.job_id}" name="company" type="text" required maxlength="200" autocomplete="organization"></p>
<p><button type="submit">Ask for the audit with this draft</button></p></form>
<p class="hint">Then operators see this draft, review it, and publish an audit. It is free.</p></li>`;
}

function requested({ request }: OwnInput): string {
  if (!request) return '';
  return html`<section aria-labelledby="request"><h2 id="request">Your request</h2>
<p><code>${request.request_id}</code>: <b>${request.status.replaceAll('_', ' ')}</b>. Audits typically take 2 to 5 business days.</p></section>`;
}

/** What is published, and what its company can do. */
function published({ listed, base_url }: OwnInput): string {
  if (!listed)
    return '<section aria-labelledby="published"><h2 id="published">Published</h2><p>No audit of this site is published.</p></section>';
  const { slug, company, overall_score, tier, audit_date, reaudit_due } = listed;
  const badge = `<a href="${base_url}/audits/${slug}"><img src="${base_url}/badge/${slug}.svg" alt="Readymark: ${overall_score} of 100"></a>`;
  return html`<section aria-labelledby="published"><h2 id="published">Published</h2>
<p><a href="/audits/${slug}"><bdi>${company}</bdi></a>: ${overall_score} of 100, ${tier}, audited on ${day(audit_date)}, due again on ${day(reaudit_due)}.</p>
<ul class="dots"><li><a href="/audits/${slug}#history">All its audits</a></li><li><a href="/about#reply">Reply to it, or dispute a score</a></li></ul>
!${snippet('Badge', badge)}</section>`;
}
