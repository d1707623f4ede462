import { entryText } from '../../packages/service/src/domain/public-log/statement.ts';
import type { Context } from '../../packages/service/src/operations/context.ts';
import type { Tx } from '../../packages/service/src/store/engine/engine.ts';
import { encodeHash, logState, writeLogState } from '../../packages/service/src/store/log-state.ts';
import { storeFullTiles } from '../../packages/service/src/store/public-log/tree/tree-rows.ts';
import { latestPublication } from '../../packages/service/src/store/publications.ts';
import { syntheticAudit } from '../../packages/service/test/world/measure/synthetic-audits.ts';
import { commit } from '../../packages/service/test/world/operator.ts';
import { appendLeaf, leafHash } from '../../packages/tlog/src/tree.ts';

/** Entries of one made publication; each has a checkpoint. */
const ENTRIES_EACH = 10;
const ROWS = 1_000;
/** Real audits are published between so many parts of the made log. */
const PARTS = 10;

/**
 * Fills a log with so many entries about audits that nobody can read any more, written straight into the tables, and publishes
 * real audits in between, so that their proofs lead through all of it. Goes on where it was ended.
 */
export async function fillLog(ctx: Context, entries: number, companies: number): Promise<void> {
  const made = Math.max(0, Math.floor((entries - companies) / PARTS));
  for (let part = 0; part < PARTS; part += 1) {
    const [from = 0, to = 0] = [part, part + 1].map((of) => Math.floor((of * companies) / PARTS));
    const { size } = await logState(ctx.store.db);
    if (size >= (part + 1) * made + to) continue;
    if (size < (part + 1) * made + from) await ctx.store.unhurried((tx) => makeEntries(tx, made));
    await commit(
      ctx,
      Array.from({ length: to - from }, (_, at) => syntheticAudit(from + at, 0)),
    );
    await ctx.signer.shown();
  }
}

async function makeEntries(tx: Tx, count: number): Promise<void> {
  const before = await logState(tx);
  let tree = before;
  let publication = await latestPublication(tx);
  const { at: last } = (await tx
    .selectFrom('publications')
    .select('at')
    .orderBy('publication', 'desc')
    .executeTakeFirst()) ?? {
    at: '2000-01-01T00:00:00.000Z',
  };
  let time = Date.parse(last);
  while (tree.size < before.size + count) {
    const rows = { log_entries: [] as object[], publications: [] as object[], log_checkpoints: [] as object[] };
    for (let made = 0; made < ROWS && tree.size < before.size + count; made += 1) {
      if (made % ENTRIES_EACH === 0) {
        publication += 1;
        time += 1_000;
        rows.publications.push({ publication, kind: 'audits', at: new Date(time).toISOString() });
      }
      const slug = `former-${tree.size}`;
      const entry = entryText({
        ...{ format: 1, kind: 'audit', slug, audit_date: '2001-01-01', publication, at: new Date(time).toISOString() },
        ...{ record_sha256: '0'.repeat(64), record_format: 1, rubric: 'v1', rubric_sha256: '1'.repeat(64) },
        ...{ receipts_sha256: null, replaces: null, logged: 'at_publication' },
      });
      const leaf = leafHash(Buffer.from(entry));
      rows.log_entries.push({
        entry_index: tree.size,
        publication,
        audit_id: null,
        slug,
        leaf_hash: encodeHash(leaf),
        entry,
      });
      tree = { ...appendLeaf(tree, leaf), publication };
      if (made % ENTRIES_EACH === ENTRIES_EACH - 1)
        rows.log_checkpoints.push({
          ...{ size: tree.size, publication, root: encodeHash(leaf), signed_at: new Date(time).toISOString() },
          note: 'x'.repeat(200),
        });
    }
    for (const [table, values] of Object.entries(rows))
      if (values.length)
        await tx
          .insertInto(table as 'publications')
          .values(values as [])
          .execute();
  }
  await storeFullTiles(tx, before.size, tree.size);
  await writeLogState(tx, { ...tree, publication });
  const row = { name: 'publications', value: publication };
  await tx
    .insertInto('counters')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}
