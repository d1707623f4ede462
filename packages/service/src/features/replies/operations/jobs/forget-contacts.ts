import { CONTACT_KEPT_MS } from '../../../../domain/replies/domain-token.ts';
import type { Context } from '../../../../operations/context.ts';
import { forgetContacts } from '../../store/domain-tokens.ts';

/** Deletes contacts of companies some time after their tokens ran out (decision 156). */
export async function forgetOldContacts({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - CONTACT_KEPT_MS).toISOString();
  await store.transaction((tx) => forgetContacts(tx, before));
}
