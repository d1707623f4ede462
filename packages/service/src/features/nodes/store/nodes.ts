import { sql } from 'kysely';
import type { Db, Store } from '../../../store/engine/engine.ts';
import type { NodeRow } from './rows.ts';

/** Writes a node down, over what it wrote before. */
export async function writeNode(db: Db, row: NodeRow): Promise<void> {
  await db
    .insertInto('nodes')
    .values(row)
    .onConflict((conflict) => conflict.column('node_id').doUpdateSet(row))
    .execute();
}

export async function removeNode(db: Db, node_id: string): Promise<void> {
  await db.deleteFrom('nodes').where('node_id', '=', node_id).execute();
}

/** Removes nodes that were last seen before a time (ISO 8601). */
export async function removeNodesBefore(db: Db, seen_at: string): Promise<void> {
  await db.deleteFrom('nodes').where('seen_at', '<', seen_at).execute();
}

/** All nodes, in the order in which they started. */
export const listNodes = (db: Db): Promise<NodeRow[]> =>
  db.selectFrom('nodes').selectAll().orderBy('started_at').orderBy('node_id').execute();

/** When the first publication after another one was made (ISO 8601); undefined where there is none. */
export async function publishedAfter(db: Db, publication: number): Promise<string | undefined> {
  const next = await db
    .selectFrom('publications')
    .select('at')
    .where('publication', '>', publication)
    .orderBy('publication')
    .limit(1)
    .executeTakeFirst();
  return next?.at;
}

/** How far a clock is ahead of that of the database, in milliseconds, to half the time that the question takes. */
export async function clockAhead({ engine, db }: Store, now: () => Date): Promise<number> {
  if (engine === 'sqlite') return 0;
  const before = now().getTime();
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db);
  const after = now().getTime();
  return Math.round((before + after) / 2 - Number(rows[0]?.ms));
}
