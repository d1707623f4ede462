import { setTimeout as wait } from 'node:timers/promises';
import type { SigningKey } from '@readymark/tlog/note';
import { startOfDay } from '../../../domain/clock.ts';
import type { Context } from '../../../operations/context.ts';
import { logKey } from '../../../operations/signing/log-key.ts';
import { publicationBefore } from '../../../store/publications.ts';
import {
  claimDataset,
  datasetStates,
  finishDataset,
  keptDatasets,
  lastRetraction,
  releaseDataset,
  removeDataset,
  removePieces,
} from '../store/datasets.ts';
import { makeDataset } from './make-dataset.ts';
import { LISTED_MAX, noteDatasets } from './note-datasets.ts';
import { leaseUntil, NotHeld, storeSink } from './store-sink.ts';
import { type DatasetPlan, datasetPlan } from './subject.ts';

/**
 * Makes the dataset that is due, if this node has the key and no other makes it (decision 153): of what was public at the last
 * midnight; of what is public now where there is none, also because a company was retracted since. Removes older ones.
 */
export async function makeDatasets(ctx: Context, stop?: AbortSignal): Promise<void> {
  const key = await logKey(ctx.store.db, ctx.signer.file);
  if (!key || key === 'none') return;
  // Before a new one is made: what is not listed any more ends at the next look, when no node names it any more.
  await removeOld(ctx);
  const plan = await duePlan(ctx, key);
  if (plan) await make(ctx, plan, stop);
  await noteDatasets(ctx);
}

async function duePlan(ctx: Context, key: SigningKey): Promise<DatasetPlan | undefined> {
  const { db } = ctx.store;
  const shown = ctx.catalogue.current().version;
  if (shown === 0) return undefined;
  const [newest] = await keptDatasets(db);
  const midnight = newest && (await publicationBefore(db, startOfDay(ctx.now()).toISOString()));
  const plan = await datasetPlan(ctx, key, Math.min(shown, midnight ?? shown));
  const from = newest ? newest.publication + 1 : await lastRetraction(db);
  return plan && plan.subject.publication >= from ? plan : undefined;
}

async function make(ctx: Context, plan: DatasetPlan, signal: AbortSignal | undefined): Promise<void> {
  const { store, now, log } = ctx;
  const { publication, at: published_at } = plan.subject;
  const held = { publication, lease_by: ctx.newId('lea') };
  const lease = { lease_by: held.lease_by, lease_until: leaseUntil(ctx), now: now().toISOString() };
  if (!(await claimDataset(store, { publication, published_at }, lease))) return;
  try {
    // What an earlier attempt left may be of another version.
    await removePieces(store, publication);
    const sink = storeSink(ctx, held);
    const made = await makeDataset(ctx, plan, sink.take, { signal, rest: openRest() });
    await sink.end();
    const finished = { key: plan.key.verifier.text, ...made };
    if (await finishDataset(store, held, finished, now().toISOString()))
      log.info({ publication, audits: made.counts.audits }, 'the dataset is ready');
  } catch (error) {
    await releaseDataset(store.db, held).catch(() => {});
    if (!(error instanceof NotHeld) && !signal?.aborted) throw error;
  }
}

/** Longest rest after some audits, however long they took, in milliseconds. */
const REST_MS_MAX = 100;

/** Rests as long as was worked: a dataset is not urgent, and with its threads that compress takes more than a core from those who read. */
function openRest(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    await wait(Math.min(REST_MS_MAX, performance.now() - since));
    since = performance.now();
  };
}

/** Removes datasets beyond those that are kept, those that were taken back, and what interruptions left. */
async function removeOld({ store }: Context): Promise<void> {
  const states = await datasetStates(store.db);
  const from = await lastRetraction(store.db);
  const ready = states.filter(({ publication, status }) => status === 'ready' && publication >= from);
  const oldest = ready[LISTED_MAX - 1]?.publication ?? from;
  const newest = ready[0]?.publication ?? from;
  for (const { publication, status } of states)
    if (publication < (status === 'ready' ? oldest : newest)) await removeDataset(store, publication);
}
