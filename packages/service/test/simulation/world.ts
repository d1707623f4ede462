import { createHash, type Hash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { pino } from 'pino';
import type { Seen } from '../../src/domain/public-log/catch-up.ts';
import { openContext, readScoring } from '../../src/main.ts';
import type { Context } from '../../src/operations/context.ts';
import { type Jobs, openJobs } from '../../src/operations/worker.ts';
import { readSettings } from '../../src/settings.ts';
import { openStore, type Store } from '../../src/store/engine/engine.ts';
import { signedPublication } from '../../src/store/public-log/checkpoints.ts';
import { type FakeClock, fakeClock, migratedFile } from '../world/service.ts';
import { type Book, openBook } from './book.ts';
import { type Chance, openChance } from './chance.ts';
import { type Clocks, openClocks } from './clocks.ts';
import { type MailServer, openMailServer } from './mail.ts';
import { type Fate, fatedStore } from './store.ts';

export type Node = {
  name: string;
  ctx: Context & { close(): Promise<void> };
  jobs: Jobs;
  fate: Fate;
  clock: ReturnType<Clocks['open']>;
};

/** A simulated service: its processes on one database, the world around them, and what it owes to that. */
export type World = {
  chance: Chance;
  clock: FakeClock;
  clocks: Clocks;
  /** A connection of its own, that never fails. */
  store: Store;
  mail: MailServer;
  nodes: Node[];
  book: Book;
  /** What somebody who watches the log saw of it last. */
  monitor: { seen?: Seen };
  trace: Hash;
  /** What was seen to be wrong while letters were sent. */
  wrong: string[];
  /** Ends a process, whatever it did, and starts it again. */
  restart(node: Node): Promise<void>;
  close(): Promise<void>;
};

/** What people and programs do, one call each. The result is a line of the trace. */
export type Actor = (world: World, node: Node) => Promise<string>;

/** How often each of them calls, beside the others. */
export type Actors = readonly (readonly [name: string, often: number, actor: Actor])[];

/** A host that could prove itself. Nobody is asked. */
export const siteOf = (number: number): string => `https://co-${number}.com/`;

/** Small, so that they are reached. */
export const REGISTRATIONS_PER_HOUR = 1;
export const AUDIT_REQUESTS_PER_DAY = 3;

/** Read once, for all lives. */
const scoring = readScoring();

export async function openWorld(seed: number): Promise<World> {
  const chance = openChance(seed);
  const clock = fakeClock('2026-01-01T00:00:00.000Z');
  const clocks = openClocks(seed, clock, chance);
  const memory = '/dev/shm';
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'readymark-simulation-'));
  copyFileSync(await migratedFile(), join(folder, 'readymark.db'));
  const open = () => openStore({ database_url: '', file: join(folder, 'readymark.db') });
  const store = open();
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    BASE_URL: 'http://readymark.test',
    DATA_DIR: folder,
    REGISTRATIONS_PER_HOUR: String(REGISTRATIONS_PER_HOUR),
    AUDIT_REQUESTS_PER_DAY: String(AUDIT_REQUESTS_PER_DAY),
  });
  const hex = (bytes: number) => Buffer.from(chance.bytes(bytes)).toString('hex');
  const newId = (prefix: string) => `${prefix}_${clock.now().getTime().toString(16).padStart(12, '0')}${hex(10)}`;
  const mail = openMailServer(chance);
  const wrong: string[] = [];

  async function lookAtLetter({ notice_id }: { notice_id: string }): Promise<void> {
    const { publication } = await store.db
      .selectFrom('notices')
      .select('publication')
      .where('notice_id', '=', notice_id)
      .executeTakeFirstOrThrow();
    const signed = (await signedPublication(store.db)) ?? 0;
    if (publication > signed) wrong.push(`the letter ${notice_id} left before publication ${publication} was signed`);
  }

  async function start(own: Node['clock']): Promise<Pick<Node, 'ctx' | 'jobs' | 'fate'>> {
    const fate: Fate = { moments: undefined, kind: 'killed', dead: false };
    const ctx = openContext(settings, {
      now: own.now,
      scoring,
      pause: () => yieldToOthers(),
      newId,
      random: chance.bytes,
      store: fatedStore(open(), fate),
      mailer: mail.mailer(() => !fate.dead, lookAtLetter),
      log: pino({ level: 'silent' }),
      domain_proofs: {
        look: async () => ({
          dns: chance.one(5) ? { found: false, problem: 'not found' } : { found: true, problem: null },
          file: { found: false, problem: 'not found' },
        }),
      },
    });
    await ctx.signer.begin();
    await ctx.catalogue.refresh();
    return { ctx, jobs: openJobs(ctx), fate };
  }

  const nodes: Node[] = [];
  const count = 1 + (seed % 3);
  for (let at = 0; at < count; at += 1) {
    const own = clocks.open();
    nodes.push({ name: `node ${at}`, clock: own, ...(await start(own)) });
  }
  return {
    ...{ chance, clock, clocks, store, mail, nodes, wrong },
    book: openBook(),
    monitor: {},
    trace: createHash('sha256'),
    async restart(node) {
      await node.ctx.close();
      Object.assign(node, await start(node.clock));
    },
    async close() {
      for (const { ctx } of nodes) await ctx.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
