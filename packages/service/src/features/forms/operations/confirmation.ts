import { slugNow } from '../../../catalogue/search/nearest.ts';
import type { Feature } from '../../../operations/context.ts';
import type { FeatureLetter } from '../../../operations/feature-letters.ts';
import { linkSecret } from '../../../operations/links/link-secret.ts';
import { CONFIRM_DAYS, confirmUrl } from '../domain/form.ts';
import { confirmationLetter } from '../mail/confirmation-letter.ts';
import { findForm, forgetAddress, formAddress } from '../store/forms.ts';

const confirmation: FeatureLetter<'confirmation'> = {
  kind: 'confirmation',
  async letter(ctx, about) {
    const { subject_id, created_at, base_url } = about;
    const form = await findForm(ctx.store.db, subject_id);
    if (!form) return null;
    const confirm_url = confirmUrl(await linkSecret(ctx), base_url, subject_id, created_at);
    const snapshot = ctx.catalogue.current();
    const watched = (form.slug !== null && snapshot.record(slugNow(snapshot, form.slug))) || null;
    return confirmationLetter({ ...about, purpose: form.purpose, watched, confirm_url, days: CONFIRM_DAYS });
  },
};

/** Letters that ask to confirm addresses that were typed into forms (decision 116). */
export const confirmationMail: Awaited<ReturnType<NonNullable<Feature['mail']>>> = {
  letters: [confirmation],
  unconfirmed: [{ kind: 'confirmation', address: formAddress, forget: forgetAddress }],
};
