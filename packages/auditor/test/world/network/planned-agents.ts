import { type Answers, html, json, text, words } from './planned-answers.ts';

/** A site that says where its agents are by links and lines alone: no document is at the address that its standard gives. */
const host = 'https://agents.planned.dev';

export const agents: Answers = {
  '/robots.txt': text(
    `User-agent: *\nAllow: /\nAgentmap: ${host}/resources.json # entries\nAgentmap: http://10.0.0.7/x.json\n`,
  ),
  '/': {
    ...html('Agents', words),
    headers: { link: `</guide/agents.txt>; rel="describedby"; type="text/plain"` },
  },
  '/resources.json': json({
    entries: [
      {
        ...{ identifier: 'urn:air:planned.dev:skill:a', displayName: 'A', type: 'application/ai-skill+md' },
        url: `${host}/skills/a.md`,
      },
      {
        ...{ identifier: 'urn:air:planned.dev:skill:b', displayName: 'B', type: 'application/ai-skill+md' },
        url: 'https://elsewhere.example.org/b.md',
      },
    ],
  }),
  '/skills/a.md': { type: 'text/markdown', body: '# A' },
  '/guide/agents.txt': text(`# Agents\n\n> What is here.\n\n## Pages\n\n- [Start](${host}/guide/start)\n`),
  '/guide/start': html('Start', words),
  '/.well-known/agent-card.json': json({
    ...{ name: 'Agents', description: 'Does things.', version: '1', capabilities: {}, skills: [] },
    supportedInterfaces: [
      { url: 'https://elsewhere.example.org/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: `${host}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
  }),
  // It speaks to whoever has credentials, and says where they come from.
  '/a2a': json(
    { error: 'no key' },
    { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${host}/metadata/a2a"` } },
  ),
  '/metadata/a2a': json({ resource: `${host}/a2a`, authorization_servers: [`${host}/issuer`] }),
  '/.well-known/oauth-authorization-server/issuer': json({
    issuer: `${host}/issuer`,
    authorization_endpoint: `${host}/authorize`,
    token_endpoint: `${host}/token`,
    registration_endpoint: `${host}/register`,
  }),
  '/authorize': json({ error: 'invalid_request' }, { status: 400 }),
  '/register': json({ error: 'only POST' }, { status: 405 }),
};
