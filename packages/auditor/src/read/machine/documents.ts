import { listOf, objectOf, wordOf } from '../parse-data.ts';
import type { MachineDocument, MachineKind, ReadItem } from '../site.ts';

type Json = Readonly<Record<string, unknown>>;

const has = (value: Json, ...names: string[]) =>
  names.some((name) => value[name] !== undefined && value[name] !== null);
const words = (value: Json, ...names: string[]) => names.every((name) => wordOf(value[name]) !== undefined);

/**
 * What a JSON body is, by its shape; its address only decides between kinds that look alike. Undefined when it is none
 * of them.
 */
export function machineKind(item: ReadItem, parsed: unknown): MachineKind | undefined {
  const path = new URL(item.final_url).pathname.toLowerCase();
  if (item.role === 'mcp_live' || item.role === 'api_live' || item.role === 'status_json') return item.role;
  const value = objectOf(parsed);
  if (!value) return Array.isArray(parsed) && /pricing|plans|catalog|products/.test(path) ? 'pricing_json' : undefined;
  return shapes.find(([, fits]) => fits(value, path, item))?.[0] ?? 'json';
}

const shapes: readonly (readonly [MachineKind, (value: Json, path: string, item: ReadItem) => boolean])[] = [
  ['api_catalog', (value) => Array.isArray(value.linkset)],
  [
    'protected_resource',
    (value) =>
      words(value, 'resource') &&
      has(value, 'authorization_servers', 'scopes_supported', 'bearer_methods_supported', 'jwks_uri'),
  ],
  [
    'authorization_server',
    (value) =>
      words(value, 'issuer') && has(value, 'token_endpoint', 'authorization_endpoint', 'jwks_uri', 'agent_auth'),
  ],
  ['signatures_directory', (value, path) => Array.isArray(value.keys) && /http-message-signatures|jwks/.test(path)],
  [
    'ucp',
    (value, path) => has(value, 'ucp') || (path.endsWith('/ucp') && has(value, 'capabilities', 'services', 'payment')),
  ],
  [
    'acp',
    (value, path) =>
      /\/acp(?:\.json)?$/.test(path) &&
      has(value, 'protocol', 'endpoints', 'checkout', 'capabilities', 'version', 'api_base_url'),
  ],
  [
    'agent_card',
    (value, path) =>
      has(value, 'skills', 'capabilities') &&
      words(value, 'name') &&
      has(value, 'url', 'protocolVersion', 'defaultInputModes', 'supportedInterfaces', 'endpoint') &&
      !/mcp/.test(path),
  ],
  [
    'ai_catalog',
    (value, path) =>
      (/ai-catalog|\/ard\.json$/.test(path) &&
        has(value, 'entries', 'capabilities', 'services', 'agents', 'resources', 'items', 'specVersion')) ||
      listOf(value.entries).some((one) => /^urn:air:/i.test(wordOf(objectOf(one)?.identifier) ?? '')),
  ],
  [
    'skills_index',
    (value, path) =>
      Array.isArray(value.skills) &&
      (/skill/.test(path) || listOf(value.skills).some((one) => has(objectOf(one) ?? {}, 'url', 'files', 'path'))),
  ],
  ['mcp_card', (value, path) => isMcpCard(value, path)],
  ['agent_card', (value, path) => /\/agent(?:-card)?\.json$/.test(path) && has(value, 'name', 'available', 'status')],
  [
    'status_json',
    (value) =>
      has(objectOf(value.status) ?? {}, 'indicator', 'description') && has(value, 'page', 'components', 'incidents'),
  ],
  [
    'status_json',
    (value) =>
      has(objectOf(value.page) ?? {}, 'status') ||
      has(objectOf(objectOf(value.data)?.attributes) ?? {}, 'aggregate_state'),
  ],
  ['pricing_json', (value, path) => isPricing(value, path)],
];

/** The card of an MCP server has no settled shape: any of its names for an address will do, beside an identity. */
function isMcpCard(value: Json, path: string): boolean {
  const address = has(
    value,
    'url',
    'serverUrl',
    'endpoint',
    'remotes',
    'servers',
    'mcpServers',
    'transport',
    'transports',
    'endpoints',
    'mcp',
  );
  const named = /(?:^|[/.-])mcp(?:[/.-]|$)/.test(path);
  return (
    (named && (address || has(value, 'available', 'status', 'serverInfo'))) ||
    (has(value, 'mcpServers', 'serverInfo', 'serverUrl') && address)
  );
}

function isPricing(value: Json, path: string): boolean {
  if (!/pricing|plans|catalog|products|tiers|offers/.test(path) && !has(value, 'plans', 'tiers', 'pricing'))
    return false;
  return ['plans', 'tiers', 'products', 'pricing', 'items', 'offers', 'catalog'].some(
    (name) => typeof value[name] === 'object' && value[name] !== null,
  );
}

/** A text that is a document for machines: security.txt, auth.md, prices in Markdown, a feed. */
export function textKind(item: ReadItem, text: string): MachineKind | undefined {
  const path = new URL(item.final_url).pathname.toLowerCase();
  if (/html/.test(item.content_type)) return undefined;
  const head = text.slice(0, 5000);
  if (/\/security\.txt$/.test(path) && /^contact\s{0,9}:/im.test(head)) return 'security_txt';
  if (/\/auth\.md$/.test(path)) return 'auth_md';
  if (/\/(?:pricing|prices|plans)\.(?:md|txt)$/.test(path)) return 'pricing_md';
  if (/markdown/.test(item.content_type) && /\/(?:pricing|plans)\/?$/.test(path)) return 'pricing_md';
  if (/^\s{0,99}<(?:\?xml|rss|feed)/.test(head) && /<(?:rss|feed)[\s>]/.test(head)) return 'feed';
  return undefined;
}

/** Whether a document says of itself that it offers nothing. */
function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  const of = objectOf(value);
  if (!of) return true;
  if (of.available === false || of.enabled === false) return true;
  if (
    /^(?:not[ _-]?available|unavailable|disabled|none|planned|coming[ _-]?soon|not[ _-]?implemented)$/i.test(
      wordOf(of.status) ?? '',
    )
  )
    return true;
  const lists = ['linkset', 'skills', 'entries', 'servers', 'remotes', 'plans', 'keys', 'authorization_servers'].filter(
    (name) => of[name] !== undefined,
  );
  const [first] = lists;
  return (
    lists.length === 1 &&
    first !== undefined &&
    (Array.isArray(of[first]) ? listOf(of[first]).length === 0 : false) &&
    !has(of, 'url', 'serverUrl', 'endpoint')
  );
}

export const documentOf = (item: ReadItem, kind: MachineKind, value: unknown): MachineDocument => ({
  item,
  kind,
  value,
  empty: isEmpty(value),
});
