import { Fault } from '../../../domain/fault.ts';
import type { Context } from '../../../operations/context.ts';
import type { Operation } from '../../../operations/operation.ts';
import { precheck } from '../../../operations/run.ts';
import { wantsErrorPage } from '../errors/pages.ts';
import { problemOf } from '../errors/problems.ts';
import { boundRoutes, credentialOf } from '../rest.ts';
import type { EarlyCall, EarlyReply } from './early-replies.ts';

/** What of a call decides about its refusal. */
type Deciding = Pick<EarlyCall, 'method' | 'path' | 'headers' | 'authorization'>;

/** A refusal without what is of one call: the same for all calls with the same mistake. */
type Said = { status: number; headers: readonly string[]; body: readonly string[] };

/** Refusals that are kept, of which there are a dozen, and one a second where a limit says when it ends. */
const KEPT_MAX = 64;

/** The headers before the id of the call, and the name of that. */
const FIRST = ['x-content-type-options', 'nosniff', 'x-request-id'] as const;

/**
 * Refusals of agents' calls by the first step of the gate (`precheck`): a limit that is known to be reached, a key that was never issued, none. They
 * are the replies of the router, whose hooks reach the same step without having changed anything.
 *
 * @returns the paths of such calls as well: those that are fixed
 */
export function refusals(
  ctx: Context,
  operations: readonly Operation[],
): { paths: Set<string>; refusal: (call: Deciding) => EarlyReply | undefined } {
  const { BASE_URL } = ctx.settings;
  const routes = new Map<string, Operation>();
  const paths = new Set<string>();
  for (const { method, path, operation } of boundRoutes(operations)) {
    const refuses = operation.scope === null ? operation.refuse !== undefined : operation.scope !== 'operator';
    if (!refuses || path.includes('{')) continue;
    paths.add(path);
    for (const name of method === 'GET' ? ['GET', 'HEAD'] : [method]) routes.set(`${name} ${path}`, operation);
  }
  const kept = new Map<string, Said>();
  function said(fault: Fault, path: string): Said {
    const { presented, retry_after, quota } = fault.details;
    const of_limit =
      quota && `${quota.limit.name} ${quota.limit.quota} ${quota.limit.window} ${quota.remaining} ${quota.reset}`;
    const key = `${fault.code} ${presented} ${retry_after} ${of_limit} ${fault.message}`;
    const known = kept.get(key);
    if (known) return known;
    const { status, headers, body } = problemOf(fault, path, BASE_URL);
    // A header is where it was set first: this one is before the id of the call.
    const { 'x-content-type-options': _, ...others } = headers;
    const made = { status, headers: Object.entries(others).flat(), body: [body] };
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(key, made);
    return made;
  }
  const refusal = ({ method, path, headers: sent, authorization }: Deciding): EarlyReply | undefined => {
    const operation = routes.get(`${method} ${path}`);
    if (!operation || wantsErrorPage({ method, url: path, headers: sent })) return undefined;
    const { stackTraceLimit } = Error;
    // Of a fault nobody reads the stack, which costs more than the rest; whatever else is thrown is thrown again in the router.
    Error.stackTraceLimit = 0;
    try {
      precheck(ctx, operation, credentialOf({ query: '', headers: sent, authorization }));
      return undefined;
    } catch (error) {
      if (!(error instanceof Fault)) return undefined;
      const id = ctx.newId('call');
      const { status, headers, body } = said(error, path);
      return { status, id, headers: [...FIRST, id, ...headers], length_name: 'content-length', body };
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  };
  return { paths, refusal };
}
