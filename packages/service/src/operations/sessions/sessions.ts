import { Fault } from '../../domain/fault.ts';
import { limitMessage } from '../../domain/limit/limit.ts';
import {
  hashSessionId,
  isSessionId,
  SESSION_BYTES,
  SESSION_IDLE_MS,
  SESSION_LONGEST_MS,
  sessionIdOf,
} from '../../domain/operators/session.ts';
import { hashOperatorToken } from '../../domain/operators/token.ts';
import { insertAction } from '../../store/desk-actions.ts';
import type { OperatorSessionRow } from '../../store/operators/rows.ts';
import {
  deleteSession,
  deleteSessionsOf,
  deleteSessionsUnder,
  findSession,
  insertSession,
  noteSessionUse,
} from '../../store/operators/sessions.ts';
import type { Context } from '../context.ts';
import type { Caller } from '../operation.ts';
import { authorizeOperator, operatorByHash, USE_NOTED_MS, withStoreErrors } from '../run.ts';

/** Who is signed in at the desk, with the id of the session. */
export type SignedIn = { session_id: string; caller: Caller & { kind: 'operator' } };

/**
 * Opens a session for an operator token (decision 119). Only refused sign-ins count against the limit of a client.
 *
 * @param token as it was typed
 * @param client address of the client, for the limit in memory only
 * @throws Fault invalid_token, rate_limited, unavailable
 */
export async function signIn(ctx: Context, token: string, client: string): Promise<SignedIn> {
  const now = ctx.now();
  const { failed_sign_ins } = ctx.memory;
  // Counted before it is looked up: otherwise as many could be tried as can be under way at once.
  const quota = failed_sign_ins.take(client, now);
  if (quota)
    throw new Fault('rate_limited', limitMessage(quota, 'sign-ins that failed'), { quota, retry_after: quota.reset });
  const caller = await authorizeOperator(ctx, token).catch((error: unknown) => {
    if (!(error instanceof Fault && error.code === 'invalid_token')) failed_sign_ins.giveBack(client);
    throw error;
  });
  failed_sign_ins.giveBack(client);
  const session_id = sessionIdOf(ctx.random(SESSION_BYTES));
  const at = now.toISOString();
  const token_hash = hashOperatorToken(token);
  const session = { session_hash: hashSessionId(session_id), operator: caller.name, token_hash };
  await withStoreErrors(ctx, () =>
    ctx.store.transaction(async (tx) => {
      await insertSession(tx, { ...session, started_at: at, used_at: at });
      await insertAction(tx, actionOf(ctx, 'sign_in', caller.name));
    }),
  );
  return { session_id, caller };
}

/**
 * The operator of a session, as long as it lasts: looked up for every call, so that it ends at once on every node. The name
 * is the one that the token has now.
 *
 * @param used false where only a script of an open page asks: a page that nobody looks at must not keep a session for ever
 * @throws Fault unavailable
 */
export async function sessionOf(ctx: Context, session_id: string, used = true): Promise<SignedIn | undefined> {
  if (!isSessionId(session_id)) return undefined;
  const row = await rowOf(ctx, session_id);
  if (!row) return undefined;
  const name = await operatorByHash(ctx, row.token_hash);
  if (name === undefined) return undefined;
  if (used) await noteUse(ctx, row);
  return { session_id, caller: { kind: 'operator', name } };
}

function rowOf(ctx: Context, session_id: string): Promise<OperatorSessionRow | undefined> {
  const before = (ms: number) => new Date(ctx.now().getTime() - ms).toISOString();
  const times = { used_since: before(SESSION_IDLE_MS), started_after: before(SESSION_LONGEST_MS) };
  return withStoreErrors(ctx, () => findSession(ctx.store.db, hashSessionId(session_id), times));
}

async function noteUse(ctx: Context, { session_hash, used_at }: OperatorSessionRow): Promise<void> {
  const now = ctx.now();
  if (Math.abs(now.getTime() - Date.parse(used_at)) < USE_NOTED_MS) return;
  try {
    await ctx.store.transaction((tx) => noteSessionUse(tx, session_hash, now.toISOString()));
  } catch (error) {
    // What cannot be written can still be read.
    ctx.log.warn({ err: error }, 'the use of a session could not be noted');
  }
}

/**
 * Ends a session; or, `everywhere`, all that its operator opened, under this name or with this token. Without one nothing happens.
 * Faults: unavailable.
 */
export async function signOut(ctx: Context, session_id: string, everywhere = false): Promise<void> {
  const signed_in = await sessionOf(ctx, session_id);
  if (!signed_in) return;
  const row = everywhere ? await rowOf(ctx, session_id) : undefined;
  await withStoreErrors(ctx, () =>
    ctx.store.transaction(async (tx) => {
      if (!(await deleteSession(tx, hashSessionId(session_id)))) return;
      const { name } = signed_in.caller;
      if (row) {
        await deleteSessionsOf(tx, row.token_hash);
        for (const operator of new Set([row.operator, name])) await deleteSessionsUnder(tx, operator);
      }
      await insertAction(tx, { ...actionOf(ctx, 'sign_out', name), detail: row ? { everywhere } : {} });
    }),
  );
}

const actionOf = (ctx: Context, action: 'sign_in' | 'sign_out', operator: string) => ({
  ...{ action_id: ctx.newId('act'), operator, action, subject_id: operator, detail: {} },
  at: ctx.now().toISOString(),
});
