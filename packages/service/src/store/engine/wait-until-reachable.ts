import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Store } from './engine.ts';
import { outageReason } from './outage.ts';
import { SharedSessionError } from './postgres.ts';

/** Time between two attempts. */
const PAUSE_MS = 250;

/**
 * Waits until the database answers: after a restart of the whole machine PostgreSQL is often the last to start (decision
 * 50). Returns early once the signal is aborted, whether it answers or not.
 *
 * @param options.timeout seconds to wait at most
 * @param options.waiting called once, with the reason, when the first attempt fails
 * @throws the database's own error after the timeout, or at once for errors that waiting cannot fix (a wrong password, no
 *   such database, a pooler that lends sessions)
 */
export async function waitUntilReachable(
  store: Store,
  options: { timeout: number; signal: AbortSignal; waiting(why: string): void },
): Promise<void> {
  const deadline = performance.now() + options.timeout * 1_000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql`select 1`.execute(store.db);
      await store.assertOwnSessions();
      return;
    } catch (error) {
      const why = outageReason(error);
      if (options.signal.aborted) return;
      if (why === undefined || !mayPass(error) || performance.now() >= deadline) throw error;
      if (attempt === 1) options.waiting(why);
      await wait(PAUSE_MS, undefined, { signal: options.signal }).catch(() => {});
    }
  }
}

/** Whether waiting can fix an error: not a refused login, a missing database or a pooler in the wrong mode. */
function mayPass(error: unknown): boolean {
  if (error instanceof SharedSessionError) return false;
  return !(error instanceof pg.DatabaseError && /^(28|3D)/.test(error.code ?? ''));
}
