import type { Store, Tx } from '../engine/engine.ts';
import { BlobFailure, type Blobs, nameOf } from './blobs.ts';

/**
 * Bytes that rows have (decision 206): `body` is their base64, or `blob` names where they are and `body` is empty. Every table with a
 * column `blob` keeps them so.
 */
export type KeptBytes = { blob: string | null; body: string };

/** Where bytes are kept: in blobs; in the database itself where there is no place for those. */
export type BytesPlace = { store: Store; blobs: Blobs | undefined };

/** Named by everybody who begins to write a blob, and by who removes some. */
export const BLOBS_LOCK = 'blobs';

/** How long a blob is held for a row that is to name it. */
const HOLD_MS = 3_600_000;

/** Blobs that are written, or read, at a time. */
export const AT_ONCE = 8;

/**
 * Why the place of blobs cannot be the one that the database names blobs of: it is a folder without any, as where its disk is not mounted.
 * Nothing may be written there, or taken for removed.
 */
export async function missingPlace({ store, blobs }: BytesPlace): Promise<string | undefined> {
  if (!blobs || !(await blobs.isNew?.())) return undefined;
  const named = await store.db.selectFrom('blobs').select('sha256').where('held_until', 'is', null).limit(1).execute();
  if (!named.length) return undefined;
  return `${blobs.place} has none of the blobs that the database names: mount its disk, or restore them there; if they are lost for good, put an empty file named readymark-blobs there`;
}

/** @throws BlobFailure where `missingPlace` says why */
export async function assertPlace(place: BytesPlace): Promise<void> {
  const why = await missingPlace(place);
  if (why !== undefined) throw new BlobFailure(why);
}

/**
 * Puts bytes where they are to be kept, before the rows that name them: a crash in between leaves blobs without a name, which end after
 * an hour.
 *
 * @param now ISO 8601
 * @returns what the rows are to have, in the same order; their transaction calls `nameBlobs`
 * @throws BlobFailure
 */
export async function keepBytes(
  { store, blobs }: BytesPlace,
  list: readonly Uint8Array[],
  now: string,
): Promise<KeptBytes[]> {
  if (!list.length) return [];
  if (!blobs) return list.map((bytes) => ({ blob: null, body: Buffer.from(bytes).toString('base64') }));
  await assertPlace({ store, blobs });
  const named = list.map((bytes) => ({ blob: nameOf(bytes), bytes }));
  const held_until = new Date(Date.parse(now) + HOLD_MS).toISOString();
  const missing = await hold(store, new Map(named.map(({ blob, bytes }) => [blob, bytes.byteLength])), held_until);
  // A place may have lost what rows name, as after a restore: bytes that are in hand are put again.
  const known = [...new Set(named.map(({ blob }) => blob))].filter((blob) => !missing.has(blob));
  for (let at = 0; at < known.length; at += AT_ONCE)
    await Promise.all(
      known.slice(at, at + AT_ONCE).map(async (blob) => {
        if (!(await blobs.has(blob))) missing.add(blob);
      }),
    );
  const first = named.filter(({ blob }) => missing.delete(blob));
  for (let at = 0; at < first.length; at += AT_ONCE)
    await Promise.all(first.slice(at, at + AT_ONCE).map(({ blob, bytes }) => blobs.put(blob, bytes)));
  return named.map(({ blob }) => ({ blob, body: '' }));
}

/** Holds blobs for rows that are to name them. @returns those that may not be there yet @throws BlobFailure */
function hold(store: Store, sizes: ReadonlyMap<string, number>, held_until: string): Promise<Set<string>> {
  return store.transaction(async (tx) => {
    await store.lock(tx, BLOBS_LOCK);
    const names = [...sizes.keys()];
    const known = await tx
      .selectFrom('blobs')
      .select(['sha256', 'held_until', 'ending'])
      .where('sha256', 'in', names)
      .execute();
    if (known.some(({ ending }) => ending === 1))
      throw new BlobFailure('a blob with the same bytes is being removed at this moment; try again in some minutes');
    await tx
      .insertInto('blobs')
      .values(names.map((sha256) => ({ sha256, bytes: sizes.get(sha256) ?? 0, held_until, ending: 0 })))
      .onConflict((conflict) =>
        conflict.column('sha256').doUpdateSet((eb) => ({ held_until, bytes: eb.ref('excluded.bytes') })),
      )
      .execute();
    const there = new Set(known.filter((one) => one.held_until === null).map(({ sha256 }) => sha256));
    return new Set(names.filter((sha256) => !there.has(sha256)));
  });
}

/** Notes that rows of this transaction name blobs which were kept for them. @throws BlobFailure where one was removed meanwhile */
export async function nameBlobs(tx: Tx, rows: readonly Pick<KeptBytes, 'blob'>[]): Promise<void> {
  const names = [...new Set(rows.flatMap(({ blob }) => blob ?? []))];
  if (!names.length) return;
  const { numUpdatedRows } = await tx
    .updateTable('blobs')
    .set({ held_until: null })
    .where('sha256', 'in', names)
    .where('ending', '=', 0)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== names.length)
    throw new BlobFailure('a blob was removed before a row could name it, after an hour; try again');
}

/** Notes that rows which this transaction removes name blobs no more: those that no other row names are removed soon. */
export async function freeBlobs(store: Store, tx: Tx, rows: readonly Pick<KeptBytes, 'blob'>[]): Promise<void> {
  const names = rows.flatMap(({ blob }) => blob ?? []);
  if (!names.length) return;
  // Who looks whether rows name them waits, or has looked before.
  await store.lock(tx, BLOBS_LOCK);
  await tx
    .updateTable('blobs')
    .set({ held_until: '' })
    .where('sha256', 'in', names)
    .where('held_until', 'is', null)
    .execute();
}

/** The bytes of a row. @throws BlobFailure where they cannot be read, or are not what was kept */
export async function bytesOf({ blobs }: Pick<BytesPlace, 'blobs'>, { blob, body }: KeptBytes): Promise<Uint8Array> {
  if (blob === null) return Buffer.from(body, 'base64');
  if (!blobs) throw new BlobFailure('bytes of this database are in blobs, and BLOB_URL is not set; set it as it was');
  const bytes = await blobs.get(blob);
  if (!bytes) {
    const damaged = !(await blobs.isNew?.());
    throw new BlobFailure(`the blob ${blob} is not in ${blobs.place}${damaged ? '' : ', which has none at all'}`, {
      damaged,
    });
  }
  return bytes;
}
