import { hashAddress, LETTERS_COUNTED_MS, REFUSAL_KEPT_MS } from '../../domain/links/address.ts';
import { isUnconfirmed, type NoticeContent } from '../../domain/notice.ts';
import { refusedOf } from '../../store/addresses.ts';
import type { Tx } from '../../store/engine/engine.ts';
import {
  carriedBeside,
  type HeldNotice,
  heldNotices,
  lettersSince,
  lettersTo,
  type NewLetter,
  publicationsMailed,
  subjectsMailed,
  writeLetters,
} from '../../store/letters.ts';
import { type Outcome, storeOutcomes } from '../../store/notice-ends.ts';
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
type Claimed = Omit<Admitted, 'carried'>;
type Addressed = Claimed & { to: NonNullable<Claimed['to']> };

/**
 * Decides which of the claimed notices get a letter, in one transaction and under a lock for each address: none after its owner
 * stopped letters, one for each publication, and as many a day as the setting allows. A letter carries whatever else waits for its
 * address about that publication, and the last of a day all that waits. What gets no letter is cancelled, or waits for the next day (decision 165).
 *
 * @param claimed in one claim
 * @param publication the newest that is public and whose notices are all written
 */
export async function admit(ctx: Context, claimed: readonly ClaimedNotice[], publication: number): Promise<Admitted[]> {
  if (!claimed.length) return [];
  const secret = await linkSecret(ctx);
  const notices = claimed.map(({ address, ...notice }): Claimed => {
    const to = address === null ? null : { address, address_hash: hashAddress(secret, address) };
    return { ...notice, to };
  });
  const addressed = notices.filter((notice): notice is Addressed => notice.to !== null);
  const admitted = await ctx.store.transaction(async (tx) => {
    const locks = new Set(addressed.map(({ to }) => lettersLock(to.address_hash)));
    if (locks.size) await ctx.store.lock(tx, ...locks);
    const may = new Set(notices.filter(({ to }) => to === null));
    // One to each address at a time, because what is decided of one changes what holds for the next.
    for (let left = addressed; left.length; ) {
      const held = await holding(tx, left);
      const firsts = new Map<string, Addressed>();
      const others: Addressed[] = [];
      for (const notice of left.filter(({ notice_id }) => held.has(notice_id)))
        if (firsts.has(notice.to.address_hash)) others.push(notice);
        else firsts.set(notice.to.address_hash, notice);
      for (const notice of await admitOneEach(ctx, tx, [...firsts.values()], held, publication)) may.add(notice);
      left = others;
    }
    return notices.filter((notice) => may.has(notice));
  });
  const carried = await carriedBeside(
    ctx.store.db,
    admitted.flatMap(({ notice_id, to }) => (to ? notice_id : [])),
  );
  return admitted.map((notice) => ({ ...notice, carried: carried.get(notice.notice_id) ?? [] }));
}

/** Another node may have carried some in letters of its own since they were claimed, and so may one before them. */
async function holding(tx: Tx, notices: readonly Addressed[]): Promise<Map<string, HeldNotice>> {
  const [{ lease_by } = { lease_by: '' }] = notices;
  return heldNotices(
    tx,
    notices.map(({ notice_id }) => notice_id),
    lease_by,
  );
}

/** Those of some notices, each to another address, whose letters are to be written; what becomes of the others is stored. */
async function admitOneEach(
  ctx: Context,
  tx: Tx,
  notices: readonly Addressed[],
  held: ReadonlyMap<string, HeldNotice>,
  publication: number,
): Promise<Addressed[]> {
  if (!notices.length) return [];
  const now = ctx.now();
  const known = await knownOf(tx, notices, held, now);
  const most = ctx.settings.LETTERS_PER_ADDRESS_PER_DAY;
  const [may, letters, outcomes]: [Addressed[], NewLetter[], Outcome[]] = [[], [], []];
  for (const notice of notices) {
    const { notice_id, to, content } = notice;
    const about = held.get(notice_id)?.publication ?? 0;
    const decided = decide(notice, about, known, most);
    if (decided === 'again') may.push(notice);
    else if (decided !== 'write') outcomes.push({ ...outcomeOf(notice, now), ...decided });
    else {
      may.push(notice);
      // The last letter of a day carries all that waits, so that nothing waits for longer than a day.
      const last = (known.since.get(to.address_hash)?.length ?? 0) === most - 1;
      const joined = last ? ([0, publication] as const) : about > 0 ? ([about, about] as const) : undefined;
      const alone = content !== null && isUnconfirmed(content.kind);
      const { address_hash } = to;
      letters.push({ notice_id, address_hash, written_at: now.toISOString(), joined: alone ? undefined : joined });
    }
  }
  await storeOutcomes(tx, outcomes);
  await writeLetters(tx, letters);
  return may;
}

const outcomeOf = ({ notice_id, lease_by, attempts }: Addressed, now: Date) => ({
  notice_id,
  lease_by,
  attempts,
  at: now.toISOString(),
});

/** What is known of the addresses that some notices go to. */
type KnownOfAddresses = {
  refused: ReadonlySet<string>;
  /** The addresses that letters of these notices were written to before. */
  tried: ReadonlyMap<string, string>;
  /** `{address_hash} {publication or day}` of letters that were written. */
  mailed: ReadonlySet<string>;
  since: ReadonlyMap<string, readonly string[]>;
};

async function knownOf(
  tx: Tx,
  notices: readonly Addressed[],
  held: ReadonlyMap<string, HeldNotice>,
  now: Date,
): Promise<KnownOfAddresses> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const hashes = notices.map(({ to }) => to.address_hash);
  const publications = new Set(notices.flatMap(({ notice_id }) => held.get(notice_id)?.publication || []));
  const tried = notices.filter(({ notice_id }) => held.get(notice_id)?.letter != null);
  const days = new Set(notices.flatMap(({ content }) => (content?.kind === STALE ? content.subject_id : [])));
  const mailed = [
    ...(await publicationsMailed(tx, hashes, [...publications])).map((one) => `${one.address_hash} ${one.publication}`),
    ...(await subjectsMailed(tx, hashes, { kind: STALE, subject_ids: [...days] })).map(
      (one) => `${one.address_hash} ${one.subject_id}`,
    ),
  ];
  return {
    refused: await refusedOf(tx, hashes, before(REFUSAL_KEPT_MS)),
    tried: await lettersTo(
      tx,
      tried.map(({ notice_id }) => notice_id),
    ),
    mailed: new Set(mailed),
    since: await lettersSince(tx, hashes, before(LETTERS_COUNTED_MS)),
  };
}

/** Its letter names whatever companies the address watches, for whichever registration. */
const STALE = 'became_stale';

/** What becomes of a notice: its letter is written, or sent again as it was; or what else is stored. */
function decide(
  { notice_id, to: { address_hash }, content }: Addressed,
  publication: number,
  known: KnownOfAddresses,
  most: number,
):
  | 'write'
  | 'again'
  | { status: 'cancelled'; last_error: string }
  | { status: 'pending'; last_error: string; due_at: string; since: string } {
  const cancelled = (last_error: string) => ({ status: 'cancelled', last_error }) as const;
  if (known.refused.has(address_hash)) return cancelled('its recipient wants no letters');
  if (known.tried.get(notice_id) === address_hash) return 'again';
  if (publication > 0 && known.mailed.has(`${address_hash} ${publication}`))
    return cancelled('its publication was carried in another letter');
  if (content?.kind === STALE && known.mailed.has(`${address_hash} ${content.subject_id}`))
    return cancelled('another letter is about that day');
  const written = known.since.get(address_hash)?.slice(0, most) ?? [];
  const oldest = written.at(-1);
  if (written.length < most || oldest === undefined) return 'write';
  const due_at = new Date(Date.parse(oldest) + LETTERS_COUNTED_MS).toISOString();
  return { status: 'pending', last_error: `its recipient got ${most} letters in 24 hours`, due_at, since: due_at };
}
