import { ownerOf } from '@readymark/auditor/site-owner';
import { emailField } from '@readymark/rubric/field';
import { Fault, invalidFields } from '../../../domain/fault.ts';
import { usageWithin } from '../../../operations/agent/fields/usage.ts';
import type { Context } from '../../../operations/context.ts';
import { givenAddress, storedAddress } from '../../../operations/links/stored-address.ts';
import type { Tx } from '../../../store/engine/engine.ts';
import { insertNotice } from '../../../store/notices.ts';
import { administratorsOf, contactLimit, type LinkPurpose, maySendLink, sendsMail } from '../domain/link.ts';
import { contactsAt } from '../store/contacts.ts';
import { holderOfRegistration } from '../store/holders.ts';
import { contactLinks, insertLink, linksTo } from '../store/links.ts';
import type { DomainHolderRow } from '../store/rows.ts';
import { siteTyped } from './begin-holder.ts';
import { knownHolder, provenHolder } from './known-holder.ts';
import { registrationFor } from './registration.ts';

/** Sends a link that proves a domain to one of its administrators (decision 182). Faults: not_found, conflict, invalid_request; those of registering. */
export async function sendProof(ctx: Context, secret: string, email: string, client: string): Promise<void> {
  const holder = await knownHolder(ctx, secret);
  refuseWithoutMail(ctx);
  if (!administratorsOf(holder.site).includes(email))
    throw invalidFields([{ field: 'email', message: `must be one of ${administratorsOf(holder.site).join(', ')}` }]);
  await send(ctx, holder, { purpose: 'proof', email, client });
}

/** Asks an address whether the letters of a company are welcome there. Faults: not_found, conflict, invalid_request; rate_limited; those of registering. */
export async function sendContact(ctx: Context, secret: string, typed: string, client: string): Promise<void> {
  const holder = await provenHolder(ctx, secret);
  refuseWithoutMail(ctx);
  await send(ctx, holder, { purpose: 'contact', email: read(typed), client });
}

/**
 * Sends the link to a page whose address was lost to the address that its letters go to. Nothing is sent, and nothing says so, where
 * there is no such page. Faults: conflict, invalid_request.
 */
export async function sendLost(ctx: Context, website: string, typed: string, client: string): Promise<void> {
  refuseWithoutMail(ctx);
  const [site, given] = [siteTyped(website), await givenAddress(ctx, read(typed))];
  if (!given) return;
  const now = ctx.now().toISOString();
  for (const { registration_id, contact_email: email } of await contactsAt(
    ctx.store.db,
    site.host,
    given.address_hash,
  )) {
    const holder = await holderOfRegistration(ctx.store.db, registration_id, now);
    if (holder && ownerOf(site) === holder.site) return send(ctx, holder, { purpose: 'open', email, client });
  }
}

/** Faults: conflict. */
function refuseWithoutMail({ settings }: Context): void {
  if (!sendsMail(settings))
    throw new Fault(
      'conflict',
      'This service sends no mail. Show that you control the site by a token: in the DNS, a file or the home page.',
    );
}

/** Faults: invalid_request. */
function read(typed: string): string {
  const email = emailField.safeParse(typed);
  if (email.success) return email.data;
  throw invalidFields([{ field: 'email', message: email.error.issues[0]?.message ?? 'is not valid' }]);
}

/** Faults: rate_limited. */
async function refuseMany(ctx: Context, tx: Tx, site: string, now: Date): Promise<void> {
  await ctx.store.lock(tx, `links of ${site}`);
  await usageWithin(ctx, tx, contactLinks(site), {
    limit: contactLimit,
    what: `links to addresses that ${site} names`,
    now,
  });
}

/** An address that got enough links, or whose owner wants no letters, gets none, and nothing says so: it may be somebody else's. */
async function send(
  ctx: Context,
  holder: DomainHolderRow,
  { purpose, email, client }: { purpose: LinkPurpose; email: string; client: string },
): Promise<void> {
  const registration_id = await registrationFor(ctx, holder, client);
  const given = await givenAddress(ctx, email);
  const now = ctx.now();
  const created_at = now.toISOString();
  await ctx.store.transaction(async (tx) => {
    if (purpose === 'contact') await refuseMany(ctx, tx, holder.site, now);
    const { address_hash: email_hash } = await storedAddress(ctx, tx, given);
    if (email_hash === null || !maySendLink(await linksTo(tx, email_hash), now)) return;
    const link_id = ctx.newId('lnk');
    const { holder_id } = holder;
    await insertLink(tx, { link_id, holder_id, purpose, email, email_hash, created_at, used_at: null });
    const notice = { notice_id: ctx.newId('ntc'), subject_id: link_id, registration_id, publication: 0, created_at };
    await insertNotice(tx, { ...notice, kind: 'own_link' });
  });
}
