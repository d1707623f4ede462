import { html } from 'ghtml';
import type { DeskRequestDetails } from '../../../../domain/desk.ts';
import { dayMark, grouped, shortened } from '../../html/format.ts';
import { seenText } from '../hidden.ts';
import { jobLine } from '../jobs/progress.ts';
import { factList, hostMark, statusMark, timeMark } from '../parts.ts';
import { ageMark } from '../queue/marks.ts';

/** Everything that was requested, by whom, and what became of it. */
export function facts(request: DeskRequestDetails, now: Date): string {
  const { request_id, website, notes, agent_name, agent_provider, registration_id } = request;
  const { scheduled_on, declined_reason } = request;
  return factList([
    ['Website', websiteLink(website)],
    ['Requested', html`!${dayMark(request.submitted_at.slice(0, 10))}, !${timeMark(request.submitted_at, now)}`],
    ['Notes', notes === null ? none('none') : longText(notes)],
    ['Agent', agent(agent_name, agent_provider)],
    ['Answer goes to', address(request)],
    ['Scheduled for', scheduled_on === null ? '' : dayMark(scheduled_on)],
    ['Declined because', declined_reason === null ? '' : longText(declined_reason)],
    ['Ids', html`<code>${request_id}</code> by <code>${registration_id}</code>`],
  ]);
}

/** Bytes of HTML that one text takes on the page, and characters that are shown of one that takes more. */
const TEXT_BYTES = 20_500;
const CUT_AT = 400;
/** Characters from which a text is folded: on a narrow window it would push away all that follows. */
const FOLD_FROM = 800;

/** A text of several lines; a long one is folded. One that is made of what nobody sees is cut, because each such character is written out. */
function longText(text: string): string {
  const seen = seenText(text);
  const shown = (part: string) => html`<span class="request-notes" dir="auto">!${part}</span>`;
  if (text.length <= FOLD_FROM) return shown(seen);
  const begins = shown(html`!${seenText(text.slice(0, CUT_AT).toWellFormed())}…`);
  if (Buffer.byteLength(seen) > TEXT_BYTES)
    return html`!${begins}<span class="hint">${grouped(text.length - CUT_AT)} more characters, most of which nobody sees</span>`;
  return html`!${begins}<details class="request-long"><summary>All ${grouped(text.length)} characters</summary>!${shown(seen)}</details>`;
}

const none = (text: string) => html`<span class="none">${text}</span>`;

/** Characters of an address that is a link. */
const LINK_MAX = 900;

/** The website as a link that reveals nothing about the desk to it; a very long address, and one of another kind, is only text. */
function websiteLink(website: string): string {
  const text = html`<bdi>${shortened(website, 200)}</bdi>`;
  if (website.length > LINK_MAX || !/^https?:$/.test(URL.parse(website)?.protocol ?? '')) return text;
  return html`<a href="${website}" rel="noreferrer noopener nofollow external">!${text}</a>`;
}

function agent(name: string | null, provider: string | null): string {
  if (name === null && provider === null) return none('did not say its name');
  return html`<bdi>${name ?? 'unnamed'}</bdi>!${provider === null ? '' : html` of <bdi>${provider}</bdi>`}`;
}

function address({ contact_email, registered_email }: DeskRequestDetails): string {
  if (contact_email !== null) return html`<bdi>${contact_email}</bdi>`;
  if (registered_email !== null) return html`<bdi>${registered_email}</bdi>, the address of the registration`;
  return none('no address: the agent asks for the status itself');
}

/** Whether the requester gets a mail about the answer. */
export const hasAddress = ({ contact_email, registered_email }: DeskRequestDetails): boolean =>
  (contact_email ?? registered_email) !== null;

/** The statuses that it had, oldest first. */
export function history({ request_id, status_history }: DeskRequestDetails, now: Date): string {
  const moves = status_history.map(
    ({ status, at, operator }) =>
      html`<li>!${statusMark(status)} !${timeMark(at, now)}!${operator === null ? '' : html` by <bdi>${operator}</bdi>`}</li>`,
  );
  return html`<section><h2>History</h2><ol class="request-list">!${moves}</ol><p class="hint"><a href="/desk/log?subject_id=${request_id}">In the log</a></p></section>`;
}

/** Other requests for a site that are named on the page. */
const OTHERS_MAX = 15;

/** Other requests for the same site: the first, and where the rest is. */
export function sameSite({ same_site_requests: others, website, site }: DeskRequestDetails): string {
  if (others.length === 0) return '';
  const more =
    others.length > OTHERS_MAX
      ? html`<p><a href="/desk?${new URLSearchParams({ status: 'all', text: site.slice(0, 200) })}">All requests for this host</a></p>`
      : '';
  const rows = others
    .slice(0, OTHERS_MAX)
    .map(
      (other) =>
        html`<li><a href="/desk/requests/${other.request_id}"><bdi>${shortened(other.company, 70)}</bdi></a> <bdi class="list-below">!${hostMark(other.website)}</bdi> !${statusMark(other.status)} !${ageMark(other)}</li>`,
    );
  return html`<section><h2>Other requests for <bdi>!${hostMark(website)}</bdi> <span class="list-count">${grouped(others.length)}</span></h2><ol class="request-list">!${rows}</ol>!${more}</section>`;
}

/** Audits of the site by the auditing agent. */
export function jobs({ audit_jobs }: DeskRequestDetails, now: Date): string {
  if (audit_jobs.length === 0) return '';
  return html`<section><h2>Audits of this site</h2><ul class="request-list">!${audit_jobs.map((job) => html`<li>!${jobLine(job, now)}</li>`)}</ul></section>`;
}
