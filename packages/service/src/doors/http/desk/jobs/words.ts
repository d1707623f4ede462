import type { AuditJob, JobFilter } from '../../../../domain/auditing/job.ts';
import { grouped } from '../../html/format.ts';

type Progressing = Pick<AuditJob, 'status' | 'progress'>;

/** How far an audit is, in a few words. */
export function progressWords({ status, progress }: Progressing): string {
  if (status === 'queued') return 'queued';
  if (status !== 'running') return status;
  if (!progress) return 'begins';
  return `${phaseWords(progress.phase)}, ${grouped(progress.done)} of ${grouped(progress.planned)} requests`;
}

/** Phases are named by the auditor; its names are words. */
const phaseWords = (phase: string): string => phase.replaceAll('_', ' ');

/** What lists of audits can be narrowed to, in the order in which an operator wants them. */
export const jobFilterNames: Record<JobFilter, string> = {
  to_review: 'to review',
  open: 'under way',
  queued: 'queued',
  running: 'running',
  drafted: 'drafted',
  unobserved: 'unobserved',
  failed: 'failed',
  cancelled: 'cancelled',
};
