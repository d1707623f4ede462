import { agentScopes } from '../../../domain/agent.ts';
import { Fault } from '../../../domain/fault.ts';
import { hasTokenShape, verifyToken } from '../../../domain/links/signed-token.ts';
import type { Context } from '../../../operations/context.ts';
import { linkSecret } from '../../../operations/links/link-secret.ts';
import type { Operation } from '../../../operations/operation.ts';
import { execute, withStoreErrors } from '../../../operations/run.ts';
import { confirmForm, findForm, isWatchedBy } from '../store/forms.ts';

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
 * Confirms an address by a token: from now on the registration has it, and watches what the form named. Repeating it changes nothing,
 * also not after its owner stopped letters.
 *
 * @param watch_company the operation of agents; the door passes it, because operations do not import one another
 * @throws Fault unavailable or internal
 */
export async function confirmAddress(ctx: Context, token: string, watch_company: Operation): Promise<ConfirmState> {
  return withStoreErrors(ctx, async () => {
    const { state, id } = await check(ctx, token);
    if (state !== 'valid' || id === undefined) return state;
    // First: after a crash in between the link still works, and watching again changes nothing.
    await beginWatch(ctx, id, watch_company);
    return ctx.store.transaction(async (tx) => {
      const form = await findForm(tx, id);
      const done = form !== undefined && (await confirmForm(tx, form, ctx.now().toISOString()));
      return done ? 'valid' : form?.confirmed_at ? 'confirmed' : 'withdrawn';
    });
  });
}

/** Watches what a form named, unless its address does so already. A company that is not listed any more cannot be watched. */
async function beginWatch(ctx: Context, submission_id: string, watch_company: Operation): Promise<void> {
  const form = await findForm(ctx.store.db, submission_id);
  if (form?.purpose !== 'watch' || form.slug === null || form.registration_id === null) return;
  if (await isWatchedBy(ctx.store.db, form.slug, form.email_hash)) return;
  const { registration_id, slug } = form;
  const caller = { kind: 'agent', registration_id, scopes: [...agentScopes] } as const;
  await execute(ctx, watch_company, caller, { slug, watching: true }, {}).catch((error) => {
    if (!(error instanceof Fault) || !['invalid_request', 'gone'].includes(error.code)) throw error;
  });
}
