import type { Db, Tx } from './engine/engine.ts';
import type { WatchCountRow, WatchRow } from './tables.ts';

/** Begins a watch. @returns false, and changes nothing, when there is one already */
export async function insertWatch(tx: Tx, watch: WatchRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('watches')
    .values(watch)
    .onConflict((conflict) => conflict.columns(['registration_id', 'slug']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  await count(tx, watch.slug, 1, watch.watching_since);
  return true;
}

/** Number of companies that a registration watches, counted up to `most`. */
export async function countWatches(db: Db, registration_id: string, most: number): Promise<number> {
  const { count } = await db
    .selectFrom((eb) =>
      eb.selectFrom('watches').select('slug').where('registration_id', '=', registration_id).limit(most).as('counted'),
    )
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Ends a watch. @returns false when there was none */
export async function deleteWatch(tx: Tx, registration_id: string, slug: string, at: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('watches')
    .where('registration_id', '=', registration_id)
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (deleted.numDeletedRows !== 1n) return false;
  await count(tx, slug, -1, at);
  return true;
}

/**
 * Ends the watches of a company that began before the publication that retracted it, those of some registrations in a row, and
 * keeps that they ended: the digests of their watchers report it (decision 186).
 */
export async function endWatches(
  tx: Tx,
  of: { slug: string; after: string; last: string; before: number },
  at: string,
): Promise<void> {
  const later = tx
    .selectFrom('audits')
    .select('audit_id')
    .where('slug', '=', of.slug)
    .where('publication', '>=', of.before);
  await tx
    .insertInto('watch_ends')
    .columns(['registration_id', 'slug', 'publication', 'watching_since'])
    .expression(
      tx
        .selectFrom('watches')
        .select(({ lit }) => ['registration_id', 'slug', lit(of.before).as('publication'), 'watching_since'])
        .where('slug', '=', of.slug)
        .where('registration_id', '>', of.after)
        .where('registration_id', '<=', of.last)
        .where('audit_id_then', 'not in', later),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const ended = await tx
    .deleteFrom('watches')
    .where('slug', '=', of.slug)
    .where('registration_id', '>', of.after)
    .where('registration_id', '<=', of.last)
    .where('audit_id_then', 'not in', later)
    .executeTakeFirst();
  if (ended.numDeletedRows > 0n) await count(tx, of.slug, -Number(ended.numDeletedRows), at);
}

/**
 * Updates the count of watchers, as the last statement, so that the row of a company with many watchers is locked as
 * briefly as possible.
 */
async function count(tx: Tx, slug: string, change: number, changed_at: string): Promise<void> {
  await tx
    .insertInto('watch_counts')
    .values({ slug, watchers: change, changed_at })
    .onConflict((conflict) =>
      conflict.column('slug').doUpdateSet((eb) => ({ watchers: eb('watch_counts.watchers', '+', change), changed_at })),
    )
    .execute();
}

/** One watch; undefined when there is none. */
export function findWatch(db: Db, registration_id: string, slug: string): Promise<WatchRow | undefined> {
  return db
    .selectFrom('watches')
    .selectAll()
    .where('registration_id', '=', registration_id)
    .where('slug', '=', slug)
    .executeTakeFirst();
}

/** All watches of a registration, by slug. */
export function watchesOf(db: Db, registration_id: string): Promise<WatchRow[]> {
  return db.selectFrom('watches').selectAll().where('registration_id', '=', registration_id).orderBy('slug').execute();
}

/** Watchers of the companies whose count changed from one time to another, both included; zeros too. */
export function watchCountsChanged(db: Db, from: string, to: string): Promise<WatchCountRow[]> {
  return db
    .selectFrom('watch_counts')
    .selectAll()
    .where('changed_at', '>=', from)
    .where('changed_at', '<=', to)
    .execute();
}

/** Watchers of these companies, zeros too; companies that never had one are left out. */
export function watchCountsOf(db: Db, slugs: readonly string[]): Promise<WatchCountRow[]> {
  return db.selectFrom('watch_counts').selectAll().where('slug', 'in', slugs).execute();
}
