import { siteOf } from '@readymark/auditor/site-owner';
import type { Listed, Snapshot } from '../../../catalogue/snapshot.ts';
import { Fault } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import { hashSecret, isSecret } from '../domain/holder.ts';
import { findHolder } from '../store/holders.ts';
import type { DomainHolderRow } from '../store/rows.ts';

/** Whose page an address is. Faults: not_found, also for one that has ended. */
export async function knownHolder(ctx: Context, secret: string): Promise<DomainHolderRow> {
  const found = isSecret(secret) ? await findHolder(ctx.store.db, hashSecret(secret)) : undefined;
  if (!found || found.ends_at <= ctx.now().toISOString())
    throw new Fault('not_found', 'There is no such page any more. Begin again at /own.');
  return found;
}

/** Whose page an address is, where the token was found. Faults: not_found, conflict. */
export async function provenHolder(ctx: Context, secret: string): Promise<DomainHolderRow> {
  const holder = await knownHolder(ctx, secret);
  if (holder.proven_at === null) throw new Fault('conflict', `It was not seen yet that you hold ${holder.host}.`);
  return holder;
}

/**
 * The company for which the holder of a website speaks: the one whose website has the same host, with or without www (decision 184).
 * Who holds a sub-domain, such as one that a domain gives to its users, does not speak for the domain.
 */
export function heldCompany(snapshot: Snapshot, website: string): Listed | undefined {
  const found = snapshot.atSite(website);
  return found && siteOf(found.website).host === siteOf(website).host ? found : undefined;
}
