import { partsOfNote } from '@readymark/tlog/note';
import { checkpointAt } from '../../store/public-log/checkpoints.ts';
import {
  claimWitnesses,
  cosignaturesAt,
  releaseWitness,
  saveCosignature,
} from '../../store/public-log/cosignatures.ts';
import { consistencyProof } from '../../store/public-log/proofs.ts';
import type { LogCheckpointRow, LogWitnessRow } from '../../store/public-log/rows.ts';
import type { Context } from '../context.ts';
import { askWitness } from '../public-log/witness.ts';

/** Longer than asking one twice may take. */
const LEASE_MS = 60_000;

/** A witness that failed is asked again after this time, and after twice as long each time. */
const FIRST_PAUSE_MS = 5_000;
const PAUSE_MAX_MS = 3_600_000;

/** Asks the witnesses of the log to cosign the newest checkpoint that is public, those that have not (decision 149). */
export async function askWitnesses(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { store, settings, catalogue, now } = ctx;
  const witnesses = settings.LOG_WITNESSES;
  if (witnesses.length === 0) return;
  const head = await checkpointAt(store.db, catalogue.current().version);
  if (!head || head.size === 0) return;
  const cosigned = async () => new Set((await cosignaturesAt(store.db, head.size)).map(({ witness }) => witness));
  const before = await cosigned();
  const missing = witnesses.map(({ key }) => key.text).filter((witness) => !before.has(witness));
  if (missing.length === 0) return;
  const [at, lease_by] = [now(), ctx.newId('lea')];
  const lease = { lease_by, now: at.toISOString(), lease_until: new Date(at.getTime() + LEASE_MS).toISOString() };
  const claimed = await claimWitnesses(store, missing, lease);
  // Another node may have stored its answer between the look and the claim.
  const there = claimed.length ? await cosigned() : before;
  await Promise.all(
    claimed.map((row) =>
      there.has(row.witness) ? releaseWitness(store, row, lease_by) : askOne(ctx, row, head, { lease_by, signal }),
    ),
  );
}

async function askOne(
  ctx: Context,
  row: LogWitnessRow,
  head: LogCheckpointRow,
  { lease_by, signal }: { lease_by: string; signal: AbortSignal | undefined },
): Promise<void> {
  const { store, log } = ctx;
  const witness = ctx.settings.LOG_WITNESSES.find(({ key }) => key.text === row.witness);
  const text = partsOfNote(head.note)?.text;
  const { failures, failure } = row;
  // Another node showed and sent a newer one already.
  if (!witness || text === undefined || row.size > head.size) return releaseWitness(store, row, lease_by);
  const answer = await askWitness(
    witness,
    { size: head.size, note: head.note, signed_at: Date.parse(head.signed_at) },
    {
      openAddress: ctx.openAddress,
      from: row.size,
      proofFrom: (size) => consistencyProof(store.db, size, head.size),
      now: ctx.now().getTime(),
      signal,
    },
  ).catch(async (error: unknown) => {
    await releaseWitness(store, row, lease_by);
    if (signal?.aborted) return undefined;
    throw error;
  });
  if (!answer) return;
  const { name } = witness.key;
  const stored_at = ctx.now().toISOString();
  if ('line' in answer) {
    const { line, at } = answer;
    const cosigned = {
      size: head.size,
      witness: row.witness,
      line,
      cosigned_at: new Date(at).toISOString(),
      stored_at,
    };
    await saveCosignature(store, cosigned, { lease_by, text });
    if (failure !== null) log.info({ witness: name }, 'a witness cosigns again');
    return;
  }
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 20), PAUSE_MAX_MS);
  const due_at = new Date(Date.parse(stored_at) + pause).toISOString();
  await releaseWitness(store, { ...row, failures: failures + 1, due_at, failure: answer.why }, lease_by);
  if (failure !== answer.why) log.warn({ witness: name, why: answer.why }, 'a witness did not cosign the log');
}
