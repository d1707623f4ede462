import { CONFIRM_MS, REFUSAL_KEPT_MS, SUBMISSION_KEPT_MS } from '../../domain/form.ts';
import { CONTACT_KEPT_MS } from '../../domain/replies/domain-token.ts';
import { purgeForms } from '../../store/contact/forms.ts';
import { forgetContacts } from '../../store/replies/domain-tokens.ts';
import type { Context } from '../context.ts';

/** Deletes addresses that nobody confirmed in time, and what is stored of old forms (decision 116); and contacts of companies that replied (decision 156). */
export async function forgetAddresses({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> {
  const at = now().getTime();
  const before = (ms: number) => new Date(at - ms).toISOString();
  const until = {
    unconfirmed: before(CONFIRM_MS),
    kept: before(SUBMISSION_KEPT_MS),
    refused: before(REFUSAL_KEPT_MS),
  };
  await store.transaction(async (tx) => {
    await purgeForms(tx, until);
    await forgetContacts(tx, before(CONTACT_KEPT_MS));
  });
}
