import { agentScopes } from '../../../domain/agent.ts';

/** How to get a key, for programs, with the names of auth.md v0.1. There is no claim or identity endpoint to name. */
export const agentAuth = (base: string) => ({
  skill: `${base}/auth.md`,
  register_uri: `${base}/api/agent/auth`,
  identity_types_supported: ['anonymous'],
  anonymous: { credential_types_supported: ['api_key'] },
});

/**
 * Protected resource metadata (RFC 9728).
 *
 * @param resource the identifier from which the address of the document is made
 */
export const protectedResource = (base: string, resource: string) => ({
  resource,
  resource_name: 'Readymark',
  authorization_servers: [base],
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
