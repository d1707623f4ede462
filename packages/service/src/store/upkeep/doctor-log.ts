import type { Rubrics } from '@readymark/rubric/rubric';
import { parseCheckpoint } from '@readymark/tlog/checkpoint';
import { openNote, parseVerifierKey } from '@readymark/tlog/note';
import { type FullTile, TileEdge } from '@readymark/tlog/tile-edge';
import { levelWidth, TILE_WIDTH } from '@readymark/tlog/tiles';
import { type Hash, leafHash, rootOf, sameHash } from '@readymark/tlog/tree';
import { entryText, type Statement } from '../../domain/public-log/statement.ts';
import type { Store } from '../engine/engine.ts';
import { encodeHash, logState } from '../log-state.ts';
import type { LogEntryRow } from '../public-log/rows.ts';
import { type Drafted, statementsOf } from '../public-log/statements.ts';
import { checkCosignatures } from './doctor-cosignatures.ts';

/** One check: how many rows were checked, and what is wrong. */
type LogCheck = { check: string; rows: number; findings: string[] };

/** Entries read together. */
const BATCH_ROWS = 500;

/**
 * Checks the public log (decisions 140 and 141): its entries are what its audits say, its tree is that of its entries, and
 * its checkpoints are signed by its keys and of its tree, and cosigned by whom they say.
 *
 * @param findings_max findings listed per check
 */
export async function checkLog(store: Store, rubrics: Rubrics, findings_max: number): Promise<LogCheck[]> {
  const said = await checkStatements(store, rubrics);
  const { tree, checkpoints } = await checkTree(store);
  const cosignatures = await checkCosignatures(store);
  return [said, tree, checkpoints, cosignatures].map((check) => ({
    ...check,
    findings: check.findings.slice(0, findings_max),
  }));
}

/** Every publication is said again from its rows, and compared with its entries. */
async function checkStatements({ db }: Store, rubrics: Rubrics): Promise<LogCheck> {
  const check: LogCheck = { check: 'the public log says what was published', rows: 0, findings: [] };
  const publications = await db.selectFrom('publications').selectAll().orderBy('publication').execute();
  let next = 0;
  for (const of of publications) {
    for await (const drafted of statementsOf(db, of, rubrics)) {
      if (!drafted.length) continue;
      const rows = await entriesFrom(db, next, drafted.length);
      for (const [at, one] of drafted.entries()) {
        const what = differs(one, rows[at]);
        if (what)
          check.findings.push(`entry ${next + at} (publication ${of.publication}, ${one.statement.slug}): ${what}`);
      }
      next += drafted.length;
      check.rows += drafted.length;
      // From a gap on everything would differ.
      if (check.findings.length) return check;
    }
  }
  const newest = publications.at(-1)?.publication ?? 0;
  const { publication } = await logState(db);
  if (publication < newest)
    check.findings.push(`the log ends with publication ${publication}, the newest is ${newest}`);
  const [more] = await entriesFrom(db, next, 1);
  // What a service published meanwhile is right.
  if (more && more.publication <= newest) check.findings.push(`entry ${next} belongs to nothing that was published`);
  return check;
}

const entriesFrom = (db: Store['db'], from: number, count: number): Promise<LogEntryRow[]> =>
  db
    .selectFrom('log_entries')
    .selectAll()
    .where('entry_index', '>=', from)
    .orderBy('entry_index')
    .limit(count)
    .execute();

/** What is wrong with an entry; undefined when it says what it should. */
function differs({ statement, audit_id, reply_id, ended }: Drafted, row: LogEntryRow | undefined): string | undefined {
  if (!row) return 'it is missing';
  const replaces = ended?.entry_index ?? null;
  const same = (['at_publication', 'afterwards'] as const satisfies readonly Statement['logged'][]).some(
    (logged) => row.entry === entryText({ ...statement, replaces, logged }),
  );
  if (!same) return 'it says something else than what is stored';
  const ids = row.audit_id === audit_id && row.reply_id === reply_id;
  return ids && row.publication === statement.publication && row.slug === statement.slug
    ? undefined
    : 'its columns differ from its statement';
}

/** The tree is built again from the first entry on. */
async function checkTree({ db }: Store): Promise<{ tree: LogCheck; checkpoints: LogCheck }> {
  const tree: LogCheck = { check: 'the tree of the public log is that of its entries', rows: 0, findings: [] };
  const signed = await db.selectFrom('log_checkpoints').selectAll().orderBy('size').execute();
  const roots = new Map<number, Hash>();
  const wanted = new Set(signed.map(({ size }) => size));
  const strays = await lastTiles(db);
  // Later entries are those of a service that publishes meanwhile.
  const state = await logState(db);
  const built = new TileEdge();
  if (wanted.has(0)) roots.set(0, built.root());
  while (built.size < state.size) {
    const rows = await entriesFrom(db, built.size, Math.min(BATCH_ROWS, state.size - built.size));
    for (const { entry_index, entry, leaf_hash } of rows) {
      if (entry_index !== built.size) tree.findings.push(`entry ${built.size} is missing`);
      const leaf = leafHash(Buffer.from(entry));
      if (encodeHash(leaf) !== leaf_hash) tree.findings.push(`entry ${entry_index}: its hash is another`);
      if (tree.findings.length) break;
      for (const tile of built.append(leaf))
        if (!(await isStored(db, tile)))
          tree.findings.push(`tile ${tile.n} of level ${tile.level} is missing or another`);
      if (wanted.has(built.size)) roots.set(built.size, built.root());
    }
    tree.rows = built.size;
    if (!rows.length || tree.findings.length) break;
  }
  const same = state.size === built.size && sameHash(rootOf(state), built.root());
  if (!same) tree.findings.push(`the state of the log is of another tree (${state.size} entries)`);
  for (const { tile_level, last } of strays)
    if (last >= Math.floor(levelWidth(state.size, tile_level) / TILE_WIDTH))
      tree.findings.push(`tile ${last} of level ${tile_level} is beyond the log`);
  return { tree, checkpoints: await checkCheckpoints({ db }, signed, roots) };
}

/** The last full tile of each level. */
async function lastTiles(db: Store['db']) {
  const rows = await db
    .selectFrom('log_tiles')
    .select(({ fn }) => ['tile_level', fn.max('tile_index').as('last')])
    .groupBy('tile_level')
    .execute();
  return rows.map(({ tile_level, last }) => ({ tile_level, last: Number(last) }));
}

/** Whether a full tile is stored with the hashes that it should have. */
async function isStored(db: Store['db'], { level, n, hashes, root }: FullTile): Promise<boolean> {
  const row = await db
    .selectFrom('log_tiles')
    .selectAll()
    .where('tile_level', '=', level)
    .where('tile_index', '=', n)
    .executeTakeFirst();
  return row?.root === encodeHash(root) && row.hashes === encodeHash(Buffer.concat(hashes));
}

async function checkCheckpoints(
  { db }: Pick<Store, 'db'>,
  signed: readonly { size: number; note: string; root: string }[],
  roots: ReadonlyMap<number, Hash>,
): Promise<LogCheck> {
  const rows = await db.selectFrom('log_keys').select('verifier_key').execute();
  const keys = rows.flatMap(({ verifier_key }) => parseVerifierKey(verifier_key) ?? []);
  const findings = signed.flatMap(({ size, note, root }) => {
    const opened = openNote(note, keys);
    if ('fault' in opened) return [`the checkpoint of ${size} entries: ${opened.fault}`];
    const head = parseCheckpoint(opened.text);
    const right = roots.get(size);
    const same = right && head?.size === size && sameHash(head.root, right) && root === encodeHash(right);
    return same ? [] : [`the checkpoint of ${size} entries is of another tree`];
  });
  return { check: 'checkpoints of the public log are signed, and of its tree', rows: signed.length, findings };
}
