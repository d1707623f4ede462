import type { Context } from '../../../operations/context.ts';
import { CONFIRM_MS, SUBMISSION_KEPT_MS } from '../domain/form.ts';
import { purgeForms } from '../store/forms.ts';

/** Deletes addresses that nobody confirmed in time, and what is stored of old forms (decision 116). */
export async function forgetAddresses({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  const at = now().getTime();
  const before = (ms: number) => new Date(at - ms).toISOString();
  const until = { unconfirmed: before(CONFIRM_MS), kept: before(SUBMISSION_KEPT_MS) };
  await store.transaction((tx) => purgeForms(tx, until));
}
