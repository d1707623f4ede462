import { CLOCK_SKEW_MS } from '../../domain/clock.ts';
import type { Db, Store } from '../engine/engine.ts';
import { type BlobTable, blobTables, isUnnamed, namedAmong } from './blob-tables.ts';
import type { Blobs } from './blobs.ts';
import { assertPlace, BLOBS_LOCK } from './kept-bytes.ts';

/** Blobs that are removed together. */
const BATCH = 50;

/** How long one process alone removes a blob; then another may. No request to a store lasts as long. */
const ENDING_MS = 900_000;
/** No hold is longer: what a clock wrote that was far ahead ends too. */
const LONGEST_MS = 3_600_000;

/**
 * Removes blobs that no row names: what rows were removed of, and what was written for rows that never came (decision 206). Their bytes
 * go first, then what is known of them, so that a crash forgets none.
 *
 * @returns how many
 * @throws BlobFailure
 */
export async function endBlobs(store: Store, blobs: Blobs, now: () => Date, signal?: AbortSignal): Promise<number> {
  const tables = await blobTables(store);
  let ended = 0;
  while (!signal?.aborted) {
    const at = now().getTime();
    const held_until = new Date(at + ENDING_MS).toISOString();
    const batch = await beginEnding(store, tables, at, held_until);
    if (batch === undefined) return ended;
    await assertPlace({ store, blobs });
    for (const sha256 of batch) {
      // Another process may have begun to remove it too, and a new row to name it after that.
      if (now().getTime() - at > ENDING_MS / 2) return ended;
      await blobs.delete(sha256);
    }
    if (batch.length)
      await store.transaction(async (tx) => {
        await store.lock(tx, BLOBS_LOCK);
        // Only under its own claim: who claimed them after it may still delete bytes, and nobody is to write the same before that.
        await tx
          .deleteFrom('blobs')
          .where('sha256', 'in', batch)
          .where('ending', '=', 1)
          .where('held_until', '=', held_until)
          .execute();
      });
    ended += batch.length;
  }
  return ended;
}

/** How many blobs are to be looked at, and removed where nothing names them. */
export async function countEnding(db: Db, now: string): Promise<number> {
  const { n } = await db
    .selectFrom('blobs')
    .select(({ fn }) => fn.countAll().as('n'))
    .where('held_until', '<=', now)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Has blobs that the database does not know removed with the next `endBlobs`. @returns how many it really did not know */
export async function endUnknown(store: Store, names: readonly string[]): Promise<number> {
  if (!names.length) return 0;
  return store.transaction(async (tx) => {
    await store.lock(tx, BLOBS_LOCK);
    const noted = await tx
      .insertInto('blobs')
      .values(names.map((sha256) => ({ sha256, bytes: 0, held_until: '', ending: 0 })))
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .returning('sha256')
      .execute();
    return noted.length;
  });
}

/**
 * Has blobs that no row names removed with the next `endBlobs`, also where nothing says so: a version from before blobs removes rows and
 * marks none.
 *
 * @returns how many
 */
export async function endUnnamed(store: Store): Promise<number> {
  const tables = await blobTables(store);
  return store.transaction(async (tx) => {
    await store.lock(tx, BLOBS_LOCK);
    const { numUpdatedRows } = await tx
      .updateTable('blobs')
      .set({ held_until: '' })
      .where('held_until', 'is', null)
      .where(isUnnamed(tables))
      .executeTakeFirst();
    return Number(numUpdatedRows);
  });
}

/** Whether there is a blob to be looked at, and until when holds last. */
function due(store: Store, at: number) {
  const [now, impossible] = [at, at + LONGEST_MS + CLOCK_SKEW_MS].map((ms) => new Date(ms).toISOString());
  return store.db
    .selectFrom('blobs')
    .select(['sha256', 'held_until'])
    .where('held_until', 'is not', null)
    .where((eb) => eb.or([eb('held_until', '<=', now ?? ''), eb('held_until', '>', impossible ?? '')]))
    .orderBy('held_until')
    .limit(BATCH);
}

/**
 * Claims the next blobs that nobody names.
 *
 * @param held_until when the claim ends; by it whoever claimed them is known
 * @returns undefined when there is nothing to be looked at
 */
async function beginEnding(
  store: Store,
  tables: readonly BlobTable[],
  at: number,
  held_until: string,
): Promise<string[] | undefined> {
  // Outside of any transaction first: there is seldom anything.
  if (!(await due(store, at).executeTakeFirst())) return undefined;
  return store.transaction(async (tx) => {
    await store.lock(tx, BLOBS_LOCK);
    const rows = await due({ ...store, db: tx }, at).execute();
    const named = await namedAmong(
      tx,
      tables,
      rows.map(({ sha256 }) => sha256),
    );
    const ending: string[] = [];
    for (const row of rows) {
      const is_named = named.has(row.sha256);
      // What changed meanwhile is left: a row that is being written now names it.
      const { numUpdatedRows } = await tx
        .updateTable('blobs')
        .set(is_named ? { held_until: null, ending: 0 } : { held_until, ending: 1 })
        .where('sha256', '=', row.sha256)
        .where('held_until', '=', row.held_until)
        .executeTakeFirst();
      if (numUpdatedRows > 0n && !is_named) ending.push(row.sha256);
    }
    return ending;
  });
}
