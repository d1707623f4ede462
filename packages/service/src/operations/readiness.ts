import { latestPublication } from '../store/publications.ts';
import type { Context } from './context.ts';

type Readiness = {
  status: 'ready' | 'degraded';
  database: 'ok' | 'unreachable' | 'not_writable';
  /** What is wrong, in words; null while all is well. */
  reason: string | null;
  /** `stale_since`: since when no newer snapshot could be built; null while all is well. */
  snapshot: { version: number; companies: number; stale_since: string | null };
};

/** Decision 143; what follows says why, and the command that mends it (decision 167). */
const UNSIGNED = 'The public log could not be signed: what is published now is not shown before it is.';

/**
 * Whether this process can do all that it should: read and write its database, and show what was published (decision
 * 50). Degraded means: public reads go on from the last good snapshot. Reasons name neither files nor servers.
 */
export async function readiness(ctx: Context): Promise<Readiness> {
  const failure = ctx.catalogue.failure();
  const snapshot = ctx.catalogue.current();
  const { database, reason } = await databaseState(ctx);
  const why = ctx.signer.failure()?.message;
  const unsigned = why === undefined ? undefined : `${UNSIGNED} ${why}`;
  return {
    status: failure || unsigned || database !== 'ok' ? 'degraded' : 'ready',
    database,
    reason: reason ?? failure?.message ?? unsigned ?? null,
    snapshot: {
      version: snapshot.version,
      companies: snapshot.count,
      stale_since: failure?.since.toISOString() ?? null,
    },
  };
}

async function databaseState({ store }: Context): Promise<Pick<Readiness, 'database' | 'reason'>> {
  try {
    await latestPublication(store.db);
  } catch {
    return { database: 'unreachable', reason: 'The database does not answer.' };
  }
  const why = await store.writeFailure();
  if (why === undefined) return { database: 'ok', reason: null };
  // Without the advice and the codes that follow the reason: they are for the log.
  const [clause = ''] = why.split(/;| \(/);
  return { database: 'not_writable', reason: `The database cannot be written: ${clause}.` };
}
