import { hasTokenShape, verifyToken } from '../../../domain/links/signed-token.ts';
import type { Context } from '../../../operations/context.ts';
import { linkSecret } from '../../../operations/links/link-secret.ts';
import { givenAddress, storedAddress } from '../../../operations/links/stored-address.ts';
import { withStoreErrors } from '../../../operations/run.ts';
import { clearAddresses } from '../../../store/addresses.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { hashSecret, PROVEN_MS, secretOf } from '../domain/holder.ts';
import type { LinkPurpose } from '../domain/link.ts';
import { contactOf, contactsAt, deleteContact, keepContact } from '../store/contacts.ts';
import { changeSecret, holderById, noteProof } from '../store/holders.ts';
import { findLink, takeLink } from '../store/links.ts';
import type { DomainHolderRow, HolderLinkRow } from '../store/rows.ts';
import { provenHolder } from './known-holder.ts';

/** A link by mail (decision 182). `withdrawn`: its address was deleted, or its page has ended. */
type LinkState = 'valid' | 'used' | 'withdrawn' | 'expired' | 'invalid';

type Checked = { state: LinkState; link?: HolderLinkRow; holder?: DomainHolderRow };

async function check(ctx: Context, token: string): Promise<Checked> {
  if (!hasTokenShape(token)) return { state: 'invalid' };
  const checked = verifyToken(await linkSecret(ctx), 'own', token, ctx.now());
  if (checked.state !== 'valid') return checked;
  const link = await findLink(ctx.store.db, checked.id);
  if (link?.used_at) return { state: 'used' };
  const holder = link && (await holderById(ctx.store.db, link.holder_id));
  if (!link?.email || !holder || holder.ends_at <= ctx.now().toISOString()) return { state: 'withdrawn' };
  return { state: 'valid', link, holder };
}

/** What a link can do now. Nothing is changed: mail scanners open links. Faults: unavailable, internal. */
export async function checkLink(ctx: Context, token: string): Promise<{ state: LinkState; about?: LinkAbout }> {
  const { state, link, holder } = await withStoreErrors(ctx, () => check(ctx, token));
  return link && holder ? { state, about: { purpose: link.purpose as LinkPurpose, host: holder.host } } : { state };
}

type LinkAbout = { purpose: LinkPurpose; host: string };

/**
 * Uses a link, once. One that opens the page gives it another address: who asked for the link may be somebody else than who got it,
 * and knows the address before. Faults: unavailable, internal.
 *
 * @returns what the new address of the page ends with, where the link opens it
 */
export async function useLink(ctx: Context, token: string): Promise<{ state: LinkState; secret?: string }> {
  return withStoreErrors(ctx, async () => {
    const { state, link, holder } = await check(ctx, token);
    if (!link || !holder || link.email === null) return { state };
    const given = await givenAddress(ctx, link.email);
    const secret = secretOf(ctx.random(16));
    const now = ctx.now();
    const at = now.toISOString();
    return ctx.store.transaction(async (tx): Promise<{ state: LinkState; secret?: string }> => {
      const address = await storedAddress(ctx, tx, given);
      if (!(await takeLink(tx, link.link_id, at))) return { state: 'used' };
      const { holder_id } = holder;
      if (link.purpose === 'proof') {
        const ends_at = new Date(now.getTime() + PROVEN_MS).toISOString();
        await noteProof(tx, holder_id, { proof: 'mail', proven_at: at, ends_at });
      }
      if (link.purpose !== 'open') await beContact(tx, holder, address, at);
      if (link.purpose === 'contact') return { state: 'valid' };
      await changeSecret(tx, holder_id, hashSecret(secret));
      return { state: 'valid', secret };
    });
  });
}

/** Makes an address that of the letters to a company. Of several pages of a host with one address the last gets the letters. */
async function beContact(
  tx: Tx,
  { registration_id, host, website }: DomainHolderRow,
  { contact_email, address_hash }: { contact_email: string | null; address_hash: string | null },
  at: string,
): Promise<void> {
  if (registration_id === null || contact_email === null || address_hash === null) return;
  for (const other of await contactsAt(tx, host, address_hash))
    if (other.registration_id !== registration_id) await end(tx, other.registration_id, at);
  await keepContact(tx, { registration_id, host, website, confirmed_at: at }, { contact_email, address_hash });
}

async function end(tx: Tx, registration_id: string, at: string): Promise<void> {
  await clearAddresses(tx, registration_id, at);
  await deleteContact(tx, registration_id);
}

/** Ends the letters to a company that go to the address of a holder. Faults: not_found, conflict. */
export async function removeContact(ctx: Context, secret: string): Promise<void> {
  const { registration_id } = await provenHolder(ctx, secret);
  if (registration_id === null || !(await contactOf(ctx.store.db, registration_id))) return;
  await ctx.store.transaction((tx) => end(tx, registration_id, ctx.now().toISOString()));
}
