import type { KyselyPlugin } from 'kysely';
import pg from 'pg';
import type { Store, Tx } from '../../src/store/engine/engine.ts';
import { lostRace } from '../../src/store/engine/postgres.ts';
import type { Chance } from './chance.ts';

/**
 * The process ends there; or that one statement fails: the disk is full, the connection is cut, or the transaction lost against another
 * and runs again. A connection that is cut after the commit leaves a process that does not know of it.
 */
const faults = ['killed', 'full disk', 'cut', 'lost race'] as const;
type Fault = (typeof faults)[number];
export const anyFault = (chance: Chance): Fault => chance.pick(faults) ?? 'killed';

/** What a process meets in its transactions. Each begin, each statement, the commit and what follows it is one moment. */
export type Fate = {
  /** After how many moments; undefined for never. */
  moments: number | undefined;
  kind: Fault;
  dead: boolean;
};

class Killed extends Error {}

/** As the drivers raise them: SQLITE_FULL, a lost connection, and a serialization failure. */
const errors: Readonly<Record<Exclude<Fault, 'killed'>, () => Error>> = {
  'full disk': () => Object.assign(new Error('database or disk is full'), { errcode: 13 }),
  cut: () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  'lost race': () => Object.assign(new pg.DatabaseError('could not serialize access', 0, 'error'), { code: '40001' }),
};

/** A store of which `fate` decides when it fails. A process that was killed changes nothing any more. */
export function fatedStore(store: Store, fate: Fate): Store {
  const moment = () => {
    if (fate.dead) throw new Killed();
    if (fate.moments === undefined || fate.moments-- > 0) return;
    fate.moments = undefined;
    if (fate.kind !== 'killed') throw errors[fate.kind]();
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
  const attempt: Store['transaction'] = async (work) => {
    moment();
    const result = await store.transaction(async (tx) => {
      const done = await work(tx.withPlugin(plugin) as Tx);
      moment();
      return done;
    });
    // The others are met before the commit.
    if (fate.kind === 'killed' || fate.kind === 'cut') moment();
    return result;
  };
  const transaction: Store['transaction'] = async (work) => {
    try {
      return await attempt(work);
    } catch (error) {
      // As on PostgreSQL: it runs again from the start.
      if (lostRace(error)) return attempt(work);
      throw error;
    }
  };
  return { ...store, transaction, unhurried: transaction };
}
