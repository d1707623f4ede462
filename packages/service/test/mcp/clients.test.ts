import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { fixture } from './fixture.ts';

/** The official client with every way of negotiating a version, on a real listening server. */
const eras = {
  legacy: { mode: 'legacy' },
  auto: { mode: 'auto' },
  pinned: { mode: { pin: '2026-07-28' } },
} as const satisfies Record<string, ClientOptions['versionNegotiation']>;

let server: Awaited<ReturnType<typeof fixture>>;
before(async () => {
  server = await fixture();
});
after(() => server.close());

for (const [name, versionNegotiation] of Object.entries(eras)) {
  test(`the official client connects, lists and calls: ${name}`, async () => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    assert.equal(client.getNegotiatedProtocolVersion(), name === 'legacy' ? '2025-11-25' : '2026-07-28');
    assert.equal(client.getInstructions(), 'Call get_audit.');
    assert.equal(client.getServerVersion()?.name, 'fixture');
    assert.deepEqual(client.getServerCapabilities(), { tools: {} });
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map((tool) => tool.name),
      ['get_audit', 'fails'],
    );
    const right = await client.callTool({ name: 'get_audit', arguments: { slug: 'acme' } });
    assert.equal((right.structuredContent as { slug: string }).slug, 'acme');
    const wrong = await client.callTool({ name: 'get_audit', arguments: { slug: 'nobody' } });
    assert.equal(wrong.isError, true);
    await assert.rejects(client.callTool({ name: 'nothing', arguments: {} }), { code: -32602 });
    await client.close();
  });
}
