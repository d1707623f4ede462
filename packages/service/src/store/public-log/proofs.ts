import { consistencySubtrees } from '@readymark/tlog/consistency';
import { inclusionSubtrees } from '@readymark/tlog/inclusion';
import { type Hash, joinTrees, type Subtree } from '@readymark/tlog/tree';
import type { Db } from '../engine/engine.ts';
import { prepared } from '../engine/postgres.ts';
import type { KeptTiles } from './tree/kept-tiles.ts';
import { subtreeRoots } from './tree/tree-rows.ts';

/** Where an audit is in the log, what is said of it there, and the hashes that lead from it to the root at one size. */
type EntryOfAudit = { index: number; entry: string; inclusion: Hash[] };

/** The entry of an audit with its inclusion proof; undefined where the first `size` entries have none. Reads the tiles that are not kept. */
export async function loggedAudit(
  db: Db,
  tiles: KeptTiles,
  audit_id: string,
  size: number,
): Promise<EntryOfAudit | undefined> {
  const row = await db
    .selectFrom('log_entries')
    .select(['entry_index', 'entry'])
    .where('audit_id', '=', audit_id)
    .where('entry_index', '<', size)
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!row) return undefined;
  const proof = inclusionSubtrees(row.entry_index, size);
  const inclusion = joined(proof, await tiles.roots(db, proof.flat(), size));
  return { index: row.entry_index, entry: row.entry, inclusion };
}

/** Where an audit is in the first `size` entries of the log, and the hash of its entry (base64); undefined where it is not. */
export async function leafOfAudit(
  db: Db,
  audit_id: string,
  size: number,
): Promise<{ index: number; leaf: string } | undefined> {
  return db
    .selectFrom('log_entries')
    .select(['entry_index as index', 'leaf_hash as leaf'])
    .where('audit_id', '=', audit_id)
    .where('entry_index', '<', size)
    .executeTakeFirst();
}

/** That the first `from` of `to` entries are the beginning of them, as RFC 6962 section 2.1.2 orders it. Reads a few tiles. */
export async function consistencyProof(db: Db, from: number, to: number): Promise<Hash[]> {
  const proof = consistencySubtrees(from, to);
  return joined(proof, await subtreeRoots(db, proof.flat()));
}

/** The hashes of an inclusion or consistency proof, each joined from complete trees, whose hashes are `roots` in order. */
function joined(proof: readonly (readonly Subtree[])[], roots: Hash[]): Hash[] {
  return proof.map(({ length }) => joinTrees(roots.splice(0, length)));
}

/** An entry with what an event says of it besides: the slug of the entry whose place it takes, and whether its company is fictional. */
type FeedEntry = { entry_index: number; entry: string; before: string | undefined; fictional: boolean };

/** The entries after one index and before another, in order. */
export async function feedEntries(db: Db, after: number, before: number): Promise<FeedEntry[]> {
  const rows = await db
    .selectFrom('log_entries as e')
    .leftJoin('audits as a', 'a.audit_id', 'e.audit_id')
    .select(['e.entry_index', 'e.entry', 'a.fictional'])
    .where('e.entry_index', '>', after)
    .where('e.entry_index', '<', before)
    .orderBy('e.entry_index')
    .execute();
  const replaced_by = new Map(
    rows.map(({ entry_index, entry }) => [entry_index, (JSON.parse(entry) as { replaces?: number | null }).replaces]),
  );
  const indexes = [...replaced_by.values()].filter((one) => typeof one === 'number');
  const replaced = indexes.length
    ? await db
        .selectFrom('log_entries as e')
        .leftJoin('audits as a', 'a.audit_id', 'e.audit_id')
        .select(['e.entry_index', 'e.slug', 'a.fictional'])
        .where('e.entry_index', 'in', indexes)
        .execute()
    : [];
  const known = new Map(replaced.map((one) => [one.entry_index, one]));
  return rows.map(({ entry_index, entry, fictional }) => {
    const place = known.get(replaced_by.get(entry_index) ?? -1);
    return { entry_index, entry, before: place?.slug, fictional: (fictional ?? place?.fictional) === 1 };
  });
}

/** The statements of the entries from one index and before another, in order, at most `limit`. */
export function statementsFrom(
  db: Db,
  first: number,
  before: number,
  limit: number,
): Promise<{ entry_index: number; entry: string }[]> {
  return db
    .selectFrom('log_entries')
    .select(['entry_index', 'entry'])
    .where('entry_index', '>=', first)
    .where('entry_index', '<', before)
    .orderBy('entry_index')
    .limit(limit)
    .execute();
}
