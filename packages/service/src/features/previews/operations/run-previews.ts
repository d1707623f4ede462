import type { SitePreview } from '@readymark/auditor/evidence/site-preview';
import type { Collected, Progress } from '@readymark/auditor/received';
import { Refusal } from '@readymark/rubric/refusal';
import type { Context } from '../../../operations/context.ts';
import { ATTEMPTS_MAX } from '../domain/preview.ts';
import {
  beginPreviews,
  endPreview,
  extendPreview,
  type HeldPreview,
  isPreviewDue,
  type PreviewEnd,
} from '../store/previews.ts';
import type { PreviewRow } from '../store/rows.ts';
import { changedSince } from './changed-since.ts';

/** How long a process that died keeps others from its previews, beside the skew of the clocks. */
const LEASE_MS = 20_000;
/** How often leases are extended and progress is stored: for all previews of this process at once. */
const BEAT_MS = 1_000;

type Run = { held: HeldPreview; lost: AbortController; at: Progress | undefined; over: Promise<void> };
type Runs = {
  all: Set<Run>;
  beat: NodeJS.Timeout | undefined;
  /** Of the worker of this process; undefined where none runs. */
  stop: AbortSignal | undefined;
  /** While some are being claimed: two claims at once would take too many. */
  starting: Promise<void> | undefined;
};

/** What is under way in each process. */
const underWay = new WeakMap<Context['memory'], Runs>();

function runsOf({ memory }: Pick<Context, 'memory'>): Runs {
  const runs = underWay.get(memory) ?? { all: new Set(), beat: undefined, stop: undefined, starting: undefined };
  underWay.set(memory, runs);
  return runs;
}

/**
 * Begins the previews that are due, as many as this node makes at a time (decision 180); does not wait for their end.
 *
 * @param stop aborted when the process is to end: previews under way are given back
 */
export function startPreviews(ctx: Context, stop: AbortSignal | undefined): Promise<void> {
  const runs = runsOf(ctx);
  runs.stop = stop;
  runs.starting ??= claimDue(ctx, runs, stop).finally(() => {
    runs.starting = undefined;
  });
  return runs.starting;
}

async function claimDue(ctx: Context, runs: Runs, stop: AbortSignal | undefined): Promise<void> {
  const most = ctx.settings.PREVIEWS_AT_ONCE - runs.all.size;
  const now = ctx.now();
  if (stop?.aborted || most <= 0 || !(await isPreviewDue(ctx.store.db, now.toISOString()))) return;
  const lease_by = ctx.newId('lea');
  const lease = { lease_by, lease_until: leaseUntil(now), now: now.toISOString() };
  for (const row of await beginPreviews(ctx.store, lease, most)) {
    const held = { host: row.host, lease_by };
    const run: Run = { held, lost: new AbortController(), at: undefined, over: Promise.resolve() };
    runs.all.add(run);
    run.over = attempt(ctx, row, run, stop)
      .catch((error) => ctx.log.error({ err: error }, 'the end of a preview could not be stored'))
      .finally(() => {
        runs.all.delete(run);
        if (runs.all.size === 0) {
          clearInterval(runs.beat);
          runs.beat = undefined;
        }
      });
  }
  if (runs.all.size) runs.beat ??= setInterval(() => void beat(ctx, runs), BEAT_MS);
}

/** Begins what was just asked for at once, where a worker runs in this process: its next round may be a second away. */
export async function startAsked(ctx: Context): Promise<void> {
  const { stop } = runsOf(ctx);
  if (stop) await startPreviews(ctx, stop);
}

/** Resolves when no preview is under way in this process. */
export async function previewsOver(ctx: Context): Promise<void> {
  await Promise.all([...runsOf(ctx).all].map(({ over }) => over));
}

const leaseUntil = (now: Date) => new Date(now.getTime() + LEASE_MS).toISOString();

/** One write for all previews that are under way. */
async function beat(ctx: Context, runs: Runs): Promise<void> {
  const lease_until = leaseUntil(ctx.now());
  const all = [...runs.all];
  try {
    const lost = await ctx.store.transaction(async (tx) => {
      const gone: Run[] = [];
      for (const run of all) {
        const { phase, done, planned } = run.at ?? { phase: 'robots.txt and home page', done: 0, planned: 0 };
        const progress = JSON.stringify({ phase, done, planned });
        if (!(await extendPreview(tx, run.held, { lease_until, progress }))) gone.push(run);
      }
      return gone;
    });
    for (const run of lost) run.lost.abort();
  } catch (error) {
    ctx.log.warn({ err: error }, 'the leases of previews could not be extended');
  }
}

async function attempt(ctx: Context, row: PreviewRow, run: Run, stop: AbortSignal | undefined): Promise<void> {
  const signal = AbortSignal.any([run.lost.signal, ...(stop ? [stop] : [])]);
  let end: PreviewEnd;
  try {
    const progress = (at: Progress) => {
      run.at = at;
    };
    const seen = await ctx.auditor.collect(row.website, { signal, progress, reach: 'preview' });
    end = await endOf(ctx, row, seen);
  } catch (error) {
    if (run.lost.signal.aborted) return;
    end = afterFailure(ctx, row, stop?.aborted ? undefined : error);
  }
  const stored = await endPreview(ctx.store.db, run.held, end);
  ctx.log.info({ status: stored ? end.status : 'not held any more' }, 'a preview ended');
}

async function endOf(ctx: Context, { rubric, website }: PreviewRow, seen: Collected): Promise<PreviewEnd> {
  const preview = await ctx.auditor.preview(seen.bundle, seen.bodies, rubric);
  const finished_at = ctx.now().toISOString();
  if (seen.outcome === 'observed')
    return {
      ...{ status: 'done', result: JSON.stringify(preview), reason: null, finished_at },
      ...changedAt(ctx, website, preview),
    };
  // What was asked is shown, so that whoever runs the site finds it in the log of the server.
  const result = JSON.stringify({ ...preview, criteria: [], documents: [] });
  return { status: 'unobserved', result, reason: seen.reason ?? 'the site let nothing be seen', finished_at };
}

/** What the page of the company says of it. */
function changedAt(ctx: Context, website: string, { requests }: SitePreview) {
  const snapshot = ctx.catalogue.current();
  const listed = snapshot.atSite(website);
  const entry = listed && snapshot.entry(listed.slug);
  const urls = entry ? changedSince(ctx, entry.slug, requests) : [];
  if (!entry || !urls.length) return { changed_audit_id: null, changed_urls: null };
  return { changed_audit_id: entry.audit_id, changed_urls: JSON.stringify(urls) };
}

/** @param error undefined when the process is to end */
function afterFailure(ctx: Context, { attempts }: PreviewRow, error: unknown): PreviewEnd {
  const finished_at = ctx.now().toISOString();
  if (error === undefined) return { status: 'queued', attempts: attempts - 1 };
  if (error instanceof Refusal) return { status: 'failed', result: null, reason: error.message, finished_at };
  // Without the message: that of a parser repeats what a site sent.
  const { name, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const at = stack.split('\n').filter((line) => /^\s+at /.test(line));
  ctx.log.error({ attempts, error: name, at }, 'an attempt at a preview failed');
  if (attempts < ATTEMPTS_MAX) return { status: 'queued', attempts };
  return { status: 'failed', result: null, reason: 'It could not be finished, for a reason of ours.', finished_at };
}
