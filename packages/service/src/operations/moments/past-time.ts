import { latestSince, type Since, sinceTime } from '../../domain/digest.ts';
import { invalidFields } from '../../domain/fault.ts';
import type { Context } from '../context.ts';

/**
 * A moment that a call names, as a time in ISO 8601.
 *
 * @param field the name of the argument
 * @throws Fault invalid_request for the future
 */
export function pastTime(ctx: Context, field: string, sent: Since): string {
  const now = ctx.now();
  const since = sinceTime(sent, now);
  if (Date.parse(since) <= latestSince(now, ctx.catalogue.current().modified)) return since;
  throw invalidFields([{ field, message: 'must not be in the future' }]);
}
