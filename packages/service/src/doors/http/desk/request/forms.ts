import { startAudit } from '../../../../operations/desk/audits/start-audit.ts';
import { declineRequest } from '../../../../operations/desk/decline-request.ts';
import { completeRequests } from '../../../../operations/desk/requests/complete-requests.ts';
import { reviewRequest } from '../../../../operations/desk/review-request.ts';
import { scheduleRequest } from '../../../../operations/desk/schedule-request.ts';
import type { DeskForm, Visit } from '../definition.ts';
import { startInput } from '../jobs/start-fields.ts';
import { chosenRequests, type RequestAction } from './actions.ts';
import { drawRequest } from './page.ts';

const idOf = ({ params }: Visit) => params.request_id ?? '';

/** A form of the page of a request. It leads back to the page, or where `act` says. */
const requestForm = (
  form: RequestAction,
  act: (visit: Visit, values: URLSearchParams) => Promise<string>,
): DeskForm => ({
  path: `/desk/requests/{request_id}/${form}`,
  submit: async (visit, values) => ({ see_other: await act(visit, values) }),
  again: (visit, refused) => drawRequest(visit, { form, ...refused }),
});

const backTo = (visit: Visit, done: string) => `/desk/requests/${idOf(visit)}?done=${done}`;

/** The moves of one request (decision 19), and the start of its audit. */
export const requestForms: readonly DeskForm[] = [
  requestForm('review', async (visit) => {
    await visit.call(reviewRequest, { request_id: idOf(visit) });
    return backTo(visit, 'review');
  }),
  requestForm('schedule', async (visit, values) => {
    await visit.call(scheduleRequest, { request_id: idOf(visit), on: values.get('on')?.trim() || null });
    return backTo(visit, 'schedule');
  }),
  requestForm('decline', async (visit, values) => {
    // Browsers send line ends as two characters.
    const own = values.get('reason')?.replaceAll('\r\n', '\n').trim();
    const reason = [values.get('typical'), own].filter(Boolean).join(' ');
    await visit.call(declineRequest, { request_id: idOf(visit), reason });
    return backTo(visit, 'decline');
  }),
  requestForm('complete', async (visit, values) => {
    const completes = chosenRequests(values);
    const { completed } = await visit.call(completeRequests, { slug: values.get('slug') ?? '', completes });
    return backTo(visit, `complete${completed.length}`);
  }),
  requestForm('start', async (visit, values) => {
    const { job } = await visit.call(startAudit, { subject: idOf(visit), ...startInput(values) });
    return `/desk/audits/${job.job_id}`;
  }),
];
