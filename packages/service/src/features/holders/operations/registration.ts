import { agentScopes } from '../../../domain/agent.ts';
import { registerAgent } from '../../../operations/agent/register-agent.ts';
import type { Context } from '../../../operations/context.ts';
import type { Caller } from '../../../operations/operation.ts';
import { run } from '../../../operations/run.ts';
import { keepRegistration } from '../store/holders.ts';
import type { DomainHolderRow } from '../store/rows.ts';

/** Who registers at the page of a domain, as operators read it. */
const AGENT_NAME = 'Holder of the domain';

/**
 * The registration in whose name a holder requests audits and gets letters; made when there is none. Nobody has its key: the address
 * of the page replaces it. Faults: those of registering.
 *
 * @param client address of the client, for limits in memory
 */
export async function registrationFor(
  ctx: Context,
  { holder_id, registration_id: known }: Pick<DomainHolderRow, 'holder_id' | 'registration_id'>,
  client: string,
): Promise<string> {
  if (known !== null) return known;
  const input = { type: 'anonymous', agent_name: AGENT_NAME };
  const { registration_id } = (await run(ctx, registerAgent, { key: undefined, input, client })).body;
  return ctx.store.transaction((tx) => keepRegistration(tx, holder_id, registration_id));
}

/** The same as a caller of operations. */
export const callerOf = (registration_id: string): Caller & { kind: 'agent' } => ({
  kind: 'agent',
  registration_id,
  scopes: [...agentScopes],
});
