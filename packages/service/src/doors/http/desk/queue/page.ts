import { html } from 'ghtml';
import type { z } from 'zod';
import type { QueuedRequest } from '../../../../domain/desk.ts';
import { listRequests } from '../../../../operations/desk/list-requests.ts';
import { counted, grouped, hostOf, shortened } from '../../html/format.ts';
import type { DeskPage } from '../definition.ts';
import { listKeys } from '../list-keys.ts';
import { statusMark } from '../parts.ts';
import { ageMark, businessDays } from './age.ts';
import { besideQueue } from './beside.ts';
import { listedMark } from './listed.ts';
import { type QueueQuery, queueAddress, queueFilters, queueQuery, TEXT_MAX } from './query.ts';

/** Requests on one page: few enough for 60 KB, whatever their texts are. */
const ROWS = 30;

const NAME_MAX = 70;
const HOST_MAX = 60;

type Found = z.output<typeof listRequests.output>;

/** The queue: requests, oldest first, and beside it what else waits for an operator (decision 104). */
export const startPage: DeskPage = {
  path: '/desk',
  nav: 'Queue',
  async draw(visit) {
    const query = queueQuery(visit.query);
    const { status, text, after } = query;
    const found = await visit.call(listRequests, {
      status,
      listed: true,
      limit: ROWS,
      ...(text !== '' && { text }),
      ...(after !== '' && { after }),
    });
    const beside = await besideQueue(visit);
    const main = html`<div class="queue-page">
<div class="queue-main">
<h1>Queue</h1>
!${inWords(found, query)}
!${beside.line}
!${filterForm(found, query)}
!${found.requests.length ? list(found, query) : none(found, query)}
</div>
!${beside.aside}
</div>`;
    return { title: 'Queue', main, keys: [...listKeys, ['/', 'search']] };
  },
};

const waitingOf = ({ counts }: Found) => counts.received + counts.in_review + counts.scheduled;

/** How many wait, and for how long, in one sentence. */
function inWords(found: Found, { status, text, after }: QueueQuery): string {
  const waiting = waitingOf(found);
  if (waiting === 0) return '';
  const [oldest] = found.requests;
  const all = status === 'waiting' && text === '' && after === '';
  const since = all && oldest ? `, the oldest for ${businessDays(oldest.business_days)}` : '';
  return html`<p class="hint">${counted(waiting, 'request')} ${waiting === 1 ? 'waits' : 'wait'}${since}. An audit is promised within 2 to 5 business days.</p>`;
}

function filterForm(found: Found, { status, text }: QueueQuery): string {
  const { counts } = found;
  const number = { ...counts, waiting: waitingOf(found), all: counts.total };
  const options = queueFilters.map(
    (name) =>
      html`<option value="${name}"!${name === status ? ' selected' : ''}>${name.replaceAll('_', ' ')} (${grouped(number[name])})</option>`,
  );
  return html`<form class="controls" action="/desk" role="search" aria-label="Requests">
<p><label for="queue-text">Company, website, notes, agent or id</label><input type="search" id="queue-text" name="text" value="${text}" maxlength="${TEXT_MAX}" data-key-filter></p>
<p><label for="queue-status">Status</label><select id="queue-status" name="status">!${options}</select></p>
<p><button>Show</button></p>
</form>`;
}

function list({ requests, next }: Found, query: QueueQuery): string {
  const more =
    next === null ? '' : html`<a rel="next" href="${queueAddress({ ...query, after: next })}">Next ${ROWS}</a>`;
  const first =
    query.after === '' ? '' : html`<a href="${queueAddress({ ...query, after: '' })}">Back to the oldest</a>`;
  return html`<ol class="queue-rows" data-rows>!${requests.map((request) => html`<li>!${row(request)}</li>`)}</ol>
!${more || first ? html`<p class="actions">!${more} !${first}</p>` : ''}`;
}

function row(request: QueuedRequest): string {
  const { request_id, company, website, status, same_site, listed } = request;
  const same = same_site > 1 ? html`<b>${grouped(same_site)} for this site</b>` : '';
  return html`<p class="queue-who"><a href="/desk/requests/${request_id}"><bdi>${shortened(company, NAME_MAX)}</bdi></a> <bdi class="queue-host">${shortened(hostOf(website), HOST_MAX)}</bdi></p>
<p>!${statusMark(status)}</p><p>!${ageMark(request)}</p><p class="queue-site">!${listedMark(listed)} !${same}</p>`;
}

/** What to do when there is nothing to show. */
function none(found: Found, query: QueueQuery): string {
  const filtered = query.status !== 'waiting' || query.text !== '' || query.after !== '';
  if (filtered)
    return html`<div class="queue-none"><p>No request fits.</p><p><a href="/desk">Show all that wait</a>, or <a href="${queueAddress({ status: 'all', text: query.text })}">look at every status</a>.</p></div>`;
  const past = found.counts.total > 0;
  return html`<div class="queue-none"><p>${past ? 'Nobody waits for an audit. Well done.' : 'No request has come in yet.'}</p>
<p>!${past ? 'Is a re-audit <a href="/desk/due">due</a>, or a draft <a href="/desk/audits?status=to_review">to be reviewed</a>?' : 'Agents request audits with the tool <code>request_audit</code>, people with <a href="/request">a form</a>. You can also <a href="/desk/audits">start an audit</a> of a listed company.'}</p></div>`;
}
