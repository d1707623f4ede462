import { interface_version } from './openapi-parts.ts';

/** What the tool server says of itself; the door hands it over, so that cards and `server/discover` agree. */
export type AboutTools = { name: string; title: string; version: string; description: string; websiteUrl: string };

/** Revisions of MCP that /mcp speaks (decision 26), newest first. */
const protocol_versions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** /.well-known/api-catalog (RFC 9727, RFC 9264). */
export function apiCatalog(base: string): object {
  const json = 'application/json';
  return {
    linkset: [
      {
        anchor: `${base}/.well-known/api-catalog`,
        item: [{ href: `${base}/api` }, { href: `${base}/mcp` }],
      },
      {
        anchor: `${base}/api`,
        'service-desc': [{ href: `${base}/openapi.json`, type: json }],
        'service-doc': [
          { href: `${base}/docs`, type: 'text/html' },
          { href: `${base}/docs.md`, type: 'text/markdown' },
        ],
        'service-meta': [{ href: `${base}/.well-known/oauth-protected-resource`, type: json }],
        status: [{ href: `${base}/healthz`, type: json }],
      },
      {
        anchor: `${base}/mcp`,
        'service-meta': [
          { href: `${base}/mcp/server-card`, type: 'application/mcp-server-card+json' },
          { href: `${base}/.well-known/oauth-protected-resource/mcp`, type: json },
        ],
        'service-doc': [{ href: `${base}/auth.md`, type: 'text/markdown' }],
      },
    ],
  };
}

/** The server card of SEP-2127 (draft): no member beyond its schema. */
export function serverCard(base: string, about: AboutTools): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: registryName(base, about.name),
    version: about.version,
    title: about.title,
    description: about.description.slice(0, 100),
    websiteUrl: about.websiteUrl,
    remotes: [
      {
        type: 'streamable-http',
        url: `${base}/mcp`,
        supportedProtocolVersions: protocol_versions,
        headers: [
          {
            name: 'Authorization',
            description: 'Bearer <API_KEY> from register_agent; five tools need it.',
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  };
}

/** The card that scanners look for at /.well-known/mcp/server-card.json, from the same facts. */
export function scannerCard(base: string, about: AboutTools): object {
  const { name, title, version, description, websiteUrl } = about;
  return {
    serverInfo: { name, title, version, description, websiteUrl },
    transport: { type: 'streamable-http', endpoint: `${base}/mcp` },
    url: `${base}/mcp`,
    protocolVersions: protocol_versions,
    capabilities: { tools: {} },
    authentication: { required: false, schemes: ['bearer'], documentation: `${base}/auth.md` },
    documentation: `${base}/docs`,
  };
}

/** /.well-known/ai-catalog.json: where the card of the tool server is found. */
export function aiCatalog(base: string, about: AboutTools): object {
  return {
    specVersion: '1.0',
    host: { displayName: 'Readymark', documentationUrl: `${base}/docs` },
    entries: [
      {
        identifier: `urn:air:${new URL(base).hostname}:${about.name}`,
        displayName: about.title,
        type: 'application/mcp-server-card+json',
        url: `${base}/mcp/server-card`,
        version: interface_version,
      },
    ],
  };
}

/** Reverse-DNS name with one slash, as the registry wants it: `com.example/readymark`. */
const registryName = (base: string, name: string) => `${new URL(base).hostname.split('.').reverse().join('.')}/${name}`;
