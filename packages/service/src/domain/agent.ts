import { emailField, notAnObject, singleLine, timestamp } from '@readymark/rubric/field';
import { z } from 'zod';
import { auditRequestRecord, requestCounts } from './request/request.ts';
import { endedField, watchEntry } from './watch.ts';

/** Agents (spec 2.3, 5; decision 14): registration, scopes and the profile. Keys are in `key.ts`. */
export const agentScopes = ['audit_requests:write', 'audit_requests:read_own'] as const;
type AgentScope = (typeof agentScopes)[number];
/** Scopes of agents, given at registration, and the scope of operators. */
export type Scope = AgentScope | 'operator';

const scopes = z
  .array(z.enum(agentScopes))
  .meta({ description: 'What the key permits.', examples: [[...agentScopes]] });

/** What an agent sends to register (decision 14). Unknown fields are ignored. */
export const registrationInput = z.object(
  {
    type: z.literal('anonymous', {
      error: ({ input }) => (input === undefined ? 'is required: send anonymous' : 'must be anonymous'),
    }),
    requested_credential_type: z.literal('api_key', { error: 'must be api_key, or left out' }).optional(),
    agent_name: singleLine(200)
      .nullable()
      .default(null)
      .meta({ examples: ['Procurement Scout'] }),
    agent_provider: singleLine(200)
      .nullable()
      .default(null)
      .meta({ description: 'Who runs it.', examples: ['Example Labs'] }),
    contact_email: emailField
      .nullable()
      .default(null)
      .meta({
        description:
          'For audits, re-audit notices and stale scores only; never public. Not stored while its owner wants no letters.',
        examples: ['agent@example.com'],
      }),
  },
  { error: notAnObject },
);

/** The reply to a registration, keys in the order of decision 14. A key is never shown anywhere else. */
export const registrationReply = z
  .object({
    registration_id: z.string().meta({ description: 'Identifier of the registration.' }),
    registration_type: z.literal('anonymous'),
    credential_type: z.literal('api_key'),
    api_key: z.string().meta({ description: 'The key, shown only this once: store it.' }),
    credential_expires: z.null().meta({ description: 'Keys do not expire.' }),
    scopes,
  })
  .meta({ description: 'The registration and its key.' });

/** The registration as its agent sees it. */
const registrationProfile = z
  .object({
    registration_id: z.string(),
    agent_name: z.string().nullable(),
    agent_provider: z.string().nullable(),
    contact_email: z.string().nullable(),
    scopes,
    registered_at: timestamp,
  })
  .meta({ description: 'Your registration.' });

/** GET /api/agent/me (decision 14). */
export const agentProfile = z
  .object({
    registration: registrationProfile,
    request_counts: requestCounts,
    requests: z.array(auditRequestRecord).meta({
      description: 'Newest first.',
    }),
    watches: z.array(watchEntry).meta({ description: 'With their current scores.' }),
    ended: endedField,
  })
  .meta({ description: 'Your registration, requests and watches in one call.' });
