import { reviewRequest } from '../../../../operations/desk/review-request.ts';
import type { DeskForm } from '../definition.ts';

/** Takes a request into review. */
export const reviewForm: DeskForm = {
  path: '/desk/requests/{request_id}/review',
  async submit(visit) {
    const { request_id } = await visit.call(reviewRequest, { request_id: visit.params.request_id ?? '' });
    return { see_other: `/desk/requests/${request_id}` };
  },
};
