import type { Context } from '../../../operations/context.ts';
import type { DatasetFileName } from '../domain/files.ts';
import { type HeldDataset, PIECE_BYTES, storePiece } from '../store/datasets.ts';
import type { TakeBytes } from './make-dataset.ts';

/** How long a claim on a dataset lasts; each piece that is stored extends it. */
const LEASE_MS = 120_000;

export const leaseUntil = ({ now }: Pick<Context, 'now'>): string => new Date(now().getTime() + LEASE_MS).toISOString();

/** Another node has taken over, or the dataset is not wanted any more. */
export class NotHeld extends Error {}

type Waiting = { bytes: Uint8Array[]; length: number; piece: number };

/** Stores the files of a dataset in pieces of one length; `end` stores the rest of each. @throws NotHeld */
export function storeSink(
  ctx: Pick<Context, 'store' | 'blobs' | 'now'>,
  held: HeldDataset,
): { take: TakeBytes; end(): Promise<void> } {
  const files = new Map<DatasetFileName, Waiting>();

  async function store(name: DatasetFileName, of: Waiting, bytes: Uint8Array): Promise<void> {
    const stored = await storePiece(
      ctx,
      held,
      { name, piece: of.piece, bytes },
      { lease_until: leaseUntil(ctx), now: ctx.now().toISOString() },
    );
    if (!stored) throw new NotHeld(`the dataset of publication ${held.publication} is not held any more`);
    of.piece += 1;
  }

  return {
    async take(name, bytes) {
      const of = files.get(name) ?? { bytes: [], length: 0, piece: 0 };
      files.set(name, of);
      of.bytes.push(bytes);
      of.length += bytes.byteLength;
      if (of.length < PIECE_BYTES) return;
      const all = Buffer.concat(of.bytes);
      let at = 0;
      for (; all.byteLength - at >= PIECE_BYTES; at += PIECE_BYTES)
        await store(name, of, all.subarray(at, at + PIECE_BYTES));
      // A copy: the rest would keep all of it in memory.
      of.bytes = [Uint8Array.from(all.subarray(at))];
      of.length = all.byteLength - at;
    },
    async end() {
      for (const [name, of] of files) if (of.length) await store(name, of, Buffer.concat(of.bytes));
    },
  };
}
