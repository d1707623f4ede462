import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openContext } from '../../src/main.ts';
import { publishAudits } from '../../src/operations/desk/publish-audits.ts';
import { execute } from '../../src/operations/run.ts';
import { readSettings } from '../../src/settings.ts';
import { migrate } from '../../src/store/upkeep/migrate.ts';
import { syntheticAudit } from './synthetic-audits.ts';

/** What the publishing process is told: audits themselves, or numbers of synthetic ones to make. */
export type Order = {
  audits?: readonly unknown[];
  synthetic?: { from: number; to: number; round: number };
  replace?: boolean;
};

/** Another process on the same database, which publishes when it is told to. */
export type Publisher = {
  /** Resolves when the publication is committed. */
  publish(order: Order): Promise<void>;
  stop(): Promise<void>;
};

/** Starts it. @param env DATA_DIR or DATABASE_URL */
export async function startPublisher(env: Record<string, string>): Promise<Publisher> {
  const child: ChildProcess = fork(import.meta.filename, ['--publish'], {
    env: { ...process.env, LOG_LEVEL: 'error', ...env },
    execArgv: [],
  });
  const [first] = await once(child, 'message');
  if (first !== 'ready') throw new Error(`the publisher said ${first}`);
  return {
    async publish(order) {
      child.send(order);
      const [answer] = await once(child, 'message');
      if (answer !== 'done') throw new Error(String(answer));
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

if (process.argv[2] === '--publish') {
  const ctx = openContext(readSettings());
  await migrate(ctx.store);
  process.on('message', async ({ audits = [], synthetic, replace = false }: Order) => {
    const made = synthetic
      ? Array.from({ length: synthetic.to - synthetic.from }, (_, at) =>
          syntheticAudit(synthetic.from + at, synthetic.round),
        )
      : audits;
    try {
      await execute(ctx, publishAudits, { kind: 'operator', name: 'test' }, { audits: made, replace }, {});
      process.send?.('done');
    } catch (error) {
      process.send?.(`publishing failed: ${error}`);
    }
  });
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}
