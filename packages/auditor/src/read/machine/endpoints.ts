import type { MachineDocument } from '../site.ts';

const ADDRESS_KEYS = ['url', 'serverUrl', 'endpoint', 'uri', 'baseUrl'];

/** Addresses of the server in a card of whatever shape. */
export function endpointsOf({ value }: Pick<MachineDocument, 'value'>): string[] {
  const found: string[] = [];
  const visit = (one: unknown, depth: number): void => {
    if (one === null || typeof one !== 'object' || depth > 3 || found.length > 20) return;
    if (Array.isArray(one)) {
      for (const inner of one.slice(0, 20)) visit(inner, depth + 1);
      return;
    }
    const object = one as Record<string, unknown>;
    for (const key of ADDRESS_KEYS) {
      const url = object[key];
      if (typeof url === 'string' && /^https:\/\//.test(url)) found.push(url);
    }
    for (const key of ['transport', 'transports', 'remotes', 'servers', 'mcpServers', 'endpoints', 'mcp', 'serverInfo'])
      visit(object[key], depth + 1);
    if (depth > 0) for (const inner of Object.values(object)) visit(inner, depth + 1);
  };
  visit(value, 0);
  return [...new Set(found)];
}
