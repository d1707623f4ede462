import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { transportsOf } from './transports.ts';

/** Which addresses of a card are those of its server: only to these may anything be posted. */
const base = 'https://acme.example/.well-known/mcp/server-card.json';
const of = (card: unknown) => transportsOf(card, base);
const nothing = { typed: [], untyped: [] };

describe('the card of an MCP server', () => {
  for (const type of ['streamable-http', 'streamableHttp', 'sse', 'http'])
    test(`names the address of a transport of the type ${type}`, () => {
      assert.deepEqual(of({ remotes: [{ type, url: 'https://api.acme.example/mcp' }] }).typed, [
        'https://api.acme.example/mcp',
      ]);
      assert.deepEqual(of({ transport: { type, endpoint: '/mcp' } }).typed, ['https://acme.example/mcp']);
      assert.deepEqual(of({ transport: type, serverUrl: '/rpc' }).typed, ['https://acme.example/rpc']);
      assert.deepEqual(of({ mcpServers: { acme: { type, url: '/rpc' } } }).typed, ['https://acme.example/rpc']);
    });

  test('names an address without a type, which is not sure', () => {
    assert.deepEqual(of({ name: 'acme', url: '/mcp' }), {
      typed: [],
      untyped: ['https://acme.example/mcp'],
      none: false,
    });
  });

  for (const card of [
    { transport: 'none', url: '/docs/install' },
    { transport: 'stdio', serverUrl: '/mcp', documentation: { url: '/install' } },
    { transport: { type: 'stdio' }, endpoint: '/mcp' },
    { remotes: [{ type: 'stdio', url: '/mcp' }], url: '/mcp' },
    { serverInfo: { available: false }, url: '/mcp' },
  ])
    test(`names none where it says that there is none: ${JSON.stringify(card)}`, () => {
      assert.deepEqual(of(card), { ...nothing, none: true });
    });

  test('names no address of what the server has', () => {
    const card = {
      resources: [{ uri: 'https://acme.example/guide', url: '/guide' }],
      tools: [{ url: '/tool', endpoint: '/tool' }],
      documentation: { url: '/install' },
      icon: '/icon.png',
      serverInfo: { url: '/about' },
    };
    assert.deepEqual(of(card), { ...nothing, none: false });
  });

  test('may be anything', () => {
    for (const card of [null, 'x', [], { remotes: 'x' }, { mcpServers: [null, 3] }, { url: 7 }, { url: 'http://[' }])
      assert.deepEqual(of(card), { ...nothing, none: false });
  });
});
