import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Store } from './engine.ts';
import { outageReason } from './outage.ts';

/** Time between two attempts, in milliseconds. */
const PAUSE = 250;

/**
 * Waits until the database answers: after a restart of everything PostgreSQL is often the last to be up.
 *
 * @param options.patience seconds to wait at most
 * @param options.waiting called once, with the reason, when it does not answer at once
 * @throws the database's own error when patience is over, and at once for what waiting does not mend (a wrong password,
 *   no such database)
 */
export async function waitUntilReachable(
  store: Store,
  options: { patience: number; signal: AbortSignal; waiting(why: string): void },
): Promise<void> {
  const deadline = performance.now() + options.patience * 1_000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`select 1`.execute(store.db);
      return;
    } catch (error) {
      const why = outageReason(error);
      if (why === undefined || !passing(error) || performance.now() >= deadline || options.signal.aborted) throw error;
      if (attempt === 1) options.waiting(why);
      await wait(PAUSE, undefined, { signal: options.signal }).catch(() => {});
    }
  }
}

function passing(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? ''));
}
