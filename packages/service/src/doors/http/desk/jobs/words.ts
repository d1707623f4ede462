import type { AuditJob } from '../../../../domain/auditing/job.ts';
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
