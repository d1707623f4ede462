import { hashAddress, LETTERS_COUNTED_MS, REFUSAL_KEPT_MS } from '../../domain/links/address.ts';
import type { NoticeContent } from '../../domain/notice.ts';
import { isRefused } from '../../store/addresses.ts';
import type { Tx } from '../../store/engine/engine.ts';
import { hasTold, heldNotice, lettersSince, letterTo, writeLetter } from '../../store/letters.ts';
import { type ClaimedNotice, storeOutcomes, toldBeside } from '../../store/notices.ts';
import type { Context } from '../context.ts';
import { linkSecret } from '../links/link-secret.ts';
import { lettersLock } from '../links/stored-address.ts';

/** A notice whose letter may be written, and what else the letter tells. */
export type Admitted = Omit<ClaimedNotice, 'address'> & {
  /** Null: there is none any more. */
  to: { address: string; address_hash: string } | null;
  told: readonly (NoticeContent | null)[];
};

/**
 * Decides which of the claimed notices get a letter, in one transaction and under a lock for each address: none after its owner
 * stopped letters, one for each publication, and as many a day as the setting allows. A letter tells whatever else waits for its
 * address. What gets no letter is cancelled, or waits for the next day (decision 165).
 *
 * @param publication the newest that is public and whose notices are all written
 */
export async function admit(ctx: Context, claimed: readonly ClaimedNotice[], publication: number): Promise<Admitted[]> {
  if (!claimed.length) return [];
  const secret = await linkSecret(ctx);
  const addressed = claimed.map(({ address, ...notice }) => {
    const to = address === null ? null : { address, address_hash: hashAddress(secret, address) };
    return { ...notice, to };
  });
  const hashes = new Set(addressed.flatMap(({ to }) => to?.address_hash ?? []));
  const admitted = await ctx.store.transaction(async (tx) => {
    // In one order, so that two nodes never wait for each other.
    for (const hash of [...hashes].sort()) await ctx.store.lock(tx, lettersLock(hash));
    const may: typeof addressed = [];
    for (const notice of addressed)
      if (!notice.to || (await mayWrite(ctx, tx, notice, notice.to, publication))) may.push(notice);
    return may;
  });
  return Promise.all(
    admitted.map(async (notice) => ({
      ...notice,
      told: notice.to ? await toldBeside(ctx.store.db, notice.notice_id) : [],
    })),
  );
}

type Claimed = Omit<Admitted, 'told'>;

/** Whether the letter of a notice is to be written; if not, what becomes of the notice is stored. */
async function mayWrite(
  ctx: Context,
  tx: Tx,
  { notice_id, lease_by, attempts, content }: Claimed,
  { address_hash }: NonNullable<Claimed['to']>,
  publication: number,
): Promise<boolean> {
  // Another node may have told it in a letter of its own since it was claimed.
  const held = await heldNotice(tx, { notice_id, lease_by });
  if (!held) return false;
  const now = ctx.now();
  const at = now.toISOString();
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const outcome = { notice_id, lease_by, attempts, at };
  if (await isRefused(tx, address_hash, before(REFUSAL_KEPT_MS))) {
    await storeOutcomes(tx, [{ ...outcome, status: 'cancelled', last_error: 'its recipient wants no letters' }]);
    return false;
  }
  if (held.letter !== null && (await letterTo(tx, notice_id)) === address_hash) return true;
  if (held.publication > 0 && (await hasTold(tx, address_hash, held.publication))) {
    await storeOutcomes(tx, [
      { ...outcome, status: 'cancelled', last_error: 'its publication was told in another letter' },
    ]);
    return false;
  }
  const most = ctx.settings.LETTERS_PER_ADDRESS_PER_DAY;
  const written = await lettersSince(tx, address_hash, before(LETTERS_COUNTED_MS), most);
  const oldest = written.at(-1);
  if (written.length >= most && oldest !== undefined) {
    const due_at = new Date(Date.parse(oldest) + LETTERS_COUNTED_MS).toISOString();
    const last_error = `its recipient got ${most} letters in 24 hours`;
    await storeOutcomes(tx, [{ ...outcome, status: 'pending', last_error, due_at, since: due_at }]);
    return false;
  }
  const alone = content?.kind === 'confirmation';
  await writeLetter(tx, { notice_id, address_hash, written_at: at }, alone ? undefined : publication);
  return true;
}
