import { html } from 'ghtml';
import type { z } from 'zod';
import type { QueuedRequest } from '../../../../domain/desk.ts';
import { requestStatuses } from '../../../../domain/request/request.ts';
import { listRequests } from '../../../../operations/desk/list-requests.ts';
import { counted, grouped } from '../../html/format.ts';
import type { DeskPage, Visit } from '../definition.ts';
import { listKeys, listPage, narrowed, row, ways } from '../list-page.ts';
import { hostMark, options, spaced, statusMark } from '../parts.ts';
import { besideQueue } from './beside.ts';
import { ageMark, businessDays, jobMark, listedMark } from './marks.ts';

/** Requests on one page: few enough for 60 KB, whatever their texts are. */
const ROWS = 30;
const PATH = '/desk';
/** Characters of a text that is searched for. */
const TEXT_MAX = 200;

type RequestList = z.output<typeof listRequests.output>;

/** What the queue can be narrowed to; by default to all that wait. */
const filters = ['waiting', ...requestStatuses, 'all'] as const;

/** The queue: requests, oldest first, and beside it what else waits for an operator (decision 104). */
export const startPage: DeskPage = {
  path: PATH,
  nav: 'Queue',
  async draw(visit) {
    const text = (visit.query.get('text') ?? '').trim().slice(0, TEXT_MAX).trim();
    const list = narrowed(visit.query, PATH, filters, { kept: text === '' ? {} : { text } });
    const { chosen: status, after } = list;
    const found = await visit.call(listRequests, { status, listed: true, limit: ROWS, text: text || undefined, after });
    const beside = await besideQueue(visit);
    const everything = status === 'waiting' && text === '' && after === undefined;
    return listPage({
      title: 'Queue',
      keys: [...listKeys, ['/', 'search']],
      hint: inWords(found, everything),
      said: beside.line,
      filters: filterForm(found, status, text),
      parts: [{ rows: found.requests.map(requestRow) }],
      none: everything
        ? nobody(found, visit)
        : html`<p>No request fits.</p><p><a href="${PATH}">Show all that wait</a>, or <a href="${list.address({ status: 'all' })}">look at every status</a>.</p>`,
      ...ways(list, found.next, ['Back to the oldest', `Next ${ROWS}`]),
      aside: beside.aside,
    });
  },
};

const waitingOf = ({ counts }: RequestList) => counts.received + counts.in_review + counts.scheduled;

/** How many wait, and for how long, in one sentence. */
function inWords(found: RequestList, everything: boolean): string {
  const waiting = waitingOf(found);
  if (waiting === 0) return '';
  const [oldest] = found.requests;
  const since = everything && oldest ? `, the oldest for ${businessDays(oldest.business_days)}` : '';
  return html`${counted(waiting, 'request')} ${waiting === 1 ? 'waits' : 'wait'}${since}. An audit is promised within 2 to 5 business days.`;
}

function filterForm(found: RequestList, status: string, text: string): string {
  const { counts } = found;
  const number = { ...counts, waiting: waitingOf(found), all: counts.total };
  const statuses = filters.map((name) => [name, `${spaced(name)} (${grouped(number[name])})`] as const);
  return html`<form class="controls" action="/desk" role="search" aria-label="Requests">
<p><label for="queue-text">Company, website, notes, agent or id</label><input type="search" id="queue-text" name="text" value="${text}" maxlength="${TEXT_MAX}" data-key-filter></p>
<p><label for="queue-status">Status</label><select id="queue-status" name="status">!${options(statuses, status)}</select></p>
<p><button>Show</button></p>
</form>`;
}

function requestRow(request: QueuedRequest): string {
  const { request_id, company, website, status, same_site, listed, audit_job } = request;
  const same = same_site > 1 ? html` · <b>${grouped(same_site)} for this site</b>` : '';
  return row(
    { name: company, path: `/desk/requests/${request_id}`, below: hostMark(website) },
    html`!${statusMark(status)}!${audit_job ? html` !${jobMark(audit_job)}` : ''}`,
    ageMark(request),
    html`!${listedMark(listed)}!${same}`,
  );
}

/** What to do when nobody waits. */
function nobody({ counts }: RequestList, { site }: Visit): string {
  const past = counts.total > 0;
  const { for_people } = site.added;
  const form = for_people ? html`, people with <a href="${for_people.requestAt('')}">a form</a>` : '';
  return html`<p>${past ? 'Nobody waits for an audit. Well done.' : 'No request has come in yet.'}</p>
<p>!${past ? 'Is a re-audit <a href="/desk/due">due</a>, or a draft <a href="/desk/audits?status=to_review">to be reviewed</a>?' : html`Agents request audits with the tool <code>request_audit</code>!${form}. You can also <a href="/desk/audits">start an audit</a> of a listed company.`}</p>`;
}
