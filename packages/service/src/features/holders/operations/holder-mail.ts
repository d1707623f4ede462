import type { Context, Feature } from '../../../operations/context.ts';
import type { FeatureLetter } from '../../../operations/feature-letters.ts';
import { linkSecret } from '../../../operations/links/link-secret.ts';
import { auditById } from '../../../store/desk-audits.ts';
import { LINK_PATH, OWN_PATH } from '../domain/addresses.ts';
import { type LinkPurpose, linkUrl } from '../domain/link.ts';
import { dueLetter, rubricLetter } from '../mail/company-letters.ts';
import { linkLetter } from '../mail/link-letter.ts';
import { contactOf } from '../store/contacts.ts';
import { holderById } from '../store/holders.ts';
import { findLink, forgetLinks, linkAddress } from '../store/links.ts';

const ownLink: FeatureLetter<'own_link'> = {
  kind: 'own_link',
  async letter(ctx, about) {
    const { subject_id: link_id, base_url } = about;
    const link = await findLink(ctx.store.db, link_id);
    const holder = link && (await holderById(ctx.store.db, link.holder_id));
    if (!holder || link.email === null) return null;
    const place = { path: LINK_PATH, link_id, created_at: link.created_at };
    const link_url = linkUrl(await linkSecret(ctx), base_url, place);
    return linkLetter({ ...about, purpose: link.purpose as LinkPurpose, host: holder.host, link_url });
  },
};

/** The audit that a letter is about, while it is that of the company; undefined after a newer one. */
async function currentAudit(ctx: Context, { audit_id }: { audit_id: string }) {
  const audit = await auditById(ctx.store.db, audit_id);
  const entry = audit && ctx.catalogue.current().entry(audit.slug);
  return audit && entry?.audit_id === audit_id ? { audit, entry } : undefined;
}

const due = <K extends 'due_in_30_days' | 'due_in_7_days'>(kind: K, days: number): FeatureLetter<K> => ({
  kind,
  async letter(ctx, about) {
    const found = await currentAudit(ctx, about);
    return found ? dueLetter({ ...about, audit: found.audit, own_url: about.base_url + OWN_PATH, days }) : null;
  },
});

const newRubric: FeatureLetter<'new_rubric'> = {
  kind: 'new_rubric',
  async letter(ctx, about) {
    const found = await currentAudit(ctx, about);
    const { notified_rubric } = (await contactOf(ctx.store.db, about.registration_id)) ?? {};
    if (!found || !notified_rubric || notified_rubric === found.entry.rubric) return null;
    const [before, after] = [found.entry.rubric, notified_rubric].map((version) => ctx.rubrics.get(version));
    // A node of a version before does not know the rubric; another one writes the letter.
    if (!before || !after) throw new Error(`rubric ${notified_rubric} of a notice is not known here`);
    return rubricLetter({ ...about, audit: found.audit, own_url: about.base_url + OWN_PATH, before, after });
  },
};

/** Letters to companies, and links by mail (decision 182). */
export const holderMail: Awaited<ReturnType<NonNullable<Feature['mail']>>> = {
  letters: [ownLink, due('due_in_30_days', 30), due('due_in_7_days', 7), newRubric],
  unconfirmed: [{ kind: 'own_link', address: linkAddress, forget: forgetLinks }],
};
