import { type RequestStatus, requestStatuses } from '../../../../domain/request/request.ts';

/** What the queue is narrowed to. Words of an address that nobody could choose are read as if they were not there. */
export type QueueQuery = { status: RequestStatus | 'waiting' | 'all'; text: string; after: string };

export const queueFilters = ['waiting', ...requestStatuses, 'all'] as const;

/** Characters of a text that is searched for. */
export const TEXT_MAX = 200;

export function queueQuery(query: URLSearchParams): QueueQuery {
  const status = queueFilters.find((known) => known === query.get('status')) ?? 'waiting';
  const text = (query.get('text') ?? '').trim().slice(0, TEXT_MAX).trim();
  return { status, text, after: (query.get('after') ?? '').slice(0, 200) };
}

/** The address of a part of the queue. */
export function queueAddress({ status, text, after }: Partial<QueueQuery>): string {
  const query = new URLSearchParams();
  if (status && status !== 'waiting') query.set('status', status);
  if (text) query.set('text', text);
  if (after) query.set('after', after);
  return query.size ? `/desk?${query}` : '/desk';
}
