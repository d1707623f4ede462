import type { Rubrics } from '@readymark/rubric/rubric';
import { ENTRY_BYTES_MAX } from '@readymark/tlog/tiles';
import { appendLeaf, type Frontier, leafHash } from '@readymark/tlog/tree';
import type { RawBuilder } from 'kysely';
import { entryText, type Statement } from '../../domain/public-log/statement.ts';
import type { Store, Tx } from '../engine/engine.ts';
import { prepared } from '../engine/postgres.ts';
import { encodeHash, type LogState, logState, unlogged, writeLogState } from '../log-state.ts';
import { latestPublication, type OpenPublication } from '../publications.ts';
import { type LoggedPublication, type SaidAudit, statementsOf } from './statements.ts';
import { storeFullTiles } from './tree/tree-rows.ts';

/**
 * Ends the publication of this transaction when all its rows are written: logs it (decision 140), and announces it when the
 * transaction commits. The lock of `openPublication` is held, so entries are appended one publication after another.
 * Publications before it that are not logged, because a version without a log made them, are logged first.
 *
 * @param wrote the audits of the publication, where it is of audits and none of them ended another; they need not be read
 */
export async function closePublication(
  { store, rubrics }: { store: Store; rubrics: Rubrics },
  tx: Tx,
  opened: OpenPublication,
  wrote?: readonly SaidAudit[],
): Promise<void> {
  const { publication, log } = opened;
  const options = { live: publication, announcing: store.announcing() };
  // Nothing is left to be logged.
  if (log.publication >= publication) await store.announce(tx);
  else if (log.publication === publication - 1) await logAll(rubrics, tx, log, [{ ...opened, wrote }], options);
  else await logUpTo(rubrics, tx, publication, options);
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
      return (await logUpTo(rubrics, tx, await latestPublication(tx), { entries_max: PAST_ENTRIES })) - size;
    });
  }
}

type Options = {
  /** The publication of this transaction. */
  live?: number;
  /** What announces it. */
  announcing?: RawBuilder<unknown>;
  /** After how many entries it ends; with the publication that it has begun. */
  entries_max?: number;
};

/** @returns the size of the log */
async function logUpTo(rubrics: Rubrics, tx: Tx, last: number, options: Options): Promise<number> {
  const { state, publications } = await unlogged(tx, last);
  return logAll(rubrics, tx, state, publications, options);
}

async function logAll(
  rubrics: Rubrics,
  tx: Tx,
  state: LogState,
  publications: readonly LoggedPublication[],
  { live, announcing, entries_max = Number.POSITIVE_INFINITY }: Options,
): Promise<number> {
  let after = state;
  for (const of of publications) {
    const logged = of.publication === live ? 'at_publication' : 'afterwards';
    after = { ...(await logOne(tx, after, of, rubrics, logged)), publication: of.publication };
    if (after.size - state.size >= entries_max) break;
  }
  if (publications.length) await writeLogState(tx, after, announcing);
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
    // One audit is the usual publication; other numbers are other statements.
    const written = tx.insertInto('log_entries').values(rows);
    if (rows.length) await (rows.length === 1 ? written.modifyEnd(prepared) : written).execute();
  }
  await storeFullTiles(tx, before.size, tree.size);
  return tree;
}
