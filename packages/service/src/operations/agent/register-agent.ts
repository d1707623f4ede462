import { agentScopes, registrationInput, registrationReply } from '../../domain/agent.ts';
import { Fault } from '../../domain/fault.ts';
import { hashKey, keyOf } from '../../domain/key.ts';
import { limitMessage, type Quota, quotaState, registrationLimit, type Usage } from '../../domain/limit/limit.ts';
import type { Settings } from '../../settings.ts';
import { insertRegistration } from '../../store/agents.ts';
import { allRegistrations } from '../../store/limited-rows.ts';
import type { Context } from '../context.ts';
import { givenAddress, storedAddress } from '../links/stored-address.ts';
import { operation } from '../operation.ts';
import { usageOf } from './fields/usage.ts';

/**
 * Registers an agent and returns its key, which is never shown again (spec 2.3, 5; decision 14).
 *
 * Limit: registrations in any hour, platform-wide, in a sliding window over the stored rows, counted under a lock so
 * that two doors or processes cannot both take the last place (decision 74). Faults: rate_limited.
 */
export const registerAgent = operation({
  name: 'register_agent',
  title: 'Register an agent',
  summary: 'Registers an agent anonymously and instantly, and shows its API key once.',
  scope: null,
  faults: ['rate_limited'],
  input: registrationInput,
  output: registrationReply,
  http: [
    {
      method: 'POST',
      path: '/api/agent/auth',
      status: 201,
      fields: 'body',
      guidance: (settings) => `Store api_key: it is in this reply only. ${sharedLimit(settings)}.`,
    },
  ],
  tool: {
    // The only type there is (decision 190); over REST it is required, as the spec's own call sends it.
    assumes: { type: 'anonymous' },
    guidance: (settings) =>
      `Call it once, when a tool needs a key and you have none; store api_key for later sessions. ${sharedLimit(settings)}.`,
  },
  refuse: refuseWhenKnownFull,
  async handler(ctx, { agent_name, agent_provider, contact_email }, _caller, { client }) {
    const refused = client === undefined ? undefined : ctx.memory.client_registrations.take(client, ctx.now());
    if (refused) throw tooMany(refused, 'registrations from one client');
    const api_key = keyOf(ctx.random(32));
    const registration_id = ctx.newId('reg');
    const fields = { registration_id, agent_name, agent_provider, scopes: [...agentScopes] };
    const given = await givenAddress(ctx, contact_email);
    const quota = await ctx.store.transaction(async (tx) => {
      await ctx.store.lock(tx, 'registrations');
      const limit = registrationLimit(ctx.settings.REGISTRATIONS_PER_HOUR);
      const now = ctx.now();
      const usage = await usageOf(ctx, tx, allRegistrations, limit, now);
      if (usage.used >= limit.quota) throw full(ctx, usage, quotaState(limit, usage, now));
      const stored = { ...fields, ...(await storedAddress(ctx, tx, given)), registered_at: now.toISOString() };
      await insertRegistration(tx, { ...stored, key_hash: hashKey(api_key) });
      return quotaState(limit, { used: usage.used + 1, oldest: usage.oldest ?? now }, now);
    });
    const kind = { registration_type: 'anonymous', credential_type: 'api_key' } as const;
    return { body: { registration_id, ...kind, api_key, credential_expires: null, scopes: fields.scopes }, quota };
  },
});

/** The limit in words, for both doors. */
function sharedLimit({ REGISTRATIONS_PER_HOUR }: Settings): string {
  const { quota, window_words } = registrationLimit(REGISTRATIONS_PER_HOUR);
  return `All agents together have ${quota} registrations in ${window_words}`;
}

/** Refuses a call without asking the database: rows leave the window with time alone, so a full one stays full until then. */
function refuseWhenKnownFull(ctx: Context): void {
  const until = ctx.memory.registrations_full_until;
  const now = ctx.now();
  if (until === undefined || now >= until) return;
  const limit = registrationLimit(ctx.settings.REGISTRATIONS_PER_HOUR);
  const reset = Math.ceil((until.getTime() - now.getTime()) / 1000);
  if (reset <= limit.window) throw tooMany({ limit, remaining: 0, reset }, 'registrations');
  // The clock was set back since; the rows decide.
  ctx.memory.registrations_full_until = undefined;
}

function full(ctx: Context, { oldest }: Usage, quota: Quota): Fault {
  if (oldest) ctx.memory.registrations_full_until = new Date(oldest.getTime() + quota.limit.window * 1000);
  return tooMany(quota, 'registrations');
}

const tooMany = (quota: Quota, what: string) =>
  new Fault('rate_limited', limitMessage(quota, what), { quota, retry_after: quota.reset });
