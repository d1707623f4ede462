import type { Context } from '../../../../operations/context.ts';
import { PUBLIC_KEPT_MS, TEXT_KEPT_MS } from '../../domain/company-text.ts';
import { deleteTexts } from '../../store/company-texts.ts';

/** Deletes what companies sent some time after it was decided (decision 183). */
export async function forgetTexts({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms).toISOString();
  await store.transaction((tx) => deleteTexts(tx, { decided: before(TEXT_KEPT_MS), accepted: before(PUBLIC_KEPT_MS) }));
}
