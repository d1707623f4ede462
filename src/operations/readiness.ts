import { latestPublication } from '../store/publications.ts';
import type { Context } from './context.ts';

type Readiness = {
  status: 'ready' | 'degraded';
  database: 'ok' | 'unreachable';
  /** `stale_since`: since when no newer snapshot could be built; null normally. */
  snapshot: { version: number; companies: number; stale_since: string | null };
};

/** Whether this process works fully. When it is degraded, public reads continue from the last good snapshot. */
export async function readiness(ctx: Context): Promise<Readiness> {
  const failure = ctx.catalogue.failure();
  const snapshot = ctx.catalogue.current();
  const database = await latestPublication(ctx.store.db).then(
    () => 'ok' as const,
    () => 'unreachable' as const,
  );
  return {
    status: failure || database !== 'ok' ? 'degraded' : 'ready',
    database,
    snapshot: {
      version: snapshot.version,
      companies: snapshot.count,
      stale_since: failure?.since.toISOString() ?? null,
    },
  };
}
