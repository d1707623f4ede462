import { hasTokenShape, type UnsubscribeCheck, unsubscribeUrl, verifyUnsubscribe } from '../domain/unsubscribe.ts';
import { clearAddresses } from '../store/addresses.ts';
import { findSecret, keepSecret } from '../store/secrets.ts';
import type { Context } from './context.ts';
import { forgetLetters } from './jobs/forget-letters.ts';
import { withStoreErrors } from './run.ts';

const SECRET = 'unsubscribe';

/** The secret that signs unsubscribe links, made at its first use and kept in the database. */
async function secretOf(ctx: Context): Promise<string> {
  const known = await findSecret(ctx.store.db, SECRET);
  if (known !== undefined) return known;
  const value = Buffer.from(ctx.random(32)).toString('base64url');
  return ctx.store.transaction((tx) =>
    keepSecret(ctx.store, tx, { name: SECRET, value, created_at: ctx.now().toISOString() }),
  );
}

/** Makes the links of letters; asks for the secret once. */
export async function unsubscribeLinks(ctx: Context): Promise<(registration_id: string, created_at: string) => string> {
  const secret = await secretOf(ctx);
  return (registration_id, created_at) =>
    unsubscribeUrl(secret, ctx.settings.BASE_URL, registration_id, new Date(created_at));
}

export type UnsubscribeState = 'valid' | 'expired' | 'invalid';

/** Checks a token. One without the right shape is refused without asking the database. */
async function verified(ctx: Context, token: string): Promise<UnsubscribeCheck> {
  return hasTokenShape(token) ? verifyUnsubscribe(await secretOf(ctx), token, ctx.now()) : { state: 'invalid' };
}

/**
 * What a token is worth. Nothing is changed: looking at a link, as mail scanners do, has no effect (decision 30).
 *
 * @throws Fault unavailable or internal
 */
export async function checkUnsubscribe(ctx: Context, token: string): Promise<UnsubscribeState> {
  return (await withStoreErrors(ctx, () => verified(ctx, token))).state;
}

/**
 * Acts on a token: takes the registration's address off registration and requests, and its waiting notices back, in one
 * transaction, and then removes the files of its letters (decision 40). Doing it again changes nothing more. A registration that is not known any more counts as
 * done: there is no address left.
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
