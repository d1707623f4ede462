import { CLOCK_SKEW_MS } from '../../../domain/clock.ts';
import { Fault } from '../../../domain/fault.ts';
import { type Limit, limitMessage, quotaState, type Usage, windowStart } from '../../../domain/limit/limit.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { type LimitedRows, rowsAfter, usageOfWindow } from '../../../store/limited-rows.ts';
import type { Context } from '../../context.ts';
import type { FutureRows } from '../../memory.ts';

/** Future rows remembered for one limit, and limits for which any are remembered. */
const ROWS_MAX = 1_000;
const LIMITS_MAX = 1_000;

/**
 * Usage of a limit at `now` (decision 74). A row of the future, which a clock wrote that was ahead, counts as if it had
 * been written when this process first saw it, and does not count again when its time comes (decision 54): a limit
 * refuses for one window at most.
 */
export async function usageOf(ctx: Context, tx: Tx, rows: LimitedRows, limit: Limit, now: Date): Promise<Usage> {
  const { future_rows } = ctx.memory;
  const after = windowStart(limit, now);
  const horizon = new Date(now.getTime() + CLOCK_SKEW_MS);
  const all = await usageOfWindow(tx, rows, { after }, limit.quota);
  const known = future_rows.get(rows.name);
  if (known === undefined && (all.newest === null || all.newest <= horizon)) return notAfter(all, now);

  const seen = update(known ?? new Map(), await rowsAfter(tx, rows, horizon, ROWS_MAX), after, now);
  if (known === undefined && future_rows.size >= LIMITS_MAX) future_rows.delete(future_rows.keys().next().value ?? '');
  if (seen.size) future_rows.set(rows.name, seen);
  else future_rows.delete(rows.name);

  const times = [...seen.values()].map((row) => row.seen);
  const counted = times.filter((time) => time > after.getTime()).slice(0, limit.quota);
  const window = { after, until: horizon, except: [...seen.keys()] };
  const others = await usageOfWindow(tx, rows, window, Math.max(1, limit.quota - counted.length));
  const oldest = Math.min(...counted, others.oldest?.getTime() ?? Number.POSITIVE_INFINITY);
  const used = counted.length + others.used;
  return notAfter({ used, oldest: Number.isFinite(oldest) ? new Date(oldest) : null }, now);
}

/**
 * Usage of a limit at `now`, where one more is allowed. Faults: rate_limited.
 *
 * @param what is limited, in the plural, for the message
 */
export async function usageWithin(
  ctx: Context,
  tx: Tx,
  rows: LimitedRows,
  { limit, what, now }: { limit: Limit; what: string; now: Date },
): Promise<Usage> {
  const usage = await usageOf(ctx, tx, rows, limit, now);
  const quota = quotaState(limit, usage, now);
  if (quota.remaining === 0)
    throw new Fault('rate_limited', limitMessage(quota, what), { quota, retry_after: quota.reset });
  return usage;
}

/** Adds rows that were not seen before; forgets those that have left the window by their own time. */
function update(known: FutureRows, rows: readonly { id: string; at: string }[], after: Date, now: Date): FutureRows {
  const time = now.getTime();
  for (const { id, at } of rows)
    if (!known.has(id) && known.size < ROWS_MAX) known.set(id, { at: Date.parse(at), seen: time });
  for (const [id, row] of known)
    if (row.at <= after.getTime()) known.delete(id);
    else row.seen = Math.min(row.seen, time);
  return known;
}

/** A usage whose oldest row is not later than now, so that nothing waits longer than the window. */
const notAfter = ({ used, oldest }: Usage, now: Date): Usage => ({
  used,
  oldest: oldest && oldest > now ? now : oldest,
});
