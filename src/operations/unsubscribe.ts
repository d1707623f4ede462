import { hasTokenShape, type UnsubscribeCheck, unsubscribeUrl, verifyUnsubscribe } from '../domain/unsubscribe.ts';
import { clearAddresses } from '../store/addresses.ts';
import { findSecret, keepSecret } from '../store/secrets.ts';
import type { Context } from './context.ts';
import { forgetLetters } from './jobs/forget-letters.ts';
import { withStoreErrors } from './run.ts';

const SECRET_NAME = 'unsubscribe';

/** The secret that signs unsubscribe links, made at first use and stored in the database. */
async function secretOf(ctx: Context): Promise<string> {
  const known = await findSecret(ctx.store.db, SECRET_NAME);
  if (known !== undefined) return known;
  const value = Buffer.from(ctx.random(32)).toString('base64url');
  return ctx.store.transaction((tx) =>
    keepSecret(ctx.store, tx, { name: SECRET_NAME, value, created_at: ctx.now().toISOString() }),
  );
}

/** Returns a function that makes the unsubscribe links of letters; the secret is read once. */
export async function unsubscribeLinks(ctx: Context): Promise<(registration_id: string, created_at: string) => string> {
  const secret = await secretOf(ctx);
  return (registration_id, created_at) =>
    unsubscribeUrl(secret, ctx.settings.BASE_URL, registration_id, new Date(created_at));
}

export type UnsubscribeState = 'valid' | 'expired' | 'invalid';

/** Checks a token. One without the right shape is refused without a query. */
async function verified(ctx: Context, token: string): Promise<UnsubscribeCheck> {
  return hasTokenShape(token) ? verifyUnsubscribe(await secretOf(ctx), token, ctx.now()) : { state: 'invalid' };
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
    const { registration_id } = checked;
    await ctx.store.transaction((tx) => clearAddresses(tx, registration_id, at));
    await forgetLetters(ctx);
    return 'valid';
  });
}
