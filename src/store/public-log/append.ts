import { entryText, type Statement } from '../../domain/public-log/statement.ts';
import { ENTRY_BYTES_MAX } from '../../domain/public-log/tiles.ts';
import { appendLeaf, type Frontier, leafHash } from '../../domain/public-log/tree.ts';
import type { Rubrics } from '../../domain/rubric.ts';
import type { Db, Store, Tx } from '../engine/engine.ts';
import { latestPublication } from '../publications.ts';
import { type Drafted, type LoggedPublication, statementsOf } from './statements.ts';
import { encodeHash, logState, storeFullTiles, writeLogState } from './tree-rows.ts';

/**
 * Logs the publication that this transaction makes (decision 140), when all its rows are written. The lock of
 * `openPublication` is held, so entries are appended one publication after another. Publications before it that are not
 * logged, because a version without a log made them, are logged first.
 */
export async function logPublication(tx: Tx, rubrics: Rubrics, publication: number): Promise<void> {
  await logUpTo(tx, rubrics, publication, publication);
}

/**
 * Logs what was published before there was a log, in the order of publications.
 *
 * @returns how many entries that were
 */
export async function logPast(store: Store, rubrics: Rubrics): Promise<number> {
  if ((await logState(store.db)).publication === (await latestPublication(store.db))) return 0;
  return store.unhurried(async (tx) => {
    await store.lock(tx, 'publications');
    const { size } = await logState(tx);
    return (await logUpTo(tx, rubrics, await latestPublication(tx), null)) - size;
  });
}

/** @param live the publication of this transaction @returns the size of the log */
async function logUpTo(tx: Tx, rubrics: Rubrics, last: number, live: number | null): Promise<number> {
  let state = await logState(tx);
  const publications = await tx
    .selectFrom('publications')
    .selectAll()
    .where('publication', '>', state.publication)
    .where('publication', '<=', last)
    .orderBy('publication')
    .execute();
  for (const of of publications) {
    const logged = of.publication === live ? 'at_publication' : 'afterwards';
    state = { ...(await logOne(tx, state, of, rubrics, logged)), publication: of.publication };
  }
  if (publications.length) await writeLogState(tx, state);
  return state.size;
}

async function logOne(
  tx: Tx,
  before: Frontier,
  of: LoggedPublication,
  rubrics: Rubrics,
  logged: Statement['logged'],
): Promise<Frontier> {
  let tree = before;
  for await (const drafted of statementsOf(tx, of, rubrics)) tree = await appendAll(tx, tree, drafted, logged);
  return tree;
}

async function appendAll(
  tx: Tx,
  before: Frontier,
  drafted: readonly Drafted[],
  logged: Statement['logged'],
): Promise<Frontier> {
  if (!drafted.length) return before;
  const indexes = await entriesOf(
    tx,
    drafted.flatMap(({ ended }) => ended ?? []),
  );
  let tree = before;
  const rows = drafted.map(({ statement, audit_id, ended }) => {
    const replaces = ended === undefined ? null : (indexes.get(ended) ?? null);
    const entry = entryText({ ...statement, replaces, logged });
    const bytes = Buffer.from(entry);
    if (bytes.byteLength > ENTRY_BYTES_MAX) throw new RangeError('a statement is too long for an entry of the log');
    const leaf = leafHash(bytes);
    const { publication, slug } = statement;
    const row = { entry_index: tree.size, publication, audit_id, slug, leaf_hash: encodeHash(leaf), entry };
    if (audit_id !== null) indexes.set(audit_id, tree.size);
    tree = appendLeaf(tree, leaf);
    return row;
  });
  await tx.insertInto('log_entries').values(rows).execute();
  await storeFullTiles(tx, before.size, tree.size);
  return tree;
}

/** Where audits are in the log; those that are not are left out. */
export async function entriesOf(db: Db, audit_ids: readonly string[]): Promise<Map<string, number>> {
  if (!audit_ids.length) return new Map();
  const rows = await db
    .selectFrom('log_entries')
    .select(['audit_id', 'entry_index'])
    .where('audit_id', 'in', audit_ids)
    .execute();
  return new Map(rows.map(({ audit_id, entry_index }) => [audit_id ?? '', entry_index]));
}
