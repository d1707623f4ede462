import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { inclusionSubtrees } from '@readymark/tlog/inclusion';
import { appendLeaf, emptyFrontier, type Hash, joinTrees, leafHash, rootOf } from '@readymark/tlog/tree';
import { rootOfInclusion } from '@readymark/verify';
import { RFC9162 } from '@transmute/rfc9162';
import { short } from '../../../../test/world/wait.ts';
import type { Db } from '../../src/store/engine/engine.ts';
import { encodeHash } from '../../src/store/log-state.ts';
import { KeptTiles } from '../../src/store/public-log/tree/kept-tiles.ts';
import { storeFullTiles, subtreeRoots } from '../../src/store/public-log/tree/tree-rows.ts';
import { numbers } from '../world/made-companies.ts';
import { engines, sharedDatabases, testContext } from '../world/service.ts';

sharedDatabases();

/** Sizes of the log; whole, up to three levels of tiles: the third begins at 65,536 entries. */
const SIZES = [1, 2, 255, 256, 257, 700, ...(short ? [] : [65_535, 65_536, 65_537, 65_836])];
const ROWS = 2_000;

for (const engine of engines)
  describe(`proofs made of tiles in memory, on ${engine}`, () => {
    test('are those made of the database, at each size that the log had, and both other implementations take them', async () => {
      const { store } = await testContext(engine);
      const { db } = store;
      const kept = new KeptTiles();
      const random = numbers(11);
      const leaves: Hash[] = [];
      let tree = emptyFrontier;
      for (const size of SIZES) {
        const before = leaves.length;
        while (leaves.length < size) {
          const leaf = leafHash(Buffer.from(`entry ${leaves.length}`));
          leaves.push(leaf);
          tree = appendLeaf(tree, leaf);
        }
        await append(db, leaves, before);
        // Also under older checkpoints: a tile that was not full then has more hashes now.
        for (const under of [size, Math.max(1, size - 1), Math.ceil(size / 2)])
          for (const index of new Set([
            0,
            under - 1,
            ...Array.from({ length: 6 }, () => Math.floor(random() * under)),
          ])) {
            const proof = inclusionSubtrees(index, under);
            const join = (roots: Hash[]) => proof.map(({ length }) => Buffer.from(joinTrees(roots.splice(0, length))));
            const path = join(await kept.roots(db, proof.flat(), under));
            assert.deepEqual(path, join(await subtreeRoots(db, proof.flat())), `entry ${index} of ${under}`);
            if (under !== size) continue;
            const theirs = { log_id: '', tree_size: size, leaf_index: index, inclusion_path: path };
            const leaf = leaves[index] ?? assert.fail();
            assert.ok(await RFC9162.verifyInclusionProof(rootOf(tree), leaf, theirs));
            const root = await rootOfInclusion(leaf, index, size, path);
            assert.deepEqual(Buffer.from(root ?? leaf), rootOf(tree));
          }
      }
    });

    test('ask the database for no tile twice, and for no more hashes than it has', async () => {
      const { store } = await testContext(engine);
      const leaves = Array.from({ length: 600 }, (_, at) => leafHash(Buffer.from(`entry ${at}`)));
      await append(store.db, leaves, 0);
      const kept = new KeptTiles();
      const executor = store.db.getExecutor();
      const execute = executor.executeQuery.bind(executor);
      let asked = 0;
      executor.executeQuery = (query) => {
        asked += 1;
        return execute(query);
      };
      const proof = async (index: number, size: number) => {
        asked = 0;
        await kept.roots(store.db, inclusionSubtrees(index, size).flat(), size);
        return asked;
      };
      // The full tiles in one query, what is not full yet in another.
      assert.equal(await proof(3, 600), 2);
      assert.equal(await proof(511, 600), 1);
      for (const index of [0, 255, 256, 511, 512, 599]) assert.equal(await proof(index, 600), 0, `entry ${index}`);
      await assert.rejects(proof(3, 601), /the log has no/);
    });
  });

/** Writes the leaves from one on, with the tiles that they fill. */
async function append(db: Db, leaves: readonly Hash[], before: number): Promise<void> {
  for (let from = before; from < leaves.length; from += ROWS)
    await db
      .insertInto('log_entries')
      .values(
        leaves.slice(from, from + ROWS).map((leaf, at) => ({
          ...{ entry_index: from + at, publication: 1, audit_id: null, reply_id: null },
          ...{ slug: 'x', leaf_hash: encodeHash(leaf), entry: '' },
        })),
      )
      .execute();
  await storeFullTiles(db, before, leaves.length);
}
