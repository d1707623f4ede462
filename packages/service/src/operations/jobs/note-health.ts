import type { Context } from '../context.ts';
import { readiness } from '../readiness.ts';

/** Incidents remembered at most. */
const INCIDENTS_MAX = 50;

/**
 * Notes in memory how this node is, for the status page (decision 61). The note is replaced when something changes, so a
 * page that shows it need not be drawn again meanwhile.
 */
export async function noteHealth(ctx: Context): Promise<void> {
  const { status, reason } = await readiness(ctx);
  const at = ctx.now().toISOString();
  const { health } = ctx.memory;
  if (health?.status === status && health.reason === reason) return;
  const [open, ...earlier] = health?.incidents ?? [];
  const ended = open && open.until === null ? [{ ...open, until: at }, ...earlier] : (health?.incidents ?? []);
  const incidents = status === 'ready' ? ended : [{ from: at, until: null, reason: reason ?? 'degraded' }, ...ended];
  ctx.memory.health = {
    status,
    reason,
    since: at,
    noted_from: health?.noted_from ?? at,
    incidents: incidents.slice(0, INCIDENTS_MAX),
  };
}
