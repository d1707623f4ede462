import { sql } from 'kysely';
import type { Store } from '../engine/engine.ts';
import { anyTable, type BlobTable, blobTables } from './blob-tables.ts';
import { type BytesPlace, keepBytes, nameBlobs } from './kept-bytes.ts';

/** Rows that are moved together: bodies have up to seven megabytes as base64. */
const BATCH_ROWS = 5;

type MovedRow = Record<string, string | number | null> & { body: string };

/**
 * Moves bytes that the database still has itself to blobs (decision 206), some rows at a time: those that were stored by an older version, or
 * before there was a place for blobs. A row has its bytes at every moment; after an interruption the next call goes on.
 *
 * @param at_row called with the number of rows moved so far
 * @returns how many rows were moved
 * @throws BlobFailure
 */
export async function moveToBlobs(
  place: BytesPlace,
  now: () => Date,
  { signal, at_row = () => {} }: { signal?: AbortSignal | undefined; at_row?(moved: number): void } = {},
): Promise<number> {
  if (!place.blobs) return 0;
  let moved = 0;
  for (const table of await blobTables(place.store))
    for (;;) {
      if (signal?.aborted) return moved;
      const rows = await nextRows(place.store, table);
      if (!rows.length) break;
      moved += await moveRows(place, table, rows, now().toISOString());
      at_row(moved);
    }
  return moved;
}

/** How many rows still have their bytes themselves. */
export async function rowsToMove(store: Store): Promise<number> {
  let rows = 0;
  for (const { name } of await blobTables(store)) {
    const { n } = await anyTable(store.db)
      .selectFrom(name)
      .select(({ fn }) => fn.countAll().as('n'))
      .where('blob', 'is', null)
      .executeTakeFirstOrThrow();
    rows += Number(n);
  }
  return rows;
}

async function nextRows(store: Store, { name, key }: BlobTable): Promise<MovedRow[]> {
  const columns = [...key, 'body'].map((column) => sql.ref(column));
  const { rows } = await sql<MovedRow>`select ${sql.join(columns)} from ${sql.table(name)} where blob is null
    order by ${sql.join(key.map((column) => sql.ref(column)))} limit ${BATCH_ROWS}`.execute(store.db);
  return rows;
}

async function moveRows(
  place: BytesPlace,
  { name, key }: BlobTable,
  rows: readonly MovedRow[],
  now: string,
): Promise<number> {
  const kept = await keepBytes(
    place,
    rows.map(({ body }) => Buffer.from(body, 'base64')),
    now,
  );
  return place.store.transaction(async (tx) => {
    let moved = 0;
    for (const [index, row] of rows.entries()) {
      let update = anyTable(tx)
        .updateTable(name)
        .set({ ...kept[index] })
        .where('blob', 'is', null)
        // What was written anew meanwhile has other bytes.
        .where('body', '=', row.body);
      for (const column of key) update = update.where(column, '=', row[column] ?? null);
      const { numUpdatedRows } = await update.executeTakeFirst();
      // A row that is gone by now leaves its blob to end with its hold.
      if (numUpdatedRows === 0n) continue;
      await nameBlobs(tx, [{ blob: kept[index]?.blob ?? null }]);
      moved += 1;
    }
    return moved;
  });
}
