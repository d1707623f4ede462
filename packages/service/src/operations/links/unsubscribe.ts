import { hasTokenShape, type TokenCheck, verifyToken } from '../../domain/links/signed-token.ts';
import { unsubscribeUrl } from '../../domain/links/unsubscribe.ts';
import { clearAddresses } from '../../store/addresses.ts';
import type { Context } from '../context.ts';
import { forgetLetters } from '../jobs/forget-letters.ts';
import { withStoreErrors } from '../run.ts';
import { unconfirmed } from '../unconfirmed.ts';
import { linkSecret } from './link-secret.ts';

/** Returns a function that makes the unsubscribe links of letters; the secret is read once. */
export async function unsubscribeLinks(ctx: Context): Promise<(registration_id: string, created_at: string) => string> {
  const secret = await linkSecret(ctx);
  return (registration_id, created_at) =>
    unsubscribeUrl(secret, ctx.settings.BASE_URL, registration_id, new Date(created_at));
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
 * Unsubscribes by a token: removes the addresses of the registration and of its requests, cancels its pending notices, in
 * one transaction, and then removes the files of its letters (decision 40). Repeating it changes nothing. An unknown
 * registration counts as unsubscribed: it has no address.
 *
 * @throws Fault unavailable or internal
 */
export async function unsubscribe(ctx: Context, token: string): Promise<UnsubscribeState> {
  return withStoreErrors(ctx, async () => {
    const checked = await verified(ctx, token);
    if (checked.state !== 'valid') return checked.state;
    const at = ctx.now().toISOString();
    const typed = await unconfirmed(ctx);
    await ctx.store.transaction(async (tx) => {
      await typed?.refuse(tx, checked.id, at);
      await clearAddresses(tx, checked.id, at);
    });
    await forgetLetters(ctx);
    return 'valid';
  });
}
