import { Fault } from '../../../domain/fault.ts';
import { ClientLimit } from '../../../domain/limit/client-limit.ts';
import { limitMessage } from '../../../domain/limit/limit.ts';
import type { Context } from '../../../operations/context.ts';
import { clientLimit } from '../domain/preview.ts';

/** Previews that clients without a key began, in each process. */
const clients = new WeakMap<Context['memory'], ClientLimit>();

/** Counts a preview of a client without a key (decision 74). @throws Fault rate_limited */
export function countPreview(ctx: Context, client: string): void {
  const limit = clients.get(ctx.memory) ?? new ClientLimit(clientLimit(ctx.settings.PREVIEWS_PER_CLIENT_PER_HOUR));
  clients.set(ctx.memory, limit);
  const quota = limit.take(client, ctx.now());
  if (quota)
    throw new Fault('rate_limited', limitMessage(quota, 'previews from one client'), {
      quota,
      retry_after: quota.reset,
    });
}
