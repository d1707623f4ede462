import { findSecret, keepSecret } from '../../store/secrets.ts';
import type { Context } from '../context.ts';

/** Named after the first links that it signed. */
const SECRET_NAME = 'unsubscribe';

/** The secret that signs the links of letters, made at first use and stored in the database. */
export async function linkSecret(ctx: Pick<Context, 'store' | 'random' | 'now'>): Promise<string> {
  const known = await findSecret(ctx.store.db, SECRET_NAME);
  if (known !== undefined) return known;
  const value = Buffer.from(ctx.random(32)).toString('base64url');
  return ctx.store.transaction((tx) =>
    keepSecret(ctx.store, tx, { name: SECRET_NAME, value, created_at: ctx.now().toISOString() }),
  );
}
