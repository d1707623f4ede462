import type { Context } from '../../../operations/context.ts';
import { ASKER_KEPT_MS, KEPT_MS } from '../domain/preview.ts';
import { forgetPreviews } from '../store/previews.ts';

/** Deletes old previews, and forgets which registration asked for the others when no limit counts it any more. */
export function forgetOldPreviews({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  const ago = (ms: number) => new Date(now().getTime() - ms).toISOString();
  return store.transaction((tx) => forgetPreviews(tx, ago(KEPT_MS), ago(ASKER_KEPT_MS)));
}
