import { z } from 'zod';
import { agentScopes, registrationReply } from '../../../domain/agent.ts';

/** How to get a key, for programs, with the names of auth.md v0.1. There is no claim or identity endpoint to name. */
export const agentAuth = (base: string) => ({
  skill: `${base}/auth.md`,
  register_uri: `${base}/api/agent/auth`,
  identity_types_supported: ['anonymous'],
  anonymous: { credential_types_supported: ['api_key'] },
});

/** Protected resource metadata (RFC 9728), as it is read. */
export const protectedResourceMetadata = z.object({
  resource: z.string(),
  resource_name: z.string(),
  authorization_servers: z.array(z.string()),
  scopes_supported: z.array(registrationReply.shape.scopes.element),
  bearer_methods_supported: z.array(z.string()),
  resource_documentation: z.string(),
  agent_auth: z.object({
    skill: z.string().meta({ description: 'How to register, for agents.' }),
    register_uri: z.string(),
    identity_types_supported: z.array(z.string()),
    anonymous: z.object({ credential_types_supported: z.array(z.string()) }),
  }),
});

/**
 * Protected resource metadata (RFC 9728).
 *
 * Clients of OAuth read that of the tool server, and then the metadata of the server that it names. There is none at /mcp, so
 * they end with an error of their own: that of the API has `agent_auth` alone, over which they would fall (decision 188).
 *
 * @param resource the identifier from which the address of the document is made
 */
export const protectedResource = (base: string, resource: string): z.infer<typeof protectedResourceMetadata> => ({
  resource,
  resource_name: 'Readymark',
  authorization_servers: [resource],
  scopes_supported: [...agentScopes],
  bearer_methods_supported: ['header'],
  resource_documentation: `${base}/auth.md`,
  agent_auth: agentAuth(base),
});

/** The second hop of auth.md. Not a complete RFC 8414 document: there is no OAuth here, as auth.md says. */
export const authorizationServer = (base: string) => ({
  issuer: base,
  resource: base,
  authorization_servers: [base],
  scopes_supported: [...agentScopes],
  bearer_methods_supported: ['header'],
  service_documentation: `${base}/auth.md`,
  agent_auth: agentAuth(base),
});
