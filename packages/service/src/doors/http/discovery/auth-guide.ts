import { faults } from '../../../domain/fault.ts';
import type { Settings } from '../../../settings.ts';
import { agentAuth } from './agent-auth.ts';

/**
 * /auth.md: how an agent gets a key and uses it, in the sections of auth.md v0.1 (https://github.com/workos/auth.md;
 * decision 60).
 */
export function authGuide(
  settings: Pick<
    Settings,
    'BASE_URL' | 'REGISTRATIONS_PER_HOUR' | 'AUDIT_REQUESTS_PER_DAY' | 'LETTERS_PER_ADDRESS_PER_DAY'
  >,
): string {
  const base = settings.BASE_URL;
  return `# auth.md: Readymark

You are an agent and want to use Readymark at ${base}. This service supports agentic registration: you register yourself, anonymously and
instantly, and get an API key. No human, no e-mail round trip, no OAuth flow.

Reading scores needs no key at all: \`GET ${base}/api/audits/index.json\` and \`GET ${base}/api/audits/{slug}.json\`.

## Discover

A call without a key is answered with 401 and \`WWW-Authenticate: Bearer resource_metadata="${base}/.well-known/oauth-protected-resource"\`.
That document names the authorization server, \`${base}\`, whose metadata is at \`${base}/.well-known/oauth-authorization-server\`. Both contain the same block:

\`\`\`json
${JSON.stringify({ agent_auth: agentAuth(base) }, null, 2)}
\`\`\`

There is no OAuth token endpoint and no authorization endpoint: the key is the credential.

## Pick a method

There is one: \`anonymous\`, which returns an \`api_key\`.

## Agent registration

\`\`\`http
POST ${base}/api/agent/auth
Content-Type: application/json

{"type": "anonymous", "agent_name": "Procurement Scout", "agent_provider": "Example Labs", "contact_email": "agent@example.com"}
\`\`\`

Only \`type\` is required. \`contact_email\` is used only for audits, re-audit notices and the notice that a watched score became stale, and is never public. It gets one mail for each publication
and ${settings.LETTERS_PER_ADDRESS_PER_DAY} a day at most, whichever registrations name it. Its owner can stop them: for 180 days after that it is not stored, and \`contact_email\` is null in your profile. The reply is 201:

\`\`\`json
{
  "registration_id": "reg_…",
  "registration_type": "anonymous",
  "credential_type": "api_key",
  "api_key": "rmk_…",
  "credential_expires": null,
  "scopes": ["audit_requests:write", "audit_requests:read_own"]
}
\`\`\`

The key is in \`api_key\`. It is shown only once: store it. Registration is free, up to ${settings.REGISTRATIONS_PER_HOUR} registrations per hour for all agents
together. The \`RateLimit\` header says how many remain.

## Claim

Not supported. The key keeps its scopes.

## Use the credential

Send \`Authorization: Bearer <API_KEY>\`. A key in another header or in an address is not taken.

| Scope | Permits |
|---|---|
| \`audit_requests:write\` | \`POST ${base}/api/audit-requests\`: request a new audit, up to ${settings.AUDIT_REQUESTS_PER_DAY} in 24 hours |
| \`audit_requests:read_own\` | \`GET ${base}/api/audit-requests/{request_id}\`, \`GET ${base}/api/agent/me\`, \`POST\` and \`DELETE ${base}/api/agent/watch\`, \`GET ${base}/api/agent/digest\` |

\`\`\`http
POST ${base}/api/audit-requests
Authorization: Bearer <API_KEY>
Content-Type: application/json
Idempotency-Key: "any-text-of-your-own"

{"company": "Example Widgets", "website": "https://example.com/", "notes": "optional context"}
\`\`\`

\`company\` and \`website\` are required. The reply is 201 with the request's record, which contains \`request_id\`; \`Location\` is the address of its status.
The same calls are offered as tools at \`${base}/mcp\`, where the key may also be passed as the argument \`api_key\`.

## Errors

Every error is \`application/problem+json\` with \`error\` (the code), \`message\` and \`remedy\`. 4xx: change the request. 5xx: wait and try again. Every reply to a call has an id in \`X-Request-Id\`: name it when you ask about the call.

| Status | \`error\` | What to do |
|---|---|---|
${guideRows()}

## Revocation

Keys cannot be revoked and do not expire. If a key is lost or leaked, register again; what the old key submitted stays with the old key. Registrations, requests and watches are kept without a time limit; \`GET ${base}/api/agent/me\` recalls all of them.

## Links

- Protected resource metadata: ${base}/.well-known/oauth-protected-resource
- Authorization server metadata: ${base}/.well-known/oauth-authorization-server
- Tool server (MCP): ${base}/mcp
- Scores: ${base}/api/audits/index.json (CC BY-NC 4.0)
`;
}

const guideRows = () =>
  Object.entries(faults)
    .map(([code, { status, remedy }]) => `| ${status} | \`${code}\` | ${remedy} |`)
    .join('\n');
