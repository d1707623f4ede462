import { html } from 'ghtml';
import type { AuditJob } from '../../../../domain/auditing/job.ts';
import type { DeskRequestDetails } from '../../../../domain/desk.ts';
import { grouped } from '../../html/format.ts';
import { spaced, statusMark, timeMark } from '../parts.ts';

type Progressing = Pick<AuditJob, 'status' | 'progress'>;

/** How far an audit is, in a few words. */
export function progressWords({ status, progress }: Progressing): string {
  if (status === 'queued') return 'queued';
  if (status !== 'running') return status;
  if (!progress) return 'begins';
  return `${spaced(progress.phase)}, ${grouped(progress.done)} of ${grouped(progress.planned)} requests`;
}

/** One audit in a list of those of one site: when, by whom, and how far it is. */
export function jobLine(job: DeskRequestDetails['audit_jobs'][number], now: Date): string {
  const { job_id, status, created_at, operator, rubric, by_hand, audits } = job;
  const far = status === 'running' ? html` <span class="hint">${progressWords(job)}</span>` : '';
  return html`<a href="/desk/audits/${job_id}">!${statusMark(status)}</a> !${timeMark(created_at, now)} by <bdi>${operator}</bdi>, rubric ${rubric}${by_hand ? ', by hand' : ''}${audits.length > 0 ? ', published' : ''}!${far}`;
}
