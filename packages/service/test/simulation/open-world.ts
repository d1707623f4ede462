import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { pino } from 'pino';
import { openContext } from '../../src/main.ts';
import { signingKeyFile } from '../../src/operations/signing/key-place.ts';
import { openJobs } from '../../src/operations/worker.ts';
import { readSettings } from '../../src/settings.ts';
import { openStore, type Store } from '../../src/store/engine/engine.ts';
import { signedPublication } from '../../src/store/public-log/checkpoints.ts';
import { logKeys } from '../../src/store/public-log/keys.ts';
import { dropDatabase, migratedDatabase } from '../world/postgres.ts';
import { type Engine, fakeClock, migratedFile } from '../world/service.ts';
import { openBook } from './book.ts';
import { openChance } from './chance.ts';
import { openClocks } from './clocks.ts';
import { openMailServer } from './mail.ts';
import { type Fate, fatedStore } from './store.ts';
import { tearMemory } from './torn.ts';
import { openSimulatedWitness } from './witness.ts';
import { AUDIT_REQUESTS_PER_DAY, type Node, REGISTRATIONS_PER_HOUR, SIMULATED, type World } from './world.ts';

export async function openWorld(seed: number, engine: Engine): Promise<World> {
  const chance = openChance(seed);
  const clock = fakeClock('2026-01-01T00:00:00.000Z');
  const clocks = openClocks(seed, clock, chance);
  const memory = '/dev/shm';
  const folder = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'readymark-simulation-'));
  const file = join(folder, 'readymark.db');
  const database_url = engine === 'postgres' ? await migratedDatabase() : '';
  if (engine === 'sqlite') copyFileSync(await migratedFile(), file);
  const open = (name: string) =>
    openStore({ database_url: database_url && `${database_url}?application_name=${name}`, file });
  let store = open('world');
  const wrong: string[] = [];
  const witness = seed % 4 === 0 ? openSimulatedWitness(clock, chance, wrong) : undefined;
  const settings = readSettings({
    LOG_WITNESSES: witness?.setting ?? '',
    LOG_LEVEL: 'silent',
    BASE_URL: 'http://readymark.test',
    DATA_DIR: folder,
    REGISTRATIONS_PER_HOUR: String(REGISTRATIONS_PER_HOUR),
    AUDIT_REQUESTS_PER_DAY: String(AUDIT_REQUESTS_PER_DAY),
  });
  const hex = (bytes: number) => Buffer.from(chance.bytes(bytes)).toString('hex');
  const newId = (prefix: string) => `${prefix}_${clock.now().getTime().toString(16).padStart(12, '0')}${hex(10)}`;
  const mail = openMailServer(chance);

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
    const ctx = openWith(own, fatedStore(open(SIMULATED), fate), fate);
    await ctx.signer.begin();
    witness?.knows((await logKeys(store.db)).map(({ verifier_key }) => verifier_key));
    await ctx.catalogue.refresh();
    return { ctx, jobs: openJobs(ctx), fate };
  }

  function openWith(own: { now(): Date }, on: Store, fate?: Fate): Node['ctx'] {
    return openContext(settings, {
      now: own.now,
      pause: () => yieldToOthers(),
      newId,
      random: chance.bytes,
      store: on,
      mailer: mail.mailer(fate, lookAtLetter),
      log: pino({ level: 'silent' }),
      ...(witness && { openAddress: witness.openAddress }),
      domain_proofs: {
        look: async () => ({
          dns: chance.one(5) ? { found: false, problem: 'not found' } : { found: true, problem: null },
          file: { found: false, problem: 'not found' },
        }),
      },
    });
  }

  const key_file = signingKeyFile(settings);
  async function stop(): Promise<void> {
    for (const { ctx } of nodes) await ctx.close();
    await store.close();
  }

  const nodes: Node[] = [];
  const count = 1 + (seed % 3);
  for (let at = 0; at < count; at += 1) {
    const own = clocks.open();
    nodes.push({ name: `node ${at}`, clock: own, ...(await start(own)) });
  }
  return {
    ...{ chance, clock, clocks, mail, nodes, wrong, folder, key_file, witness },
    get store() {
      return store;
    },
    backup: undefined,
    book: openBook(),
    monitor: {},
    trace: createHash('sha256'),
    async restart(node) {
      await node.ctx.close();
      await tearMemory({ chance, store, key_file });
      Object.assign(node, await start(node.clock));
    },
    stop,
    command: () => openWith(clock, open('command')),
    async resume() {
      store = open('world');
      for (const node of nodes) Object.assign(node, await start(node.clock));
    },
    async close() {
      await stop();
      if (database_url) await dropDatabase(database_url);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
