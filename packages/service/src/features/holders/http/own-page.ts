import { isStale } from '@readymark/rubric/audit/audit';
import { html } from 'ghtml';
import type { Entry } from '../../../catalogue/snapshot.ts';
import { placesOf, tokenElement, tokenText } from '../../../domain/replies/domain-token.ts';
import { isWaiting, type RequestStatus } from '../../../domain/request/request.ts';
import { timeMark } from '../../../doors/http/desk/parts.ts';
import { day } from '../../../doors/http/html/format.ts';
import type { PageContent } from '../../../doors/http/html/page.ts';
import { snippet } from '../../../doors/http/pages/audit/snippet.ts';
import type { AuditJobRow } from '../../../store/auditing/rows.ts';
import type { AuditRequestRow } from '../../../store/tables.ts';
import { draftPath, OWN_PATH, ownPath } from '../domain/addresses.ts';
import { DRAFT_DAYS, DRAFT_MS, placeNames, REST_MS } from '../domain/holder.ts';
import { administratorsOf, LINK_DAYS } from '../domain/link.ts';
import type { Found } from '../operations/look-for-token.ts';
import { draftIn } from '../operations/own-drafts.ts';
import type { DomainHolderRow } from '../store/rows.ts';
import { pointsOf } from './draft-banner.ts';

type Sent = Pick<AuditRequestRow, 'request_id' | 'status' | 'submitted_at' | 'declined_reason'>;

/** What the page of a holder is drawn from. */
type OwnInput = {
  secret: string;
  holder: DomainHolderRow;
  drafts: readonly AuditJobRow[];
  /** The company on the leaderboard with this site. */
  listed: Entry | undefined;
  /** A company at another host of the domain, for which this page does not speak (decision 184). */
  elsewhere: { company: string; website: string } | undefined;
  /** What became of the request that was sent from here, and of those before it, newest first. */
  request: Sent | undefined;
  earlier: readonly Sent[];
  /** Whom we write to; undefined for nobody. */
  contact: { contact_email: string } | undefined;
  /** A link that was sent and not used. */
  link: { email: string | null; purpose: string; created_at: string } | undefined;
  /** Parts of other features, as HTML. */
  parts: readonly string[];
  base_url: string;
  /** Whether letters leave this service. */
  sends_mail: boolean;
  now: Date;
  /** What was just looked for. */
  found?: Found;
  /** What was refused, in words. */
  wrong?: string;
};

/** The page of somebody who holds a domain, or says so (decision 181). */
export function ownPage(input: OwnInput): PageContent {
  const { holder, drafts, wrong, found, sends_mail } = input;
  const proven = holder.proven_at !== null;
  return {
    title: `Your page for ${holder.host} · Readymark`,
    description: 'The page of somebody who holds a domain: private drafts, audits and requests.',
    noindex: true,
    ...(drafts.some(isUnderWay) && { head: '<noscript><meta http-equiv="refresh" content="3"></noscript>' }),
    main: html`<article class="preview own">
<header><p class="path"><a href="${OWN_PATH}">Your site</a></p>
<h1>Your page for ${holder.host}</h1></header>
<p class="note">Bookmark this page. Whoever has its address can see and use it. !${proven && sends_mail ? 'With an e-mail address below we can send it to you if you lose it.' : ''}</p>
!${wrong ? html`<p class="wrong" role="alert">${wrong}</p>` : ''}
!${found ? looked(found) : ''}
!${proven ? held(input) : proof(input)}
</article>`,
  };
}

const button = (path: string, words: string, quiet = false) =>
  html`<form class="check-now" method="post" action="${path}"><button type="submit"!${quiet ? ' class="quiet"' : ''}>${words}</button></form>`;

/** What a holder does so that the token is found. */
function proof(input: OwnInput): string {
  const { secret, holder } = input;
  const { token, website, ends_at } = holder;
  const { dns_name, file_url } = placesOf(website);
  return html`<section aria-labelledby="proof"><h2 id="proof">Confirm that you control ${holder.host}</h2>
<p>Choose one of three ways, or send this page to whoever runs your website. Then press the button. The token is valid until ${day(ends_at.slice(0, 10))}.</p>
!${dns_name === null ? '' : snippet(`A TXT record of ${dns_name}`, tokenText(token))}
!${snippet(`Or a file at ${file_url}, with this line`, tokenText(token))}
!${snippet(`Or an element in the head of ${website}`, tokenElement(token))}
!${button(`${ownPath(secret)}/look`, 'Check now')}
<p class="hint">Takes a few seconds. A file or an element counts at once, a DNS record may take up to an hour. You can remove the token afterwards.</p></section>
!${input.sends_mail ? byMail(input) : ''}`;
}

/** The other proof: a link to somebody who runs the domain. */
function byMail({ secret, holder, link, now }: OwnInput): string {
  const addresses = administratorsOf(holder.site).map((one) => html`<option>${one}</option>`);
  return html`<section aria-labelledby="by-mail"><h2 id="by-mail">Or by mail</h2>
!${link ? sent(link, now) : ''}
<form class="check-site" method="post" action="${ownPath(secret)}/mail"><p><label for="mail">Address of whoever runs ${holder.site}</label><select id="mail" name="email">!${addresses}</select></p>
<p><button type="submit">Send a link</button></p></form>
<p class="hint">Whoever presses the button in the letter gets this page, at a new address.</p></section>`;
}

const sent = ({ email, created_at }: NonNullable<OwnInput['link']>, now: Date): string =>
  html`<p class="said" role="status">A letter with a link goes to <bdi>${email}</bdi>, asked for !${timeMark(created_at, now)}. The link works for ${LINK_DAYS} days. An address that has had several today, or that stopped our mails, gets none.</p>`;

/** Whom we write to. */
function letters({ secret, contact, link, now }: OwnInput): string {
  const path = ownPath(secret);
  const waits = link?.purpose === 'contact' ? sent(link, now) : '';
  const form = html`<form class="check-site" method="post" action="${path}/contact"><p><label for="email">!${contact ? 'Another address' : 'E-mail address'}</label><input id="email" name="email" type="email" required maxlength="254" autocomplete="email"></p>
<p><button type="submit">!${contact ? 'Change it' : 'Write to this address'}</button></p></form>`;
  const now_to = contact
    ? html`<p>The letters go to <b><bdi>${contact.contact_email}</bdi></b>.</p><details><summary>Change or stop</summary><div>!${form}!${button(`${path}/no-letters`, 'No letters any more', true)}</div></details>`
    : form;
  return html`<section aria-labelledby="letters"><h2 id="letters">Letters</h2>
<p>We write 30 and 7 days before your score becomes stale, after a re-audit or a correction, when your request or a reply was decided, and when a new rubric will be used. Nothing else.</p>
!${waits}
!${now_to}</section>`;
}

/** What was found: where the token was, or why it is at none of the places. */
function looked({ dns, file, page }: Found): string {
  const place = dns?.found ? 'dns' : file.found ? 'file' : page?.found ? 'page' : undefined;
  if (place) return html`<p class="said" role="status"><b>The token was seen</b> in ${placeNames[place]}.</p>`;
  const words = [
    ...(dns ? [`TXT record: ${dns.problem}.`] : []),
    `File: ${file.problem}.`,
    ...(page ? [`Home page: ${page.problem}.`] : []),
  ];
  return html`<div class="said" role="status"><p><b>The token was not seen.</b></p>
<ul class="dots">!${words.map((one) => html`<li>${one}</li>`)}</ul></div>`;
}

function held(input: OwnInput): string {
  const { holder } = input;
  return html`<p class="said">You control ${holder.host}: !${holder.proof === 'mail' ? 'a link to whoever runs the domain was opened' : html`we found the token in ${placeNames[holder.proof ?? ''] ?? 'its place'}`} !${timeMark(holder.proven_at ?? '', input.now)}. This page is valid until ${day(holder.ends_at.slice(0, 10))}.</p>
!${published(input)}
!${requested(input)}
!${input.parts}
!${privateDrafts(input)}
!${input.sends_mail ? letters(input) : ''}`;
}

const isUnderWay = ({ status }: AuditJobRow) => status === 'queued' || status === 'running';

function privateDrafts(input: OwnInput): string {
  const { secret, holder, drafts: jobs, request, now } = input;
  const waits = request !== undefined && isWaiting(request.status as RequestStatus);
  const open = jobs.find(isUnderWay);
  const again = holder.drafted_at === null ? undefined : new Date(Date.parse(holder.drafted_at) + REST_MS);
  const rows = jobs.filter((job) => job !== open).map((job) => draftRow(input, job, !waits));
  const make =
    again && again > now
      ? html`<p class="hint">A new draft can be made !${timeMark(again.toISOString(), now)}.</p>`
      : html`!${button(`${ownPath(secret)}/draft`, rows.length ? 'Make a new draft' : 'Make the draft')}
<p class="hint">Takes about two minutes; once a day for a domain. It is kept for ${DRAFT_DAYS} days.</p>`;
  return html`<section aria-labelledby="drafts"><h2 id="drafts">Private drafts</h2>
!${rows.length ? html`<ul class="own-drafts">!${rows}</ul>` : '<p>Our auditing agent reads up to 40 pages of your site, as for an audit, and proposes a score for each criterion: what it found, what is missing for the next score, and what to paste. Nobody but you sees it.</p>'}
!${open ? underWay(secret, open) : make}</section>`;
}

function underWay(secret: string, { progress }: AuditJobRow): string {
  const { done = 0, phase = 'waiting for its turn' } = progress === null ? {} : JSON.parse(progress);
  return html`<div class="under-way" data-progress="${ownPath(secret)}/progress"><progress max="90" value="${done}" aria-label="Requests answered"></progress>
<p role="status"><b>${done}</b> requests answered: <span>${phase}</span></p></div>
<p class="hint"><a href="${ownPath(secret)}">Show it as it is now</a></p>`;
}

/** @param may_ask whether no request waits already */
function draftRow(input: OwnInput, job: AuditJobRow, may_ask: boolean): string {
  const { secret, now } = input;
  const draft = draftIn(job);
  const path = draftPath(secret, job.job_id);
  const deleted = day(new Date(Date.parse(job.created_at) + DRAFT_MS).toISOString().slice(0, 10));
  if (!draft)
    return html`<li><p>!${timeMark(job.created_at, now)}: ${job.error ?? 'there is no draft.'}</p>!${button(`${path}/delete`, 'Remove', true)}</li>`;
  const { low, high } = pointsOf(draft);
  return html`<li><p><a href="${path}"><b>${draft.record.overall_score} of 100</b>, proposed !${timeMark(draft.finished_at, now)}</a>. A reviewer may give between ${low} and ${high}. It will be deleted on ${deleted}.</p>
<p><a class="button" href="${path}">Read the draft</a></p>
!${may_ask ? askForm(path, job.job_id, { low, high }, input) : ''}
<details><summary>Delete this draft</summary><p class="hint">It cannot be restored, and a new one is made once a day.</p>!${button(`${path}/delete`, 'Delete it now', true)}</details></li>`;
}

/** The request for an audit, or for another one. What follows from it is said before the button. */
function askForm(path: string, id: string, { low, high }: { low: number; high: number }, input: OwnInput): string {
  const { contact, listed, sends_mail } = input;
  const asked = sends_mail ? 'Come back to this page, or give us an address below.' : 'Come back to this page.';
  const written = contact && sends_mail ? 'We write to you when it is done.' : asked;
  const [title, does] = listed
    ? ['Ask for a re-audit with this draft', 'publish it in place of the current audit']
    : ['Request a public audit', 'publish an audit of your company on the leaderboard'];
  const name = listed
    ? html`<input type="hidden" name="company" value="${listed.company}">`
    : html`<p><label for="company-${id}">Name of your company</label><input id="company-${id}" name="company" type="text" required maxlength="200" autocomplete="organization"></p>`;
  return html`<h3>${title}</h3>
<p>Our reviewers read this draft, correct it, and ${does}, whatever the score; it can be anything between ${low} and ${high}. It is free. ${written}</p>
<form class="check-site" method="post" action="${path}/request">!${name}
<p><button type="submit">${title}</button></p></form>`;
}

/** What became of the request, in words. */
const outcomes: Readonly<Record<RequestStatus, string>> = {
  received: 'It was received; a reviewer begins within 2 to 5 business days.',
  in_review: 'A reviewer is reading it.',
  scheduled: 'It was read, and will be published soon.',
  completed: 'The audit was published.',
  declined: 'There will be no audit.',
};

function requested({ request, earlier }: OwnInput): string {
  if (!request) return '';
  const before = earlier.map((one) => `<li>${outcome(one)}</li>`).join('');
  return html`<section aria-labelledby="request"><h2 id="request">Your request</h2>
<p>!${outcome(request)}</p>
!${before && `<details><summary>Earlier requests (${earlier.length})</summary><ul class="dots">${before}</ul></details>`}</section>`;
}

const outcome = ({ request_id, status, submitted_at, declined_reason }: Sent): string =>
  html`Sent on ${day(submitted_at.slice(0, 10))}. ${outcomes[status as RequestStatus]}!${declined_reason ? html` <bdi>${declined_reason}</bdi>` : ''} <span class="hint">${request_id}</span>`;

/** What is published, and what its company can do. */
function published({ secret, holder, listed, elsewhere, request, base_url, now }: OwnInput): string {
  if (!listed)
    return elsewhere
      ? html`<p class="note">The published audit of <bdi>${elsewhere.company}</bdi> is about ${new URL(elsewhere.website).hostname}, not about ${holder.host}. To reply to it, <a href="${OWN_PATH}">begin a page for that host</a>.</p>`
      : '';
  const waits = request !== undefined && isWaiting(request.status as RequestStatus);
  const { slug, company, overall_score, tier, audit_date, reaudit_due } = listed;
  const badge = `<a href="${base_url}/audits/${slug}"><img src="${base_url}/badge/${slug}.svg" alt="Readymark: ${overall_score} of 100"></a>`;
  return html`<section aria-labelledby="published"><h2 id="published">Published</h2>
<p><a class="button" href="/audits/${slug}"><span>Open the audit of <bdi>${company}</bdi></span></a></p>
<p>${overall_score} of 100, ${tier}, audited on ${day(audit_date)}. !${isStale(reaudit_due, now.toISOString().slice(0, 10)) ? html`It is stale since ${day(reaudit_due)}.` : html`It becomes stale on ${day(reaudit_due)}.`} <a href="/audits/${slug}#history">All its audits</a></p>
!${waits ? '' : html`!${button(`${ownPath(secret)}/again`, 'Ask for a re-audit')}<p class="hint">It is free, and the score may rise or fall. If you have a private draft, ask with it below: the reviewers then begin with what was found.</p>`}
<p>Put its badge on your site: <img src="/badge/${slug}.svg" alt="The badge of your company"></p>
!${snippet('Badge', badge)}</section>`;
}
