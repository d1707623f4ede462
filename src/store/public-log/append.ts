import { entryText, type Statement } from '../../domain/public-log/statement.ts';
import { ENTRY_BYTES_MAX } from '../../domain/public-log/tiles.ts';
import { appendLeaf, type Frontier, leafHash } from '../../domain/public-log/tree.ts';
import type { Rubrics } from '../../domain/rubric.ts';
import type { Store, Tx } from '../engine/engine.ts';
import { latestPublication } from '../publications.ts';
import { type LoggedPublication, statementsOf } from './statements.ts';
import { encodeHash, logState, storeFullTiles, unlogged, writeLogState } from './tree-rows.ts';

/**
 * Logs the publication that this transaction makes (decision 140), when all its rows are written. The lock of
 * `openPublication` is held, so entries are appended one publication after another. Publications before it that are not
 * logged, because a version without a log made them, are logged first.
 */
export async function logPublication(tx: Tx, rubrics: Rubrics, publication: number): Promise<void> {
  await logUpTo(tx, rubrics, publication, publication);
}

/** Entries after which what was published before is committed, so that other writers need not wait for all of it. */
const PAST_ENTRIES = 2_000;

/**
 * Logs what was published before there was a log, in the order of publications. After an interruption the next call goes on.
 *
 * @returns how many entries that were
 */
export async function logPast(store: Store, rubrics: Rubrics): Promise<number> {
  let logged = 0;
  for (let before = -1; ; ) {
    const { publication } = await logState(store.db);
    // None more is there where the counter is ahead of the publications, as in a database that was tampered with.
    if (publication === before || publication >= (await latestPublication(store.db))) return logged;
    before = publication;
    logged += await store.unhurried(async (tx) => {
      await store.lock(tx, 'publications');
      const { size } = await logState(tx);
      return (await logUpTo(tx, rubrics, await latestPublication(tx), null, PAST_ENTRIES)) - size;
    });
  }
}

/**
 * @param live the publication of this transaction
 * @param entries_max after how many entries it ends; with the publication that it has begun
 * @returns the size of the log
 */
async function logUpTo(
  tx: Tx,
  rubrics: Rubrics,
  last: number,
  live: number | null,
  entries_max = Number.POSITIVE_INFINITY,
): Promise<number> {
  const { state, publications } = await unlogged(tx, last);
  let after = state;
  for (const of of publications) {
    const logged = of.publication === live ? 'at_publication' : 'afterwards';
    after = { ...(await logOne(tx, after, of, rubrics, logged)), publication: of.publication };
    if (after.size - state.size >= entries_max) break;
  }
  if (publications.length) await writeLogState(tx, after);
  return after.size;
}

async function logOne(
  tx: Tx,
  before: Frontier,
  of: LoggedPublication,
  rubrics: Rubrics,
  logged: Statement['logged'],
): Promise<Frontier> {
  let tree = before;
  /** Where audits of this publication are that ended in it again. */
  const indexes = new Map<string, number>();
  for await (const drafted of statementsOf(tx, of, rubrics)) {
    const rows = drafted.map(({ statement, audit_id, reply_id, ended }) => {
      const replaces = ended ? (ended.entry_index ?? indexes.get(ended.audit_id) ?? null) : null;
      const entry = entryText({ ...statement, replaces, logged });
      const bytes = Buffer.from(entry);
      if (bytes.byteLength > ENTRY_BYTES_MAX) throw new RangeError('a statement is too long for an entry of the log');
      const leaf = leafHash(bytes);
      const { publication, slug } = statement;
      const row = { entry_index: tree.size, publication, audit_id, reply_id, slug, leaf_hash: encodeHash(leaf), entry };
      if (audit_id !== null) indexes.set(audit_id, tree.size);
      tree = appendLeaf(tree, leaf);
      return row;
    });
    if (rows.length) await tx.insertInto('log_entries').values(rows).execute();
  }
  await storeFullTiles(tx, before.size, tree.size);
  return tree;
}
