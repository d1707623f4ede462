import { agentScopes } from '../../../domain/agent.ts';

/** How to get a key, for software: auth.md v0.1 names. There is no claim and no identity endpoint, so none is named. */
export const agentAuth = (base: string) => ({
  skill: `${base}/auth.md`,
  register_uri: `${base}/api/agent/auth`,
  identity_types_supported: ['anonymous'],
  anonymous: { credential_types_supported: ['api_key'] },
});

/**
 * Protected resource metadata (RFC 9728). @param resource the identifier that the address of the document was made from
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

/** The second hop of auth.md. No complete RFC 8414 document: there is no OAuth here, and auth.md says so. */
export const authorizationServer = (base: string) => ({
  issuer: base,
  resource: base,
  authorization_servers: [base],
  scopes_supported: [...agentScopes],
  bearer_methods_supported: ['header'],
  service_documentation: `${base}/auth.md`,
  agent_auth: agentAuth(base),
});
