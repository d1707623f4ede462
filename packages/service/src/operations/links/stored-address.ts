import { hashAddress, REFUSAL_KEPT_MS } from '../../domain/links/address.ts';
import { isRefused } from '../../store/addresses.ts';
import type { Tx } from '../../store/engine/engine.ts';
import type { Context } from '../context.ts';
import { linkSecret } from './link-secret.ts';

/** The lock that everything takes which depends on what an address got or refused. */
export const lettersLock = (address_hash: string): string => `letters ${address_hash}`;

type GivenAddress = { contact_email: string; address_hash: string } | null;

/** An address that a caller gave, with its hash; null for none. Outside of any transaction: it may make the secret. */
export async function givenAddress(ctx: Context, contact_email: string | null): Promise<GivenAddress> {
  if (contact_email === null) return null;
  return { contact_email, address_hash: hashAddress(await linkSecret(ctx), contact_email) };
}

/** What is stored of a given address: nothing when its owner has stopped our letters (decision 165). */
export async function storedAddress(
  ctx: Context,
  tx: Tx,
  given: GivenAddress,
): Promise<{ contact_email: string | null; address_hash: string | null }> {
  if (given) {
    await ctx.store.lock(tx, lettersLock(given.address_hash));
    const since = new Date(ctx.now().getTime() - REFUSAL_KEPT_MS).toISOString();
    if (!(await isRefused(tx, given.address_hash, since))) return given;
  }
  return { contact_email: null, address_hash: null };
}
