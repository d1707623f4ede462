import { timingSafeEqual } from 'node:crypto';
import { pathsWithNul } from '@readymark/rubric/field';
import type { z } from 'zod';
import type { Scope } from '../domain/agent.ts';
import { Fault, invalidFields } from '../domain/fault.ts';
import { bearerOf, hashKey, isWellFormedKey, keyMistake, type Presented } from '../domain/key.ts';
import { hashOperatorToken, isOperatorToken } from '../domain/operators/token.ts';
import { findRegistrationByKey } from '../store/agents.ts';
import { BlobFailure } from '../store/blobs/blobs.ts';
import { outageReason } from '../store/engine/outage.ts';
import { findOperator, noteOperatorUse } from '../store/operators/operators.ts';
import type { OperatorRow } from '../store/operators/rows.ts';
import type { Context } from './context.ts';
import type { KeyHolder } from './memory.ts';
import type { CallDetails, Caller, Operation, Reply } from './operation.ts';

/**
 * The gate: caller, scope, input, handler, output. Every call over the network passes its three steps: `precheck`,
 * `authorize`, `execute`. (The desk on this machine is its own operator and starts at `execute`.)
 *
 * @param call.key the credential as presented, undefined when none was
 * @throws Fault invalid_token, insufficient_scope, invalid_request, unavailable, internal, and those of the operation
 */
export async function run<I extends z.ZodType, O extends z.ZodType>(
  ctx: Context,
  operation: Operation<I, O>,
  call: { key: Presented | undefined; input: unknown } & CallDetails,
): Promise<Reply<z.output<O>>> {
  const caller = await authorize(ctx, precheck(ctx, operation, call.key));
  return execute(ctx, operation, caller, call.input, call);
}

/**
 * The credential in an Authorization header; undefined when none was sent.
 *
 * @param authorization the header, or all its values when it was sent more than once
 * @throws Fault malformed when it was sent more than once (RFC 6750 3.1, decision 1): which one counts would be a
 * guess
 */
export function keyIn(authorization: string | readonly string[] | undefined): Presented | undefined {
  if (authorization === undefined) return undefined;
  if (typeof authorization === 'string') return bearerOf(authorization);
  throw new Fault('malformed', 'Credentials were sent more than once in the same call.');
}

/** What a call presents where a scope is required. Only `precheck` makes one, so it always runs before `authorize`. */
type Credential = { scope: Scope; key: string };

/**
 * The first step: refuses at once what memory alone can refuse, which is a call over a known limit, a missing key, and
 * a key that was never issued. Floods consist of such calls, so refusing them must be cheap.
 *
 * @returns what `authorize` needs; undefined for an operation without a scope
 * @throws Fault rate_limited or invalid_token
 */
export function precheck(ctx: Context, operation: Operation, presented: Presented | undefined): Credential | undefined {
  operation.refuse?.(ctx);
  const { scope } = operation;
  if (scope === null) return undefined;
  if (presented === undefined) {
    const needed = scope === 'operator' ? 'an operator token' : 'an API key';
    throw new Fault('invalid_token', `This call needs ${needed}, and none was sent.`, { presented: false });
  }
  if (typeof presented === 'object') throw invalidToken(presented.mistake);
  if (scope !== 'operator' && !isWellFormedKey(presented)) throw invalidToken(keyMistake(presented));
  return { scope, key: presented };
}

const invalidToken = (mistake: string) => new Fault('invalid_token', mistake, { presented: true });

/**
 * The second step: who calls, and may they? Over HTTP it runs before the body is read (decision 14).
 *
 * @throws Fault invalid_token or insufficient_scope
 */
export async function authorize(ctx: Context, credential: Credential | undefined): Promise<Caller> {
  if (credential === undefined) return { kind: 'anonymous' };
  const { scope, key } = credential;
  if (scope === 'operator') return authorizeOperator(ctx, key);
  const registration = await holderOf(ctx, key);
  if (!registration) throw invalidToken('The API key is whole, but this service did not issue it.');
  if (!registration.scopes.includes(scope))
    throw new Fault('insufficient_scope', `This call needs the scope ${scope}, which the key does not have.`, {
      scope,
    });
  return { kind: 'agent', registration_id: registration.registration_id, scopes: registration.scopes };
}

/** Keys remembered at most. Scopes never change and keys are never revoked (spec 5.7), so they stay right. */
const KEY_HOLDERS_MAX = 20_000;

async function holderOf(ctx: Context, key: string): Promise<KeyHolder | undefined> {
  const key_hash = hashKey(key);
  const kept = ctx.memory.key_holders;
  const known = kept.get(key_hash);
  const holder = known ?? (await withStoreErrors(ctx, () => findRegistrationByKey(ctx.store.db, key_hash)));
  if (!holder) return undefined;
  // Most recently used last, so the first is evicted.
  if (known) kept.delete(key_hash);
  else if (kept.size >= KEY_HOLDERS_MAX) kept.delete(kept.keys().next().value ?? '');
  kept.set(key_hash, known ?? { registration_id: holder.registration_id, scopes: holder.scopes });
  return holder;
}

/** Looked up for every call, so that who was removed is refused at once on every node (decision 103). */
export async function authorizeOperator(ctx: Context, token: string): Promise<Caller & { kind: 'operator' }> {
  const found = await operatorByHash(ctx, hashOperatorToken(token), isOperatorToken(token));
  if (!found)
    throw invalidToken(
      token.startsWith('rmk_')
        ? 'An API key of an agent was sent where an operator token is needed.'
        : 'The operator token is not known here.',
    );
  return { kind: 'operator', name: found };
}

/**
 * The name of the operator whose token has this SHA-256; undefined when nobody has it any more. Notes the use.
 *
 * @param stored whether the token can be one of the database
 */
export async function operatorByHash(ctx: Context, token_hash: string, stored = true): Promise<string | undefined> {
  const sent = Buffer.from(token_hash, 'hex');
  const [set] = ctx.settings.OPERATOR_TOKENS.filter((row) => timingSafeEqual(Buffer.from(row.sha256, 'hex'), sent));
  if (set) return set.name;
  const found = stored ? await withStoreErrors(ctx, () => findOperator(ctx.store.db, token_hash)) : undefined;
  if (found) await noteUse(ctx, found);
  return found?.name;
}

/** How exactly it is known when an operator called last: a call need not wait for a write each time. */
export const USE_NOTED_MS = 60_000;

async function noteUse(ctx: Context, { name, last_used_at }: OperatorRow): Promise<void> {
  const now = ctx.now();
  if (last_used_at !== null && Math.abs(now.getTime() - Date.parse(last_used_at)) < USE_NOTED_MS) return;
  try {
    await ctx.store.transaction((tx) => noteOperatorUse(tx, name, now.toISOString()));
  } catch (error) {
    // What cannot be written can still be read.
    ctx.log.warn({ err: error }, 'the use of an operator token could not be noted');
  }
}

/** The third step: input, handler, output. */
export async function execute<I extends z.ZodType, O extends z.ZodType>(
  ctx: Context,
  operation: Operation<I, O>,
  caller: Caller,
  input: unknown,
  call: CallDetails,
): Promise<Reply<z.output<O>>> {
  const read = operation.input.safeParse(input ?? {});
  if (!read.success) throw invalidRequest(read.error.issues);
  const with_nul = pathsWithNul(read.data);
  if (with_nul.length)
    throw invalidRequest(with_nul.map((path) => ({ path, message: 'must not contain the character U+0000' })));
  const reply = await withStoreErrors(ctx, () => operation.handler(ctx, read.data, caller, call));
  if (reply.prepared) return reply as Reply<z.output<O>>;
  const written = operation.output.safeParse(reply.body);
  if (!written.success) {
    ctx.log.error(
      { operation: operation.name, issues: written.error.issues.map((issue) => issue.path.join('.')) },
      'a reply does not match its schema',
    );
    throw new Fault('internal', 'The reply could not be built.');
  }
  return { ...reply, body: written.data };
}

/** Fields that one refusal names at most: an answer must not be many times as long as the call (decision 4). */
const NAMED_MAX = 50;

/** One fault for every issue of an input. It names each field, up to a number, and repeats nothing that was sent. */
function invalidRequest(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Fault {
  const named = issues
    .slice(0, NAMED_MAX)
    .map(({ path, message }) => ({ field: path.map(shown).join('.') || 'body', message }));
  const more = issues.length > NAMED_MAX;
  const message = `${issues.length} fields are missing or not valid; errors names the first ${NAMED_MAX}.`;
  return more ? invalidFields(named, message) : invalidFields(named);
}

/** A step of a path. Members of an object may have names of the caller's: those that are no identifiers are not repeated. */
function shown(step: PropertyKey): string {
  const name = String(step);
  return /^[\w-]{1,40}$/.test(name) ? name : '…';
}

/** Runs work on the store; an unreachable database, or store of blobs, becomes `unavailable`, anything unforeseen `internal`. */
export async function withStoreErrors<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Fault) throw error;
    const why = outageReason(error);
    if (why !== undefined) {
      ctx.log.error({ why }, 'the database cannot be reached or written');
      throw caused(
        new Fault('unavailable', 'The database cannot be reached or written at the moment.', { retry_after: 5 }),
        error,
      );
    }
    if (error instanceof BlobFailure) {
      ctx.log.error({ why: error.message }, 'evidence or a dataset cannot be read or written');
      const message = 'What is stored beside the database cannot be read or written at the moment.';
      throw caused(new Fault('unavailable', message, { retry_after: 5 }), error);
    }
    ctx.log.error({ err: error }, 'an operation failed');
    throw caused(new Fault('internal', 'Something went wrong here; nothing was changed.'), error);
  }
}

/** Attaches the cause of a fault, for the log and the command line; doors never send it. */
function caused(fault: Fault, cause: unknown): Fault {
  fault.cause = cause;
  return fault;
}
