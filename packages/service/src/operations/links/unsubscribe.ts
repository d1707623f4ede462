import { hasTokenShape, type TokenCheck, verifyToken } from '../../domain/links/signed-token.ts';
import { type Stopped, stoppedBy, unsubscribeUrl } from '../../domain/links/unsubscribe.ts';
import { clearAddresses, refuseAddress } from '../../store/addresses.ts';
import type { Context } from '../context.ts';
import { unconfirmedAddresses } from '../feature-letters.ts';
import { forgetLetters } from '../jobs/forget-letters.ts';
import { withStoreErrors } from '../run.ts';
import { linkSecret } from './link-secret.ts';
import { lettersLock } from './stored-address.ts';

/** Returns a function that makes the unsubscribe links of letters; the secret is read once. */
export async function unsubscribeLinks(ctx: Context): Promise<(of: Stopped, created_at: string) => string> {
  const secret = await linkSecret(ctx);
  return (of, created_at) => unsubscribeUrl(secret, ctx.settings.BASE_URL, of, new Date(created_at));
}

type UnsubscribeState = 'valid' | 'expired' | 'invalid';

/** Checks a token. One without the right shape is refused without a query. */
async function verified(ctx: Context, token: string): Promise<TokenCheck> {
  return hasTokenShape(token)
    ? verifyToken(await linkSecret(ctx), 'unsubscribe', token, ctx.now())
    : { state: 'invalid' };
}

/**
 * Checks a token. Nothing is changed: opening a link, as mail scanners do, has no effect (decision 30).
 *
 * @throws Fault unavailable or internal
 */
export async function checkUnsubscribe(ctx: Context, token: string): Promise<UnsubscribeState> {
  return (await withStoreErrors(ctx, () => verified(ctx, token))).state;
}

/**
 * Unsubscribes by a token: removes the addresses of the registration and of its requests, and the address that the letter was
 * sent to wherever it is, cancels what is still to be sent to them, in one transaction, and then removes the files of
 * their letters (decision 40). The owner of that address is remembered as one who wants no letters (decision 165). Repeating it
 * changes nothing more. An unknown registration counts as unsubscribed: it has no address.
 *
 * @throws Fault unavailable or internal
 */
export async function unsubscribe(ctx: Context, token: string): Promise<UnsubscribeState> {
  return withStoreErrors(ctx, async () => {
    const checked = await verified(ctx, token);
    if (checked.state !== 'valid') return checked.state;
    const at = ctx.now().toISOString();
    const typed = await unconfirmedAddresses(ctx);
    const { registration_id, address_hash } = stoppedBy(checked.id);
    await ctx.store.transaction(async (tx) => {
      if (address_hash !== undefined) await ctx.store.lock(tx, lettersLock(address_hash));
      for (const { forget } of typed) await forget(tx, { registration_id, address_hash });
      await clearAddresses(tx, registration_id, at);
      if (address_hash !== undefined) await refuseAddress(tx, address_hash, at);
    });
    await forgetLetters(ctx);
    return 'valid';
  });
}
