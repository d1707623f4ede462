import { html } from 'ghtml';
import type { DeskRequestDetails } from '../../../../domain/desk.ts';
import { statusMark, timeMark } from '../parts.ts';
import { progressWords } from './words.ts';

/** One audit in a list of those of one site: when, by whom, and how far it is. */
export function jobLine(job: DeskRequestDetails['audit_jobs'][number], now: Date): string {
  const { job_id, status, created_at, operator, rubric, by_hand, audits } = job;
  const far = status === 'running' ? html` <span class="hint">${progressWords(job)}</span>` : '';
  return html`<a href="/desk/audits/${job_id}">!${statusMark(status)}</a> !${timeMark(created_at, now)} by <bdi>${operator}</bdi>, rubric ${rubric}${by_hand ? ', by hand' : ''}${audits.length > 0 ? ', published' : ''}!${far}`;
}
