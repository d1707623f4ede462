import { html } from 'ghtml';
import type { DeskRequestDetails } from '../../../../domain/desk.ts';
import { showRequest } from '../../../../operations/desk/show-request.ts';
import { counted, dayMark, shortened } from '../../html/format.ts';
import type { DeskContent, DeskPage, Visit } from '../definition.ts';
import { faultMessage, message, statusMark } from '../parts.ts';
import { ageMark } from '../queue/marks.ts';
import { actions, type RefusedAction } from './actions.ts';
import { facts, hasAddress, history, jobs, sameSite } from './facts.ts';

/** One request: all of it, what can be done with it, and what else there is for its site (decision 104). */
export const requestPage: DeskPage = {
  path: '/desk/requests/{request_id}',
  draw: (visit) => drawRequest(visit),
};

/** @param refused a form of this page that was refused: it comes back with what was typed */
export async function drawRequest(visit: Visit, refused?: RefusedAction): Promise<DeskContent> {
  const request = await visit.call(showRequest, { request_id: visit.params.request_id ?? '', listed: true });
  const now = visit.ctx.now();
  const drawn = actions(visit, request, refused);
  // A form that is gone by now, for example because somebody else moved the request.
  const gone = refused && !drawn.includes(`/${refused.form}"`) ? faultMessage(refused.fault) : '';
  const company = shortened(request.company, 70);
  return {
    title: company,
    keys: [['a', 'to what can be done']],
    main: html`<p class="path"><a href="/desk">Queue</a></p>
<h1><bdi>${company}</bdi></h1>
<p class="request-state">!${statusMark(request.status)} !${ageMark(request)}</p>
!${gone}!${refused ? '' : done(visit.query.get('done'), request)}
<div class="request-page">
<div>!${facts(request, now)}</div>
!${drawn || ended(request)}
<div>
!${jobs(request, now)}
!${visit.parts.map((part) => part.beside_request?.(visit, request) ?? '')}
!${sameSite(request)}
!${history(request, now)}
</div></div>`,
  };
}

/** What was just done. It says nothing that the request does not show. */
function done(what: string | null, request: DeskRequestDetails): string {
  const mail = hasAddress(request) ? 'The requester gets a mail.' : 'There is no address for a mail.';
  if (what === 'review' && request.status === 'in_review') return message('done', 'Taken into review.');
  if (what === 'schedule' && request.status === 'scheduled') return message('done', 'Scheduled.');
  if (what === 'decline' && request.status === 'declined') return message('done', `Declined. ${mail}`);
  if (what?.startsWith('complete') && request.status === 'completed') {
    const number = Number(what.slice('complete'.length));
    return message(
      'done',
      number > 1
        ? `${counted(number, 'request')} completed. Requesters with an address get a mail.`
        : `Completed. ${mail}`,
    );
  }
  return '';
}

/** The end of a request, where nothing can be done any more. */
function ended({ status, listed, audit }: DeskRequestDetails): string {
  const answer = audit
    ? html`<p>Its answer is <a href="/desk/published/${audit.slug}/${audit.audit_date}">the audit of !${dayMark(audit.audit_date)}</a>.</p>`
    : '';
  const link =
    listed && listed.audit_date !== audit?.audit_date
      ? html`<p>The current audit of this site is <a href="/audits/${listed.slug}">that of !${dayMark(listed.audit_date)}</a>.</p>`
      : '';
  return html`<section class="request-actions"><h2>It has ended</h2><p>A request that is ${status} stays so. For another audit, a new request is made.</p>!${answer}!${link}<p><a href="/desk">Back to the queue</a></p></section>`;
}
