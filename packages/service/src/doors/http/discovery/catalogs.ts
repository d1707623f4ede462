import { isIP } from 'node:net';
import { interface_version, version } from '../../../settings.ts';

/** What the cards say about the tool server. The MCP door provides it, so that cards and `server/discover` agree. */
export type AboutTools = {
  info: { name: string; title: string; version: string; description: string; websiteUrl: string };
  /** Revisions of MCP that /mcp serves (decision 26), newest first. */
  protocol_versions: readonly string[];
  /** Names of the tools that need a key. */
  keyed_tools: readonly string[];
};

/** /api: where everything is, for whoever begins at the root of the API. */
export const apiRoot = (base: string): object => ({
  name: 'Readymark API',
  version: interface_version,
  summary: `${base}/llms.txt`,
  calls: `${base}/docs.md`,
  interface_description: `${base}/openapi.json`,
  getting_a_key: `${base}/auth.md`,
  scores: `${base}/api/audits/index.json`,
  tool_server: `${base}/mcp`,
});

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

/** The server card of SEP-2127 (draft), without members beyond its schema, which allows descriptions of 100 characters. */
export function serverCard(base: string, { info, protocol_versions, keyed_tools }: AboutTools) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: registryName(base, info.name),
    version: info.version,
    title: info.title,
    description: info.description,
    websiteUrl: info.websiteUrl,
    remotes: [
      {
        type: 'streamable-http',
        url: `${base}/mcp`,
        supportedProtocolVersions: protocol_versions,
        headers: [
          {
            name: 'Authorization',
            description: `Bearer <API_KEY> from register_agent; needed by ${keyed_tools.join(', ')}.`,
            isRequired: false,
            isSecret: true,
          },
        ],
      },
    ],
  };
}

/** /server.json: what `mcp-publisher` sends to the MCP registry (schema of 2025-12-11), which tests that the host is ours. */
export function registryEntry(base: string, about: AboutTools): object {
  const { $schema: _, remotes, ...card } = serverCard(base, about);
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...card,
    // The registry's schema knows no revisions of the protocol.
    remotes: remotes.map(({ supportedProtocolVersions: _, ...remote }) => remote),
  };
}

/** The card that scanners look for at /.well-known/mcp/server-card.json, from the same facts. */
export function scannerCard(base: string, { info, protocol_versions }: AboutTools): object {
  const { name, title, version, description, websiteUrl } = info;
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

/**
 * /.well-known/ard.json (ARD v0.91): the address of the tool server's card. `specVersion` and `host` are of its predecessor: ARD ignores
 * them, and checkers that do not know it yet demand them.
 */
export function agentResources(base: string, { info }: AboutTools): object {
  return {
    specVersion: '1.0',
    host: { displayName: 'Readymark', documentationUrl: `${base}/docs` },
    entries: [
      {
        identifier: `urn:air:${new URL(base).hostname}:${info.name}`,
        displayName: info.title,
        type: 'application/mcp-server-card+json',
        url: `${base}/mcp/server-card`,
        version,
        representativeQueries: [
          'Which of these suppliers can an agent sign up with and buy from by itself?',
          'How ready is this company for AI agents, and what is the evidence?',
          'Has the score of a company that I watch moved since last month?',
        ],
      },
    ],
  };
}

/** Reverse-DNS name with one slash, as the MCP registry requires: `com.example/readymark`. */
function registryName(base: string, name: string): string {
  const { hostname } = new URL(base);
  const is_address = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return `${is_address ? 'localhost' : hostname.split('.').reverse().join('.')}/${name}`;
}
