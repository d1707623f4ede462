import type { Frontier, Hash } from '@readymark/tlog/tree';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from './engine/engine.ts';
import { prepared } from './engine/postgres.ts';

/** How far the public log is: one row, which each publication goes on from. Hashes of the tree are base64. */

export const encodeHash = (hash: Hash): string => Buffer.from(hash).toString('base64');
export const decodeHash = (text: string): Hash => Buffer.from(text, 'base64');

/** The only row of `log_state`. */
export const STATE = 'log';

export const encodeFrontier = (hashes: readonly Hash[]): string => hashes.map(encodeHash).join(' ');

const decodeFrontier = (text: string): Hash[] => (text === '' ? [] : text.split(' ').map(decodeHash));

/** A log: its tree, and the last publication that is in it. */
export type LogState = Frontier & { publication: number };

/** The log of a row of `log_state`, whose columns are null where there is none yet. */
export const stateOf = (row: {
  size: number | null;
  publication: number | null;
  frontier: string | null;
}): LogState => ({
  size: row.size ?? 0,
  publication: row.publication ?? 0,
  hashes: decodeFrontier(row.frontier ?? ''),
});

/** The log as it is. */
export async function logState(db: Db): Promise<LogState> {
  const row = await db.selectFrom('log_state').selectAll().where('name', '=', STATE).executeTakeFirst();
  return stateOf(row ?? { size: null, publication: null, frontier: null });
}

/** The log as it is, and what was published up to a publication and is not in it, with one query. */
export async function unlogged(tx: Db, last: number) {
  const rows = await tx
    .selectFrom('publications as p')
    .leftJoin('log_state as s', (join) => join.on('s.name', '=', STATE))
    .select(['p.publication', 'p.kind', 'p.at', 's.size', 's.publication as logged', 's.frontier'])
    // Not the joined column: by this value both engines begin in the index, and by that one they read all publications.
    .where(({ eb, fn, lit, selectFrom }) =>
      eb(
        'p.publication',
        '>',
        fn.coalesce(selectFrom('log_state').select('publication').where('name', '=', STATE), lit(0)),
      ),
    )
    .where('p.publication', '<=', last)
    .orderBy('p.publication')
    .execute();
  const [row] = rows;
  return {
    state: row ? stateOf({ ...row, publication: row.logged }) : await logState(tx),
    publications: rows.map(({ publication, kind, at }) => ({ publication, kind, at })),
  };
}

/** @param announcing a column that the statement returns (`Store.announcing`) */
export async function writeLogState(
  tx: Tx,
  { size, hashes, publication }: LogState,
  announcing: RawBuilder<unknown> = sql`1`,
): Promise<void> {
  const row = { size, publication, frontier: encodeFrontier(hashes) };
  await tx
    .insertInto('log_state')
    .values({ name: STATE, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .returning(announcing.as('announced'))
    .modifyEnd(prepared)
    .execute();
}
