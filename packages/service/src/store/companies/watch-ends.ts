import type { Db, Tx } from '../engine/engine.ts';
import type { WatchEndRow } from '../tables.ts';

/** What became of the slug of a watched company: the row, and what the publication says of it. */
export type WatchEnd = WatchEndRow & { reason: string | null; at: string };

/** The ended watches of a registration, and the new slugs that were reported to it, by publication. */
export async function watchEndsOf(db: Db, registration_id: string): Promise<WatchEnd[]> {
  return db
    .selectFrom('watch_ends as w')
    .innerJoin('slug_changes as c', (join) =>
      join.onRef('c.publication', '=', 'w.publication').onRef('c.slug', '=', 'w.slug'),
    )
    .innerJoin('publications as p', 'p.publication', 'w.publication')
    .select(['w.registration_id', 'w.slug', 'w.publication', 'w.watching_since', 'w.reported_at', 'c.reason', 'p.at'])
    .where('w.registration_id', '=', registration_id)
    .orderBy('w.publication')
    .orderBy('w.slug')
    .execute();
}

/** Notes that a digest reported these, which no digest reported before. */
export async function noteReported(tx: Tx, rows: readonly WatchEndRow[], reported_at: string): Promise<void> {
  for (const row of rows)
    await tx
      .insertInto('watch_ends')
      .values({ ...row, reported_at })
      .onConflict((conflict) =>
        conflict.columns(['registration_id', 'slug', 'publication']).doUpdateSet({ reported_at }),
      )
      .execute();
}
