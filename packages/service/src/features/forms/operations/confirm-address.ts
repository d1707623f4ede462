import { hasTokenShape, verifyToken } from '../../../domain/links/signed-token.ts';
import type { Context } from '../../../operations/context.ts';
import { linkSecret } from '../../../operations/links/link-secret.ts';
import { withStoreErrors } from '../../../operations/run.ts';
import { confirmForm, findForm } from '../store/forms.ts';

/**
 * The link that confirms an address (decision 116). `confirmed`: somebody did so before, and it may have been stopped since.
 * `withdrawn`: the owner of the address stopped letters first.
 */
type ConfirmState = 'valid' | 'confirmed' | 'withdrawn' | 'expired' | 'invalid';

type Checked = { state: ConfirmState; id?: string };

async function check(ctx: Context, token: string): Promise<Checked> {
  if (!hasTokenShape(token)) return { state: 'invalid' };
  const checked = verifyToken(await linkSecret(ctx), 'confirm', token, ctx.now());
  if (checked.state !== 'valid') return checked;
  const form = await findForm(ctx.store.db, checked.id);
  if (form?.confirmed_at) return { state: 'confirmed' };
  return form?.email ? checked : { state: 'withdrawn' };
}

/**
 * Checks a token. Nothing is changed: mail scanners open links.
 *
 * @throws Fault unavailable or internal
 */
export async function checkConfirmation(ctx: Context, token: string): Promise<ConfirmState> {
  return (await withStoreErrors(ctx, () => check(ctx, token))).state;
}

/**
 * Confirms an address by a token: from now on the registration has it. Repeating it changes nothing, also not after its
 * owner stopped letters.
 *
 * @throws Fault unavailable or internal
 */
export async function confirmAddress(ctx: Context, token: string): Promise<ConfirmState> {
  return withStoreErrors(ctx, async () => {
    const { state, id } = await check(ctx, token);
    if (state !== 'valid' || id === undefined) return state;
    return ctx.store.transaction(async (tx) => {
      const form = await findForm(tx, id);
      const done = form !== undefined && (await confirmForm(tx, form, ctx.now().toISOString()));
      return done ? 'valid' : form?.confirmed_at ? 'confirmed' : 'withdrawn';
    });
  });
}
