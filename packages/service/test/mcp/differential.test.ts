import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createMcpHandler, ProtocolError, Server } from '@modelcontextprotocol/server';
import { type ToolServer, toolServer } from '../../src/doors/mcp/tool-server.ts';
import { envelope, fixture_input, fixture_tools } from './fixture.ts';

/**
 * The door replies as the SDK's own handler does: the same status, JSON-RPC error code and result, for correct and
 * wrong requests of both eras. Where it differs on purpose, `differs` says why.
 */
const input = fixture_input();
let door: ToolServer;
before(() => {
  door = toolServer(input);
});
after(() => door.close());

const sdk = createMcpHandler(
  () => {
    const server = new Server(input.info, {
      instructions: input.instructions,
      capabilities: { tools: {} },
      cacheHints: {
        'tools/list': { ttlMs: 300_000, cacheScope: 'public' },
        'server/discover': { ttlMs: 300_000, cacheScope: 'public' },
      },
    });
    server.setRequestHandler('tools/list', () => ({ tools: [...fixture_tools] }));
    server.setRequestHandler('tools/call', async ({ params }) => {
      if (!fixture_tools.some(({ name }) => name === params.name)) throw new ProtocolError(-32602, 'Unknown tool');
      const result = await input.call(params.name, params.arguments ?? {}, {
        headers: {},
        query: '',
        client: undefined,
      });
      if ('error' in result) return { isError: true, content: [{ type: 'text', text: JSON.stringify(result.error) }] };
      const text =
        'document' in result
          ? Buffer.from(result.document).toString()
          : 'json' in result
            ? result.json
            : 'pieces' in result
              ? (await Array.fromAsync(result.pieces())).join('')
              : JSON.stringify(result.structuredContent);
      return { structuredContent: JSON.parse(text), content: [{ type: 'text', text }] };
    });
    return server;
  },
  { maxRequestBodySize: 65_536 },
);

type Reply = { status: number; body: unknown };
type Probe = {
  title: string;
  headers?: Record<string, string>;
  method?: string;
  body: unknown;
  raw?: string;
  differs?: Reply;
};

async function theirs({ headers, body, raw, method = 'POST' }: Probe): Promise<Reply> {
  const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  const content = method === 'POST' ? { body: raw ?? JSON.stringify(body) } : {};
  const response = await sdk.fetch(new Request('http://localhost:8080/mcp', { method, headers: all, ...content }));
  const text = await response.text();
  const json = response.headers.get('content-type')?.startsWith('text/event-stream')
    ? /^data: ([^\n]*)$/m.exec(text)?.[1]
    : text;
  return { status: response.status, body: json ? JSON.parse(json) : undefined };
}

async function ours({ headers, body, raw, method = 'POST' }: Probe): Promise<Reply & { type: string | undefined }> {
  const all = { host: 'localhost:8080', 'content-type': 'application/json', ...headers };
  const answer = await door.handle({ method, headers: all, body: raw ?? JSON.stringify(body) });
  return {
    status: answer.status,
    type: answer.headers['Content-Type'],
    body: answer.body.length ? JSON.parse(answer.body.map(String).join('')) : undefined,
  };
}

/** What must be equal: the whole result, or the code of an error and the versions that it names. */
function essence({ status, body }: Reply): unknown {
  const message = body as
    | { id?: unknown; result?: unknown; error?: { code: number; data?: { supported?: unknown } } }
    | undefined;
  if (!message?.error) return { status, body };
  return { status, code: message.error.code, supported: message.error.data?.supported };
}

const stateless = (
  method: string,
  params: object = {},
  headers: Record<string, string> = {},
  meta: unknown = envelope(),
): Probe => ({
  title: `stateless ${method} ${JSON.stringify(params)} ${JSON.stringify(headers)} ${JSON.stringify(meta)}`,
  headers: {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...('name' in params && typeof params.name === 'string' ? { 'mcp-name': params.name } : {}),
    ...headers,
  },
  body: { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: meta } },
});
const without = (probe: Probe, header: string): Probe => {
  const { [header]: _, ...headers } = probe.headers ?? {};
  return { ...probe, title: `${probe.title} without ${header}`, headers };
};
const legacy = (method: string, params?: unknown, headers: Record<string, string> = {}): Probe => ({
  title: `legacy ${method} ${JSON.stringify(params)} ${JSON.stringify(headers)}`,
  headers,
  body: { jsonrpc: '2.0', id: 'a', method, ...(params === undefined ? {} : { params }) },
});
const initialize = (version: unknown) =>
  legacy('initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 't', version: '1' } });
const raw = (text: string, headers: Record<string, string> = {}, differs?: Reply): Probe => ({
  title: `${text.slice(0, 60)} ${JSON.stringify(headers)}`,
  body: undefined,
  raw: text,
  headers,
  ...(differs ? { differs } : {}),
});
const call = { name: 'get_audit', arguments: { slug: 'acme' } };
const modern_header = { 'mcp-protocol-version': '2026-07-28' };
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'];

const corpus: readonly Probe[] = [
  // stateless, valid
  stateless('server/discover'),
  stateless('tools/list'),
  stateless('tools/list', { cursor: 'x' }),
  stateless('tools/call', call),
  stateless('tools/call', { name: 'get_audit', arguments: { slug: 'acme', as_document: true } }),
  stateless('tools/call', { name: 'get_audit', arguments: { slug: 'nobody' } }),
  stateless('tools/call', { name: 'get_audit', arguments: { slug: 5 } }),
  stateless('tools/call', { name: 'get_audit' }),
  stateless('tools/call', call, { 'mcp-name': '=?base64?Z2V0X2F1ZGl0?=' }),
  stateless('tools/call', call, { 'mcp-name': '  get_audit ' }),
  stateless('tools/list', {}, {}, { ...envelope(), progressToken: 5 }),
  stateless('tools/list', {}, {}, { ...envelope(), 'io.modelcontextprotocol/clientInfo': undefined }),
  // stateless, invalid
  // The SDK calls it an internal error, which the client cannot mend (decision 190).
  { ...stateless('tools/list', { cursor: 5 }), differs: { status: 200, body: { error: { code: -32602 } } } },
  stateless('tools/list', {}, {}, { ...envelope(), progressToken: {} }),
  stateless('tools/call', { name: 'nothing' }),
  stateless('tools/call', { name: 5 }),
  stateless('tools/call', {}),
  stateless('tools/call', { name: 'get_audit', arguments: 'x' }),
  stateless('tools/call', { name: 'get_audit', arguments: [] }),
  stateless('tools/call', { name: 'fails' }),
  stateless('tools/call', { ...call, inputResponses: { a: 1 }, requestState: 'x' }),
  stateless('tools/call', { ...call, requestState: 5 }),
  stateless('tools/call', call, { 'mcp-name': 'other' }),
  stateless('tools/call', call, { 'mcp-name': '=?base64?!!?=' }),
  stateless('tools/call', call, { 'mcp-name': '=?base64?/w==?=' }),
  without(stateless('tools/call', call), 'mcp-name'),
  without(stateless('tools/call', call), 'mcp-method'),
  without(stateless('tools/call', call), 'mcp-protocol-version'),
  without(stateless('server/discover'), 'mcp-protocol-version'),
  stateless('tools/call', call, { 'mcp-method': 'tools/list' }),
  stateless('tools/call', call, { 'mcp-protocol-version': '2025-11-25' }),
  stateless('tools/call', call, { 'mcp-protocol-version': '2099-01-01' }),
  stateless('tools/list', {}, { 'mcp-protocol-version': '2099-01-01' }, envelope('2099-01-01')),
  stateless('tools/list', {}, { 'mcp-protocol-version': '2025-11-25' }, envelope('2025-11-25')),
  stateless('tools/list', {}, { 'mcp-protocol-version': 'nonsense' }, envelope('nonsense')),
  stateless('tools/list', {}, {}, envelope(5)),
  stateless('tools/list', {}, {}, { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }),
  stateless('tools/list', {}, {}, {}),
  stateless('tools/list', {}, {}, 5),
  stateless('tools/list', {}, {}, { ...envelope(), 'io.modelcontextprotocol/clientCapabilities': 'x' }),
  stateless('tools/list', {}, {}, { ...envelope(), 'io.modelcontextprotocol/clientInfo': 5 }),
  ...[
    'ping',
    'initialize',
    'logging/setLevel',
    'resources/list',
    'resources/read',
    'prompts/list',
    'completion/complete',
  ].map((method) =>
    stateless(
      method,
      method === 'resources/read' ? { uri: 'x:y' } : {},
      method === 'resources/read' ? { 'mcp-name': 'x:y' } : {},
    ),
  ),
  ...['nothing/known', 'constructor', 'tasks/get', 'subscriptions/unlisten'].map((method) => stateless(method)),
  {
    ...stateless('subscriptions/listen', { notifications: { toolsListChanged: true } }),
    differs: { status: 404, body: { error: { code: -32601 } } },
  },
  // legacy, valid
  ...versions.map(initialize),
  initialize('2099-01-01'),
  initialize('2026-07-28'),
  legacy('ping'),
  legacy('tools/list'),
  legacy('tools/list', { cursor: 'x' }),
  ...versions.map((version) => legacy('tools/call', call, { 'mcp-protocol-version': version })),
  legacy('tools/call', { name: 'get_audit', arguments: { slug: 'acme', as_document: true } }),
  legacy('tools/call', { name: 'get_audit', arguments: { slug: 'nobody' } }),
  legacy('tools/call', { name: 'get_audit' }),
  legacy('tools/call', { ...call, _meta: { progressToken: 1 } }),
  legacy('tools/call', call, { 'mcp-method': 'tools/list', 'mcp-name': 'other' }),
  // legacy, invalid
  // The SDK calls it an internal error, which the client cannot mend (decision 190).
  ...[initialize(5), legacy('initialize', {})].map((probe) => ({
    ...probe,
    differs: { status: 200, body: { error: { code: -32602 } } },
  })),
  legacy('initialize', {}, { 'mcp-protocol-version': '1999-01-01' }),
  { ...initialize('2025-11-25'), headers: { 'mcp-protocol-version': '1999-01-01' } },
  { ...initialize('2025-11-25'), headers: modern_header },
  legacy('tools/list', undefined, { 'mcp-protocol-version': '1999-01-01' }),
  legacy('tools/list', undefined, modern_header),
  legacy('tools/list', {}, { 'mcp-protocol-version': '2099-01-01' }),
  { ...legacy('tools/list', { cursor: 5 }), differs: { status: 200, body: { error: { code: -32602 } } } },
  legacy('tools/call', { name: 'nothing' }),
  legacy('tools/call', {}),
  legacy('tools/call', { name: 'get_audit', arguments: 'x' }),
  legacy('tools/call', { name: 'fails' }),
  ...[
    'nothing/known',
    'server/discover',
    'resources/list',
    'prompts/list',
    'logging/setLevel',
    'subscriptions/listen',
    'toString',
  ].map((m) => legacy(m, {})),
  // not a request
  raw('{"jsonrpc":"2.0","method":"notifications/initialized"}'),
  raw('{"jsonrpc":"2.0","method":"notifications/initialized"}', { 'mcp-protocol-version': '1999-01-01' }),
  raw('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'),
  raw('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}', modern_header),
  raw('{"jsonrpc":"2.0","method":"notifications/x"}', { ...modern_header, 'mcp-method': 'notifications/y' }),
  raw('{"jsonrpc":"2.0","method":"notifications/x"}', { 'mcp-protocol-version': '2099-01-01' }),
  raw(`{"jsonrpc":"2.0","method":"notifications/x","params":{"_meta":${JSON.stringify(envelope(5))}}}`),
  raw(`{"jsonrpc":"2.0","method":"notifications/x","params":{"_meta":${JSON.stringify(envelope())}}}`),
  raw('{"jsonrpc":"2.0","id":1,"result":{}}'),
  raw('{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}'),
  raw('{"jsonrpc":"2.0","id":1,"result":{}}', modern_header),
  raw('{"jsonrpc":"2.0","id":null,"method":"tools/list"}'),
  raw('{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}'),
  raw('{"jsonrpc":"2.0","id":{},"method":"tools/list"}'),
  raw('{"jsonrpc":"1.0","id":1,"method":"tools/list"}'),
  raw('{"id":1,"method":"tools/list"}'),
  raw('{"jsonrpc":"2.0","id":1,"method":5}'),
  raw('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}'),
  raw('{"jsonrpc":"2.0","id":1,"method":"tools/list","more":1}'),
  raw('{}'),
  raw('null'),
  raw('5'),
  raw('"x"'),
  raw('[]'),
  raw('[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', {}, { status: 400, body: { error: { code: -32600 } } }),
  raw('not JSON'),
  raw(''),
  raw(' '),
  raw(`{"x":"${'x'.repeat(70_000)}"}`),
  raw('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', { 'content-type': 'text/plain' }),
  raw('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', { 'content-type': 'application/json; charset=utf-8' }),
  raw('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', { 'content-type': 'application/jsonx' }),
  ...['GET', 'DELETE', 'PUT', 'PATCH'].map((method) => ({ ...raw(''), method, title: method })),
];

for (const probe of corpus) {
  test(`replies as the SDK does: ${probe.title}`, async () => {
    const answer = await ours(probe);
    assert.deepEqual(essence(answer), essence(probe.differs ?? (await theirs(probe))));
    assert.equal(answer.type, answer.body === undefined ? undefined : 'application/json');
  });
}
