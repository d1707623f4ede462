import { html } from 'ghtml';
import { isOpen } from '../../../../domain/auditing/job.ts';
import type { DeskListed, DeskRequestDetails } from '../../../../domain/desk.ts';
import { isWaiting } from '../../../../domain/request/request.ts';
import { dayWithinPromise, PROMISED_DAYS } from '../../../../domain/request/turnaround.ts';
import { counted, dayMark, shortened } from '../../html/format.ts';
import type { Refused, Visit } from '../definition.ts';
import { startFields } from '../jobs/start-fields.ts';
import { choice, folded, hidden, hostMark, message, spaced, stackedForm } from '../parts.ts';
import { hasAddress } from './facts.ts';

/** A form of this page that was refused, and which. */
export type RefusedAction = Refused & { form: RequestAction };

export type RequestAction = 'review' | 'schedule' | 'decline' | 'complete' | 'start';

/** What an operator can do with a request now. Empty when it has ended. */
export function actions(visit: Visit, request: DeskRequestDetails, refused: RefusedAction | undefined): string {
  if (!isWaiting(request.status)) return '';
  const of = (form: RequestAction) => (refused?.form === form ? refused : undefined);
  return html`<section class="request-actions" aria-labelledby="actions"><h2 id="actions">What next?</h2>
!${draftLink(request)}
!${complete(visit, request, of('complete'))}
!${start(visit, request, of('start'))}
!${review(visit, request)}
!${schedule(visit, request, of('schedule'))}
!${decline(visit, request, of('decline'))}
</section>`;
}

const pathOf = ({ request_id }: DeskRequestDetails, action: RequestAction) => `/desk/requests/${request_id}/${action}`;

/** The newest audit that is under way or drafted, and was not published: going on with it is the next step. */
function draftLink({ audit_jobs }: DeskRequestDetails): string {
  const [job] = audit_jobs;
  if (!job) return '';
  const path = `/desk/audits/${job.job_id}`;
  if (isOpen(job.status))
    return message('note', 'An audit of this site is under way.', html`<p><a href="${path}">Watch it</a></p>`);
  if (job.status !== 'drafted' || job.aged_out_at !== null || job.audits.length > 0) return '';
  return message('note', 'There is a draft for this site.', html`<p><a href="${path}">Review the draft</a></p>`);
}

function review(visit: Visit, request: DeskRequestDetails): string {
  if (!request.allowed_moves.includes('in_review')) return '';
  const fields =
    '<p><button>Take into review</button></p><p class="hint">The requester sees that it is being looked at.</p>';
  return stackedForm(visit, pathOf(request, 'review'), fields);
}

function schedule(visit: Visit, request: DeskRequestDetails, refused: Refused | undefined): string {
  if (!request.allowed_moves.includes('scheduled')) return '';
  const now = visit.ctx.now();
  const day = refused?.values.get('on') ?? dayWithinPromise(request.submitted_at, now);
  const fields = html`<p><label for="on">Day of the audit</label><span class="request-line"><input type="date" id="on" name="on" value="${day}" aria-describedby="on-hint"> <button>Schedule</button></span></p>
<p class="hint" id="on-hint">${request.promise === 'late' ? `The promised ${PROMISED_DAYS} business days are over: this is the next one.` : `This is the last day that ends within the promised ${PROMISED_DAYS} business days.`} The requester sees the day.</p>`;
  return stackedForm(visit, pathOf(request, 'schedule'), fields, refused);
}

function start(visit: Visit, request: DeskRequestDetails, refused: Refused | undefined): string {
  const form = stackedForm(visit, pathOf(request, 'start'), startFields(visit.ctx, refused?.values), refused);
  const [job] = request.audit_jobs;
  // Where one is in hand, going on with it is the next step.
  const in_hand = job !== undefined && (isOpen(job.status) || draftLink(request) !== '');
  return folded('Start an audit', form, refused !== undefined || !in_hand);
}

/** Typical reasons for declining a request, as the requester reads them. Others are typed. */
const declineReasons: readonly string[] = [
  'The website does not describe an offer that an agent could evaluate.',
  'The website could not be reached or read when we looked.',
  'The website does not want automated visits, and we respect that.',
  'The company and the website do not belong together; please request it again with the right website.',
  'The current audit of this company is recent; it is on the leaderboard.',
  'This looks like a test.',
];

function decline(visit: Visit, request: DeskRequestDetails, refused: Refused | undefined): string {
  const chosen = refused?.values.get('typical') ?? '';
  const own = refused?.values.get('reason') ?? '';
  const reasons = [...declineReasons, ''].map((reason) =>
    choice(['radio', 'typical', reason], html`${reason || 'Another reason'}`, reason === chosen),
  );
  const fields = html`<fieldset><legend>Reason</legend>!${reasons}</fieldset>
<p><label for="reason">In your own words, alone or after the sentence above</label><textarea id="reason" name="reason" rows="3" maxlength="1000" aria-describedby="reason-hint">${own}</textarea></p>
<p class="hint" id="reason-hint">The requester sees the reason with the status!${hasAddress(request) ? ', and gets it by mail' : '; there is no address to mail it to'}. Declining is final.</p>
<p><button>Decline</button></p>`;
  return folded('Decline', stackedForm(visit, pathOf(request, 'decline'), fields, refused), refused !== undefined);
}

/** Requests with a box of their own; one box has all others. */
const NAMED_MAX = 15;

/** The requests that were ticked: a box has one id, or several with blanks between them. */
export const chosenRequests = (values: URLSearchParams): string[] =>
  values.getAll('completes').flatMap((ids) => ids.split(' ').filter(Boolean));

/** The requests that the current audit answers, all ticked. */
function complete(visit: Visit, request: DeskRequestDetails, refused: Refused | undefined): string {
  const { listed, same_site_requests } = request;
  if (!listed) return '';
  const others = same_site_requests.filter(({ answered }) => answered);
  const rows = [request, ...others];
  const ticked = refused ? chosenRequests(refused.values) : rows.map(({ request_id }) => request_id);
  const box = (ids: readonly string[], words: string) =>
    choice(
      ['checkbox', 'completes', ids.join(' ')],
      words,
      ids.every((id) => ticked.includes(id)),
    );
  const more = rows.slice(NAMED_MAX).map(({ request_id }) => request_id);
  const boxes = rows
    .slice(0, NAMED_MAX)
    .map(({ request_id, company, website, status }) =>
      box(
        [request_id],
        html`<bdi>${shortened(company, 40)}</bdi> <bdi class="list-below">!${hostMark(website)}</bdi> ${spaced(status)}!${request_id === request.request_id ? ', this request' : ''}`,
      ),
    );
  if (more.length) boxes.push(box(more, html`${counted(more.length, 'more request')} for this site`));
  const fields = html`!${hidden('slug', listed.slug)}
<fieldset><legend>Requests that it answers</legend>!${boxes}</fieldset>
<p><button>Complete with this audit</button></p>
<p class="hint">Each requester with an address gets the audit by mail. Completing is final.</p>`;
  const form = stackedForm(visit, pathOf(request, 'complete'), fields, refused);
  return html`!${listedAudit(listed)}!${folded('Complete with the current audit', form, refused !== undefined || !listed.stale)}`;
}

const listedAudit = ({ slug, company, audit_date, overall_score, tier, stale, reaudit_due }: DeskListed): string =>
  html`<p class="request-listed"><a href="/audits/${slug}"><bdi>${shortened(company, 70)}</bdi></a> is listed: <b>${overall_score}</b>, ${tier}, of <a href="/desk/published/${slug}/${audit_date}">!${dayMark(audit_date)}</a>. !${stale ? html`<span class="stale">stale</span> A new audit is due since !${dayMark(reaudit_due)}.` : html`The next audit is due on !${dayMark(reaudit_due)}.`}</p>`;
