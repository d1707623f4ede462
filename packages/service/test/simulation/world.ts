import type { Hash } from 'node:crypto';
import type { Seen } from '../../src/domain/public-log/catch-up.ts';
import type { Context } from '../../src/operations/context.ts';
import type { Jobs } from '../../src/operations/worker.ts';
import type { Store } from '../../src/store/engine/engine.ts';
import type { FakeClock } from '../world/service.ts';
import type { Book } from './book.ts';
import type { Chance } from './chance.ts';
import type { Clocks } from './clocks.ts';
import type { MailServer } from './mail.ts';
import type { Fate } from './store.ts';
import type { Witness } from './witness.ts';

export type Node = {
  name: string;
  ctx: Context & { close(): Promise<void> };
  jobs: Jobs;
  fate: Fate;
  clock: ReturnType<Clocks['open']>;
};

/** A backup with its key, and what the service owed to callers at that time. */
export type Backup = {
  file: string;
  publication: number;
  signed: number;
  key: string | undefined;
  book: Book;
  accepted: number;
};

/** A simulated service: its processes on one database, the world around them, and what it owes to that. */
export type World = {
  chance: Chance;
  clock: FakeClock;
  clocks: Clocks;
  /** A connection of its own, that never fails. */
  store: Store;
  mail: MailServer;
  witness: Witness | undefined;
  nodes: Node[];
  book: Book;
  /** What somebody who watches the log saw of it last. */
  monitor: { seen?: Seen; accepts_new?: boolean };
  folder: string;
  key_file: string;
  backup: Backup | undefined;
  trace: Hash;
  /** What was seen to be wrong while letters were sent. */
  wrong: string[];
  /** Ends a process, whatever it did, and starts it again. */
  restart(node: Node): Promise<void>;
  /** Ends all processes. */
  stop(): Promise<void>;
  /** A context as commands have it, that never fails. */
  command(): Node['ctx'];
  /** Starts all processes again, on what is there now. */
  resume(): Promise<void>;
  close(): Promise<void>;
};

/** What people and programs do, one call each. The result is a line of the trace. */
export type Actor = (world: World, node: Node) => Promise<string>;

/** How often each of them calls, beside the others. */
export type Actors = readonly (readonly [name: string, often: number, actor: Actor])[];

/** A host that could prove itself. Nobody is asked. */
export const siteOf = (number: number): string => `https://co-${number}.com/`;

/** How connections of simulated processes are called on PostgreSQL. */
export const SIMULATED = 'simulated';

/** Small, so that they are reached. */
export const REGISTRATIONS_PER_HOUR = 1;
export const AUDIT_REQUESTS_PER_DAY = 3;
