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
  const refusal = ({ method, path, headers: sent, authorization }: Deciding): EarlyReply | undefined => {
    const operation = routes.get(`${method} ${path}`);
    if (!operation || wantsErrorPage({ method, url: path, headers: sent })) return undefined;
    try {
      precheck(ctx, operation, credentialOf({ query: '', headers: sent, authorization }));
      return undefined;
    } catch (error) {
      if (!(error instanceof Fault)) return undefined;
      const id = ctx.newId('call');
      const { status, headers, body } = problemOf(error, path, BASE_URL);
      // In the order in which the router sets them: each is where it was set first.
      const list = Object.entries({ 'x-content-type-options': 'nosniff', 'x-request-id': id, ...headers }).flat();
      return { status, id, headers: list, length_name: 'content-length', body: [body] };
    }
  };
  return { paths, refusal };
}
