import { createHash, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { Fault, type FieldError } from '../domain/fault.ts';
import { hashKey, isWellFormedKey } from '../domain/key.ts';
import { findRegistrationByKey, type Registration } from '../store/agents.ts';
import type { Store } from '../store/engine/engine.ts';
import { outageReason } from '../store/engine/outage.ts';
import type { Context } from './context.ts';
import type { CallDetails, Caller, Operation, Reply } from './operation.ts';

/**
 * The gate: caller, scope, input, handler, output — for every operation and both doors.
 *
 * Faults: invalid_token, insufficient_scope, invalid_request, unavailable, internal, and those of the operation.
 */
export async function run<I extends z.ZodType, O extends z.ZodType>(
  ctx: Context,
  operation: Operation<I, O>,
  call: { key: string | undefined; input: unknown } & CallDetails,
): Promise<Reply<z.output<O>>> {
  return execute(ctx, operation, await authorize(ctx, operation, call.key), call.input, call);
}

/**
 * The first half: who calls, and may they? HTTP asks this before it reads a body (decision 16).
 *
 * @param key what was sent as the bearer credential, or undefined when nothing was
 */
export async function authorize(ctx: Context, operation: Operation, key: string | undefined): Promise<Caller> {
  precheck(ctx, operation, key);
  const { scope } = operation;
  if (scope === null || key === undefined) return { kind: 'anonymous' };
  if (scope === 'operator') return authorizeOperator(ctx, key);
  const registration = await holderOf(ctx, key);
  if (!registration) throw new Fault('invalid_token', 'The API key is not known here.', { presented: true });
  if (!registration.scopes.includes(scope))
    throw new Fault('insufficient_scope', `This call needs the scope ${scope}, which the key does not hold.`, {
      scope,
    });
  return { kind: 'agent', registration_id: registration.registration_id, scopes: registration.scopes };
}

/**
 * Refuses what can be refused from memory, at once: a call that is known to be over a limit, a key that is missing, a
 * key that was never issued. Floods are made of these, so they cost as little as can be.
 *
 * @throws Fault rate_limited or invalid_token
 */
export function precheck(ctx: Context, operation: Operation, key: string | undefined): void {
  operation.refuse?.(ctx);
  if (operation.scope === null) return;
  if (key === undefined) {
    const needed =
      operation.scope === 'operator' ? 'an operator token, made by `readymark operator add NAME`,' : 'an API key,';
    throw new Fault('invalid_token', `This call needs ${needed} and none was sent.`, { presented: false });
  }
  if (operation.scope !== 'operator' && !isWellFormedKey(key))
    throw new Fault('invalid_token', 'The API key is not one that this service issued.', { presented: true });
}

/**
 * Holders of keys that were used lately, by the hash of the key. Scopes never change and keys are never revoked (spec
 * 5.7), so this stays true.
 */
const holders = new WeakMap<Store, Map<string, Holder>>();
type Holder = Pick<Registration, 'registration_id' | 'scopes'>;
const HOLDERS_KEPT = 20_000;

async function holderOf(ctx: Context, key: string): Promise<Holder | undefined> {
  const key_hash = hashKey(key);
  const kept = holders.get(ctx.store) ?? new Map<string, Holder>();
  holders.set(ctx.store, kept);
  const known = kept.get(key_hash);
  const holder = known ?? (await withStoreErrors(ctx, () => findRegistrationByKey(ctx.store.db, key_hash)));
  if (!holder) return undefined;
  // Most recently used last, so that the first is the one to go.
  if (known) kept.delete(key_hash);
  else if (kept.size >= HOLDERS_KEPT) kept.delete(kept.keys().next().value ?? '');
  kept.set(key_hash, known ?? { registration_id: holder.registration_id, scopes: holder.scopes });
  return holder;
}

function authorizeOperator(ctx: Context, token: string): Caller {
  const digest = createHash('sha256').update(token).digest();
  const found = ctx.settings.OPERATOR_TOKENS.filter((row) => timingSafeEqual(Buffer.from(row.sha256, 'hex'), digest));
  if (!found[0]) throw new Fault('invalid_token', 'The operator token is not known here.', { presented: true });
  return { kind: 'operator', name: found[0].name };
}

/** The second half: input, handler, output. */
export async function execute<I extends z.ZodType, O extends z.ZodType>(
  ctx: Context,
  operation: Operation<I, O>,
  caller: Caller,
  input: unknown,
  call: CallDetails,
): Promise<Reply<z.output<O>>> {
  const read = operation.input.safeParse(input ?? {});
  if (!read.success) throw invalidRequest(read.error);
  const reply = await withStoreErrors(ctx, () => operation.handler(ctx, read.data, caller, call));
  if (reply.prepared) return reply as Reply<z.output<O>>;
  const written = operation.output.safeParse(reply.body);
  if (!written.success) {
    ctx.log.error(
      { operation: operation.name, issues: written.error.issues.map((issue) => issue.path.join('.')) },
      'a reply does not fit its schema',
    );
    throw new Fault('internal', 'The answer could not be made.');
  }
  return { ...reply, body: written.data };
}

/** One fault for everything that is wrong with an input, naming each field and never repeating what was sent. */
function invalidRequest(error: z.ZodError): Fault {
  const errors: FieldError[] = error.issues.map((issue) => ({
    field: issue.path.join('.') || 'body',
    message: issue.message,
  }));
  const message = errors
    .map(({ field, message }) => (/^(is|must) /.test(message) ? `${field} ${message}` : `${field}: ${message}`))
    .join('; ');
  return new Fault('invalid_request', message, { errors });
}

/**
 * Runs work on the store and says `unavailable` when the database cannot be reached, `internal` for anything
 * unforeseen.
 */
async function withStoreErrors<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
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
    ctx.log.error({ err: error }, 'an operation failed');
    throw caused(new Fault('internal', 'Something went wrong here; nothing was changed.'), error);
  }
}

/** Keeps what lies behind a fault, for the log and for whoever stands at the machine; doors never send it. */
function caused(fault: Fault, cause: unknown): Fault {
  fault.cause = cause;
  return fault;
}
