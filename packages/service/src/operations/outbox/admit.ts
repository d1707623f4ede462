import { hashAddress, LETTERS_COUNTED_MS, REFUSAL_KEPT_MS } from '../../domain/links/address.ts';
import { isUnconfirmed, type NoticeContent } from '../../domain/notice.ts';
import { isRefused } from '../../store/addresses.ts';
import type { Tx } from '../../store/engine/engine.ts';
import {
  carriedBeside,
  hasLetterAbout,
  hasLetterOf,
  heldNotice,
  lettersSince,
  letterTo,
  writeLetter,
} from '../../store/letters.ts';
import { storeOutcomes } from '../../store/notice-ends.ts';
import type { ClaimedNotice } from '../../store/notices.ts';
import type { Context } from '../context.ts';
import { linkSecret } from '../links/link-secret.ts';
import { lettersLock } from '../links/stored-address.ts';

/** A notice whose letter may be written, and what else the letter carries. */
export type Admitted = Omit<ClaimedNotice, 'address'> & {
  /** Null: there is none any more. */
  to: { address: string; address_hash: string } | null;
  carried: readonly (NoticeContent | null)[];
};

/**
 * Decides which of the claimed notices get a letter, in one transaction and under a lock for each address: none after its owner
 * stopped letters, one for each publication, and as many a day as the setting allows. A letter carries whatever else waits for its
 * address about that publication, and the last of a day all that waits. What gets no letter is cancelled, or waits for the next day (decision 165).
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
      carried: notice.to ? await carriedBeside(ctx.store.db, notice.notice_id) : [],
    })),
  );
}

type Claimed = Omit<Admitted, 'carried'>;

/** Whether the letter of a notice is to be written; if not, what becomes of the notice is stored. */
async function mayWrite(
  ctx: Context,
  tx: Tx,
  { notice_id, lease_by, attempts, content }: Claimed,
  { address_hash }: NonNullable<Claimed['to']>,
  publication: number,
): Promise<boolean> {
  // Another node may have carried it in a letter of its own since it was claimed.
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
  if (held.publication > 0 && (await hasLetterAbout(tx, address_hash, held.publication))) {
    await storeOutcomes(tx, [
      { ...outcome, status: 'cancelled', last_error: 'its publication was carried in another letter' },
    ]);
    return false;
  }
  // Its letter names whatever companies the address watches, for whichever registration.
  if (content?.kind === 'became_stale' && (await hasLetterOf(tx, address_hash, content))) {
    await storeOutcomes(tx, [{ ...outcome, status: 'cancelled', last_error: 'another letter is about that day' }]);
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
  const { publication: about } = held;
  // The last letter of a day carries all that waits, so that nothing waits for longer than a day.
  const last = written.length === most - 1;
  const joined = last ? ([0, publication] as const) : about > 0 ? ([about, about] as const) : undefined;
  const alone = content !== null && isUnconfirmed(content.kind);
  await writeLetter(tx, { notice_id, address_hash, written_at: at }, alone ? undefined : joined);
  return true;
}
