import type { KyselyPlugin } from 'kysely';
import type { Store, Tx } from '../../src/store/engine/engine.ts';

/** What a process meets in its transactions. Each begin, each statement, the commit and what follows it is one moment. */
export type Fate = {
  /** After how many moments; undefined for never. */
  moments: number | undefined;
  /** The process ends there, or the disk is full: that one statement fails. */
  kind: 'killed' | 'full disk';
  dead: boolean;
};

class Killed extends Error {}

/** SQLITE_FULL. */
const fullDisk = () => Object.assign(new Error('database or disk is full'), { errcode: 13 });

/** A store of which `fate` decides when it fails. A process that was killed changes nothing any more. */
export function fatedStore(store: Store, fate: Fate): Store {
  const moment = () => {
    if (fate.dead) throw new Killed();
    if (fate.moments === undefined || fate.moments-- > 0) return;
    fate.moments = undefined;
    if (fate.kind === 'full disk') throw fullDisk();
    fate.dead = true;
    throw new Killed();
  };
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      moment();
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const transaction: Store['transaction'] = async (work) => {
    moment();
    const result = await store.transaction(async (tx) => {
      const done = await work(tx.withPlugin(plugin) as Tx);
      moment();
      return done;
    });
    // A full disk says so before the commit.
    if (fate.kind === 'killed') moment();
    return result;
  };
  return { ...store, transaction, unhurried: transaction };
}
