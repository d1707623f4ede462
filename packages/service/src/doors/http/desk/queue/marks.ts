import { html } from 'ghtml';
import type { DeskListed, QueuedRequest } from '../../../../domain/desk.ts';
import { PROMISED_DAYS } from '../../../../domain/request/turnaround.ts';
import { day } from '../../html/format.ts';
import { auditPath } from '../addresses.ts';

type Aged = Pick<QueuedRequest, 'business_days' | 'promise' | 'submitted_at'>;

const words = { in_time: '', due_soon: 'due soon', late: 'late' } as const;

/** `1 business day`, `4.5 business days`. */
export const businessDays = (days: number): string => `${days} business ${days === 1 ? 'day' : 'days'}`;

/** How long a request waits, or waited, and whether that is within the promise. */
export function ageMark({ business_days, promise, submitted_at }: Aged): string {
  const state =
    promise === null || promise === 'in_time' ? '' : html` <b class="queue-${promise}">${words[promise]}</b>`;
  const title = `Requested ${submitted_at.slice(0, 16).replace('T', ' ')} UTC; promised within ${PROMISED_DAYS} business days`;
  return html`<span title="${title}">${businessDays(business_days)}!${state}</span>`;
}

/** The current audit of the site of a request, in a few words: how good, how old, and whether it still holds. */
export function listedMark(listed: DeskListed | null | undefined): string {
  if (!listed) return '<span class="queue-unlisted">not listed</span>';
  const { overall_score, audit_date, stale } = listed;
  return html`<span>listed: ${overall_score} of ${day(audit_date)}!${stale ? ' <span class="stale">stale</span>' : ''}</span>`;
}

/** The audit of the site of a request that somebody has in hand: the way to its draft. */
export const jobMark = ({ job_id, status }: NonNullable<QueuedRequest['audit_job']>): string =>
  html`<a class="queue-job" href="${auditPath(job_id)}">${status === 'drafted' ? 'draft ready' : `audit ${status}`}</a>`;
