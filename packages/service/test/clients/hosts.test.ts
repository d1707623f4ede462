import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { call } from '../world/call.ts';
import { testService } from '../world/service.ts';

/** What hosts of agents are given (decision 194): each line is read as its host reads it, and leads to the tools. */
const service = await testService('sqlite');
const base = service.settings.BASE_URL;
const read = async (path: string) => (await call(service.url, 'GET', path)).text;

/** Connects to an address of a host's line, as it is reached here, and lists the tools. */
async function toolsAt(address: string): Promise<string[]> {
  assert.ok(address.startsWith(`${base}/`), address);
  const client = new Client({ name: 'a host', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(address.replace(base, service.url))));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

/** The address in a line: that of a command, of a JSON file, or the line itself. */
function addressIn(line: string): string {
  if (!line.startsWith('{')) return line.split(' ').at(-1) ?? '';
  const { mcpServers, servers = mcpServers, ...others } = JSON.parse(line);
  assert.deepEqual([Object.keys(servers), others], [['readymark'], {}]);
  const { type, url, command, args = [], ...more } = servers.readymark;
  assert.deepEqual(more, {});
  assert.ok(type === undefined || type === 'http', type);
  assert.equal(command === 'npx', url === undefined);
  return url ?? args.at(-1);
}

describe('hosts of agents', () => {
  test('find a line each in both forms of the reference, and each leads to the tools', async () => {
    const [, section = ''] = /^## Hosts\n([\s\S]*?)^## /m.exec(await read('/docs.md')) ?? [];
    const lines = [...section.matchAll(/^- ([\w ,]+?)(?: \(([^)]+)\))?: `(.+)`$/gm)];
    const names = lines.map(([, name]) => name);
    for (const host of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'Gemini CLI', 'Codex'])
      assert.ok(names.includes(host), host);
    const page = await (await fetch(`${service.url}/docs`, { headers: { accept: 'text/html' } })).text();
    const shown = page.replaceAll('&quot;', '"').replaceAll('&#34;', '"');
    for (const [, name = '', , line = ''] of lines) {
      assert.ok(shown.includes(`<code>${line}</code>`), 'it is not on the page');
      assert.equal((await toolsAt(addressIn(line))).length, 9, name);
    }
  });

  test('may take .mcp.json as it is served', async () => {
    const file = await read('/mcp.json');
    assert.ok((await read('/docs.md')).includes(`(.mcp.json): \`${file}\``));
    assert.equal((await toolsAt(addressIn(file))).length, 9);
  });

  test('may be published in the MCP registry with server.json', async () => {
    const { $schema, name, title, description, version, websiteUrl, remotes, ...more } = JSON.parse(
      await read('/server.json'),
    );
    assert.equal($schema, 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json');
    // Reverse DNS of the host, which the registry proves, and one slash.
    assert.match(name, /^test\.readymark\/[a-zA-Z0-9._-]+$/);
    assert.ok(name.length >= 3 && name.length <= 200);
    assert.ok(title.length >= 1 && title.length <= 100);
    assert.ok(description.length >= 1 && description.length <= 100);
    assert.match(version, /^\d+\.\d+\.\d+$/);
    assert.ok(URL.canParse(websiteUrl));
    const [{ type, url, headers, ...others }, ...further] = remotes;
    assert.deepEqual(
      [type, others, further, more],
      ['streamable-http', {}, [], {}],
      'nothing that its schema does not have',
    );
    assert.deepEqual(Object.keys(headers[0]), ['name', 'description', 'isRequired', 'isSecret']);
    assert.equal((await toolsAt(url)).length, 9);
  });
});
