import { type SqlBool, sql } from 'kysely';
import { CLOCK_SKEW_MS } from '../../../domain/clock.ts';
import { type BytesPlace, bytesOf, freeBlobs, keepBytes, nameBlobs } from '../../../store/blobs/kept-bytes.ts';
import type { Db, Store, Tx } from '../../../store/engine/engine.ts';
import { hasLease, isFree, type Lease, released } from '../../../store/leases.ts';
import type { DatasetFileName, WrittenFile } from '../domain/files.ts';
import type { DatasetCounts } from '../domain/subject.ts';

/** Datasets that the service keeps, each file in pieces (decision 153), which are blobs where there is a place for those (decision 206). */
export type KeptDataset = {
  publication: number;
  /** When that was published (ISO 8601). */
  published_at: string;
  /** When it was ready. */
  made_at: string;
  /** The text of the key that signed it. */
  key: string;
  counts: DatasetCounts;
  files: readonly WrittenFile[];
};

/** Length of every piece but the last of a file: some of them are in memory for each client that downloads. */
export const PIECE_BYTES = 256 * 1024;

/** A dataset that is being made, and the claim on it. */
export type HeldDataset = { publication: number; lease_by: string };

const fileOf = (publication: number, name: DatasetFileName) => `${publication}/${name}`;

/** Claims the making of a dataset; a node that died keeps others from it until its lease ends. @returns whether it was claimed */
export function claimDataset(
  store: Store,
  { publication, published_at }: Pick<KeptDataset, 'publication' | 'published_at'>,
  { lease_by, lease_until, now }: Lease,
): Promise<boolean> {
  // What a clock wrote that was far ahead ends too.
  const impossible = new Date(Date.parse(lease_until) + CLOCK_SKEW_MS).toISOString();
  return store.transaction(async (tx) => {
    await tx
      .insertInto('datasets')
      .values({ publication, published_at, status: 'making', contents: null, made_at: null, ...released })
      .onConflict((conflict) => conflict.column('publication').doNothing())
      .execute();
    const claimed = await tx
      .updateTable('datasets')
      .set({ lease_by, lease_until })
      .where('publication', '=', publication)
      .where('status', '=', 'making')
      .where((eb) => eb.or([isFree(now), sql<SqlBool>`lease_until > ${impossible}`]))
      .executeTakeFirst();
    return claimed.numUpdatedRows > 0n;
  });
}

/** Whether a claim still holds, which is then extended. */
async function extend(tx: Tx, { publication, lease_by }: HeldDataset, lease_until: string): Promise<boolean> {
  const held = await tx
    .updateTable('datasets')
    .set({ lease_until })
    .where('publication', '=', publication)
    .where('status', '=', 'making')
    .where(hasLease(lease_by))
    .executeTakeFirst();
  return held.numUpdatedRows > 0n;
}

/** Stores a piece of a file, over one of an earlier attempt. @returns false when the dataset is not held any more @throws BlobFailure */
export async function storePiece(
  place: BytesPlace,
  held: HeldDataset,
  of: { name: DatasetFileName; piece: number; bytes: Uint8Array },
  { lease_until, now }: Pick<Lease, 'lease_until' | 'now'>,
): Promise<boolean> {
  const file = fileOf(held.publication, of.name);
  const [kept = { blob: null, body: '' }] = await keepBytes(place, [of.bytes], now);
  const { store } = place;
  return store.transaction(async (tx) => {
    if (!(await extend(tx, held, lease_until))) return false;
    const before = await tx
      .deleteFrom('dataset_pieces')
      .where('file', '=', file)
      .where('piece', '=', of.piece)
      .returning('blob')
      .execute();
    await freeBlobs(store, tx, before);
    await tx
      .insertInto('dataset_pieces')
      .values({ file, piece: of.piece, ...kept })
      .execute();
    await nameBlobs(tx, [kept]);
    return true;
  });
}

/** Makes a dataset ready, at once and as a whole, and notifies all nodes. @returns false when it is not held any more */
export function finishDataset(
  store: Store,
  { publication, lease_by }: HeldDataset,
  of: Pick<KeptDataset, 'key' | 'counts' | 'files'>,
  made_at: string,
): Promise<boolean> {
  const contents = JSON.stringify({ key: of.key, counts: of.counts, files: of.files });
  return store.transaction(async (tx) => {
    const ready = await tx
      .updateTable('datasets')
      .set({ status: 'ready', contents, made_at, ...released })
      .where('publication', '=', publication)
      .where('status', '=', 'making')
      .where(hasLease(lease_by))
      .executeTakeFirst();
    await store.announce(tx);
    return ready.numUpdatedRows > 0n;
  });
}

/** Gives back a dataset whose making failed or was stopped. */
export async function releaseDataset(db: Db, { publication, lease_by }: HeldDataset): Promise<void> {
  await db
    .updateTable('datasets')
    .set(released)
    .where('publication', '=', publication)
    .where(hasLease(lease_by))
    .execute();
}

/** The publication from which on datasets are public: what was retracted then is in no later one (decision 153). */
export async function lastRetraction(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('publications')
    .select(({ fn }) => fn.max('publication').as('last'))
    .where('kind', '=', 'retractions')
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

/** Datasets that are ready and public, newest first. */
export async function keptDatasets(db: Db): Promise<KeptDataset[]> {
  const rows = await db
    .selectFrom('datasets')
    .select(['publication', 'published_at'])
    .select((eb) => [eb.ref('contents').$notNull().as('contents'), eb.ref('made_at').$notNull().as('made_at')])
    .where('status', '=', 'ready')
    .where('publication', '>=', await lastRetraction(db))
    .orderBy('publication', 'desc')
    .execute();
  return rows.map(({ contents, ...row }) => ({
    ...row,
    ...(JSON.parse(contents) as Pick<KeptDataset, 'key' | 'counts' | 'files'>),
  }));
}

/** A piece of a file; undefined where there is none. @throws BlobFailure */
export async function datasetPiece(
  place: BytesPlace,
  publication: number,
  name: DatasetFileName,
  piece: number,
): Promise<Uint8Array | undefined> {
  const row = await place.store.db
    .selectFrom('dataset_pieces')
    .select(['body', 'blob'])
    .where('file', '=', fileOf(publication, name))
    .where('piece', '=', piece)
    .executeTakeFirst();
  return row && bytesOf(place, row);
}

/** Pieces that are removed in one transaction. */
const REMOVED_PIECES = 20;

/** Removes a dataset: first what says that it is there, then its pieces, in small transactions. */
export async function removeDataset(store: Store, publication: number): Promise<void> {
  await store.transaction((tx) => tx.deleteFrom('datasets').where('publication', '=', publication).execute());
  await removePieces(store, publication);
}

/** Removes the pieces of a dataset: those of an earlier attempt. */
export async function removePieces(store: Store, publication: number): Promise<void> {
  for (;;) {
    const rows = await piecesOf(store.db, publication).limit(REMOVED_PIECES).execute();
    if (!rows.length) return;
    await store.transaction(async (tx) => {
      const removed: { blob: string | null }[] = [];
      for (const { file, piece } of rows)
        removed.push(
          ...(await tx
            .deleteFrom('dataset_pieces')
            .where('file', '=', file)
            .where('piece', '=', piece)
            .returning('blob')
            .execute()),
        );
      await freeBlobs(store, tx, removed);
    });
  }
}

/** Also of files that another version made. */
const piecesOf = (db: Db, publication: number) =>
  db.selectFrom('dataset_pieces').select(['file', 'piece']).where('file', 'like', `${publication}/%`);

/** All datasets by their publication, with whether they are ready; newest first. */
export function datasetStates(db: Db): Promise<{ publication: number; status: string }[]> {
  return db.selectFrom('datasets').select(['publication', 'status']).orderBy('publication', 'desc').execute();
}
