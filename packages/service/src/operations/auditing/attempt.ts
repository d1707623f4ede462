import { plainText } from '@readymark/auditor/evidence/draft-text';
import type { Bodies, EvidenceBundle } from '@readymark/auditor/evidence/evidence';
import { propose } from '@readymark/auditor/propose';
import type { Collected } from '@readymark/auditor/received';
import { Refusal } from '@readymark/rubric/refusal';
import { JOB_ATTEMPTS_MAX, type JobProgress } from '../../domain/auditing/job.ts';
import { endJob, type HeldJob, type JobEnd, updateHeldJob } from '../../store/auditing/audit-jobs.ts';
import { bodiesOfJob, keepBodies, keepBundle } from '../../store/auditing/evidence.ts';
import type { AuditJobRow } from '../../store/auditing/rows.ts';
import { BlobFailure } from '../../store/blobs/blobs.ts';
import { assertPlace } from '../../store/blobs/kept-bytes.ts';
import type { Context } from '../context.ts';
import { firstDraft } from './drafting.ts';

/** How long a lease on a job lasts. A node that died keeps others from its job for so long, and the skew of the clocks. */
export const JOB_LEASE_MS = 60_000;
/** How often the lease is extended, the progress stored, and a cancellation noticed. */
const BEAT_MS = 2_000;
/** After a failed attempt the job waits so long, times the number of attempts. */
const PAUSE_MS = 60_000;
/** So long it waits for a place of blobs that does not work, however often. */
const BLOBS_PAUSE_MS = JOB_ATTEMPTS_MAX * PAUSE_MS;
/** No lease and no pause is longer. */
export const LONGEST_LEASE_MS = Math.max(JOB_LEASE_MS, JOB_ATTEMPTS_MAX * PAUSE_MS);

/**
 * One attempt at a job that this process has claimed and begun (decision 93). Never rejects while the database can be
 * written; if it cannot, the lease ends by itself and the job is begun again.
 *
 * @param stop aborted when the process is to end: the job is given back
 */
export async function attempt(ctx: Context, job: AuditJobRow, stop: AbortSignal): Promise<void> {
  const { job_id } = job;
  const held: HeldJob = { job_id, lease_by: job.lease_by ?? '' };
  const beat = heartbeat(ctx, held, job.lease_until ?? '');
  const signal = AbortSignal.any([stop, beat.lost]);
  let end: JobEnd | undefined;
  try {
    end = await work(ctx, job, held, { signal, progress: beat.progress });
  } catch (error) {
    end = beat.lost.aborted ? undefined : afterFailure(ctx, job, stop.aborted ? undefined : error);
  } finally {
    beat.stop();
  }
  if (end && !(await endJob(ctx.store.db, held, end))) end = undefined;
  ctx.log.info({ job_id, status: end?.status ?? 'not held any more', attempts: job.attempts }, 'an audit job ended');
}

/** @returns undefined when the job has ended already, or is not held any more */
async function work(
  ctx: Context,
  job: AuditJobRow,
  held: HeldJob,
  options: { signal: AbortSignal; progress(at: JobProgress): void },
): Promise<JobEnd | undefined> {
  const seen = job.bundle === null ? await collect(ctx, job, held, options) : await stored(ctx, job.job_id, job.bundle);
  if (!seen) return undefined;
  options.signal.throwIfAborted();
  options.progress({
    phase: 'scoring',
    done: seen.bundle.requests,
    planned: seen.bundle.requests,
    bytes: seen.bundle.bytes,
  });
  const rubric = ctx.rubrics.get(job.rubric);
  if (!rubric) throw new Error(`there is no rubric ${job.rubric}`);
  const proposed = await propose(ctx.auditor, seen, rubric, { live: true, signal: options.signal });
  options.signal.throwIfAborted();
  const proposals = [...proposed.proposals];
  const { draft, audit_id_before } = await firstDraft(ctx, job, seen.bundle, proposals);
  return {
    status: 'drafted',
    proposals: JSON.stringify(proposals),
    assist: proposed.recording ? JSON.stringify(proposed.recording) : null,
    draft: JSON.stringify(draft),
    audit_id_before,
    finished_at: ctx.now().toISOString(),
  };
}

type CollectedEvidence = { bundle: EvidenceBundle; bodies: Bodies };

/** What an attempt before this one collected. */
async function stored(ctx: Context, job_id: string, bundle: string): Promise<CollectedEvidence> {
  return { bundle: JSON.parse(bundle) as EvidenceBundle, bodies: await bodiesOfJob(ctx, job_id) };
}

/** Collects and stores what was seen. @returns undefined when nothing was, or the job is not held any more */
async function collect(
  ctx: Context,
  { website }: AuditJobRow,
  held: HeldJob,
  options: { signal: AbortSignal; progress(at: JobProgress): void },
): Promise<CollectedEvidence | undefined> {
  const { store, auditor, now } = ctx;
  await assertBlobs(ctx);
  const seen = await auditor.collect(website, options);
  options.signal.throwIfAborted();
  const sha256s = seen.bundle.items.flatMap(({ sha256 }) => sha256 ?? []);
  const at = now().toISOString();
  if (!(await keepBodies(ctx, held, sha256s, seen.bodies, at))) return undefined;
  const end = seen.outcome === 'unobserved' ? unobserved(seen, at) : undefined;
  const kept = await keepBundle(store, held, JSON.stringify(seen.bundle), sha256s, end);
  return kept && !end ? seen : undefined;
}

/** That the place of blobs answers: no site is visited for evidence that cannot be kept. @throws BlobFailure */
async function assertBlobs(ctx: Context): Promise<void> {
  await assertPlace(ctx);
  await ctx.blobs?.has('0'.repeat(64));
}

const unobserved = ({ reason }: Collected, finished_at: string): JobEnd => ({
  status: 'unobserved',
  error: reason ?? 'The site let nothing be seen, so nothing was scored.',
  remedy:
    'Ask the company to let our robot in (/bot says how), or write the audit by hand: start it again as such (--by-hand, by_hand: true).',
  finished_at,
});

/** What becomes of a job whose attempt failed. @param error undefined when the process is to end */
function afterFailure(ctx: Context, { job_id, attempts }: AuditJobRow, error: unknown): JobEnd {
  const now = ctx.now();
  if (error === undefined) return { status: 'queued', error: null, attempts: attempts - 1, lease_until: null };
  const finished_at = now.toISOString();
  if (error instanceof Refusal) return { status: 'failed', error: error.message, remedy: null, finished_at };
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  // Without the message: that of a parser repeats what a site sent.
  const at = stack.split('\n').filter((line) => /^\s+at /.test(line));
  ctx.log.error({ job_id, attempts, error: name, at }, 'an attempt at an audit failed');
  // It may repeat what a site sent, also what no text column takes.
  const reason = plainText(error instanceof BlobFailure ? message : `${name}: ${message.slice(0, 300)}`);
  // A place that is down says nothing of the audit: it waits, and is not counted.
  if (error instanceof BlobFailure && !error.damaged) {
    const lease_until = new Date(now.getTime() + BLOBS_PAUSE_MS).toISOString();
    return { status: 'queued', error: reason, attempts: attempts - 1, lease_until };
  }
  if (attempts < JOB_ATTEMPTS_MAX) {
    const lease_until = new Date(now.getTime() + attempts * PAUSE_MS).toISOString();
    return { status: 'queued', error: reason, attempts, lease_until };
  }
  const remedy = 'Look into the log of the node; then start the audit again, or write it by hand.';
  return { status: 'failed', error: reason, remedy, finished_at };
}

/** Extends the lease of a job and stores its progress, until it is stopped or the lease is lost. */
function heartbeat({ store, now, log }: Context, held: HeldJob, until: string) {
  const lost = new AbortController();
  let lease_until = until;
  let at: JobProgress | undefined;
  let busy = false;
  const beat = async () => {
    if (busy) return;
    busy = true;
    const next = new Date(now().getTime() + JOB_LEASE_MS).toISOString();
    try {
      const values = { lease_until: next, ...(at && { progress: JSON.stringify(at) }) };
      if (await updateHeldJob(store.db, held, values)) lease_until = next;
      else lost.abort();
    } catch (error) {
      log.warn({ err: error, job_id: held.job_id }, 'the lease of an audit job could not be extended');
      if (now().toISOString() >= lease_until) lost.abort();
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void beat(), BEAT_MS);
  return {
    lost: lost.signal,
    progress: (progress: JobProgress) => {
      at = progress;
    },
    stop: () => clearInterval(timer),
  };
}
