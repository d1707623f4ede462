import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Store, Tx } from '../engine/engine.ts';
import { latestPublication, SCORES_COUNTED } from '../publications.ts';
import { renewCurrent, unkeptAmong } from './current-companies.ts';
import { dayCounts, mendCounts, queueCounts, requestCounts, scoreCounted, watchCounts } from './kept-counts.ts';

/** How many rows of a table were wrong. */
export type Recounted = { table: string; mended: number };

/** Companies that are compared with one statement, and those that are written in one transaction. */
const COMPARED_ROWS = 500;
const MENDED_ROWS = 2_000;

/**
 * Puts right what follows from other rows and is kept beside them (decision 209). Services may be running: publications wait while
 * something is written, and nothing is written that is right.
 *
 * @param now the time of counts of watchers that change (ISO 8601)
 */
export async function recount(store: Store, now: string): Promise<Recounted[]> {
  const current = await recountCompanies(store);
  const requests = await store.unhurried(async (tx) => {
    await lockTables(store, tx, ['waiting_counts', 'request_counts']);
    return [
      { table: 'waiting_counts', mended: await mendCounts(tx, queueCounts) },
      { table: 'request_counts', mended: await mendCounts(tx, requestCounts) },
    ];
  });
  const watchers = await store.unhurried(async (tx) => {
    await lockTables(store, tx, ['watch_counts']);
    return { table: 'watch_counts', mended: await mendCounts(tx, watchCounts, { changed_at: now }) };
  });
  return [...current, ...requests, watchers];
}

/**
 * The part of it that publications keep. All companies are compared a few at a time without a lock; what was published meanwhile is
 * compared once more while publications wait.
 */
export async function recountCompanies(store: Store): Promise<Recounted[]> {
  const before = await latestPublication(store.db);
  const wrong: string[] = [];
  let mended = 0;
  for (let after = ''; ; ) {
    const slugs = await slugsAfter(store.db, after);
    const last = slugs.at(-1);
    if (last === undefined) break;
    wrong.push(...(await store.reading((db) => unkeptAmong(db, slugs))));
    after = last;
    // SQLite reads in this thread: without it nobody else would get a turn until the last company.
    await nextTurn();
  }
  const mend = (work: (tx: Tx) => Promise<Recounted[]>) =>
    store.unhurried(async (tx) => {
      await store.lock(tx, 'publications');
      return work(tx);
    });
  for (let at = 0; at < wrong.length; at += MENDED_ROWS) {
    const some = wrong.slice(at, at + MENDED_ROWS);
    await mend(async (tx) => {
      mended += (await unkeptAmong(tx, some)).length;
      await renewCurrent(tx, some);
      return [];
    });
    await nextTurn();
  }
  return mend(async (tx) => {
    const since = await publishedSince(tx, before);
    mended += (await unkeptAmong(tx, since)).length;
    await renewCurrent(tx, since);
    const days = await mendCounts(tx, dayCounts);
    const scores = await mendCounts(tx, scoreCounted);
    const value = await latestPublication(tx);
    if (value > 0)
      await tx
        .insertInto('counters')
        .values({ name: SCORES_COUNTED, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    return [
      { table: 'due_companies', mended },
      { table: 'due_days', mended: days },
      { table: 'score_counts', mended: scores },
    ];
  });
}

/** The next slugs that are listed, or kept, in their order. */
async function slugsAfter(db: Db, after: string): Promise<string[]> {
  const kept = await db
    .selectFrom('due_companies')
    .select('slug')
    .where('slug', '>', after)
    .orderBy('slug')
    .limit(COMPARED_ROWS)
    .execute();
  const listed = await db
    .selectFrom('audits')
    .select('slug')
    .distinct()
    .where('slug', '>', after)
    .where('replaced_at', 'is', null)
    .orderBy('slug')
    .limit(COMPARED_ROWS)
    .execute();
  return [...new Set([...kept, ...listed].map(({ slug }) => slug))].sort().slice(0, COMPARED_ROWS);
}

/** The companies that publications were about after one of them. */
async function publishedSince(tx: Tx, publication: number): Promise<string[]> {
  const audits = await tx
    .selectFrom('audits')
    .select('slug')
    .distinct()
    .where('publication', '>', publication)
    .execute();
  const changes = await tx
    .selectFrom('slug_changes')
    .select(['slug', 'moved_to'])
    .where('publication', '>', publication)
    .execute();
  return [...audits.map(({ slug }) => slug), ...changes.flatMap(({ slug, moved_to }) => [slug, moved_to ?? []].flat())];
}

/** Tables that nobody else writes to until the transaction ends; on SQLite the transaction itself is the lock. */
async function lockTables(store: Store, tx: Tx, tables: readonly string[]): Promise<void> {
  if (store.engine !== 'postgres') return;
  for (const table of tables) await sql`lock table ${sql.table(table)} in exclusive mode`.execute(tx);
}
