import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ToolServer, toolServer } from '../../src/doors/mcp/tool-server.ts';
import { envelope, fixture_input } from './fixture.ts';

/** What the door adds to the protocol for HTTP (decision 26). */
let door: ToolServer;
before(() => {
  door = toolServer(fixture_input());
});
after(() => door.close());

const json = { host: 'localhost:8080', 'content-type': 'application/json' };
const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const text = async (answer: ReturnType<ToolServer['handle']>) => ({
  ...(await answer),
  body: (await answer).body.map(String).join(''),
});
const post = (headers: Record<string, string | string[] | undefined> = {}, body: string | Uint8Array = list) =>
  text(door.handle({ method: 'POST', headers: { ...json, ...headers }, body }));
const rpc = (method: string, params: unknown, id: unknown = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });

test('every method but POST is 405 with Allow: POST', async () => {
  for (const method of ['GET', 'DELETE', 'PUT', 'PATCH', 'HEAD']) {
    const answer = await door.handle({ method, headers: json, body: '' });
    assert.deepEqual([answer.status, answer.headers.Allow], [405, 'POST']);
  }
});

test('a request for another host name, or from a page of another origin, is refused', async () => {
  for (const host of ['evil.example', 'localhost.evil.example', 'evil.example:8080', '', undefined])
    assert.equal((await post({ host })).status, 403, `Host ${host}`);
  for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example', 'file://'])
    assert.equal((await post({ origin })).status, 403, `Origin ${origin}`);
});

test('on loopback, every loopback name and port may call, and so may a client without an origin', async () => {
  for (const host of ['localhost', 'localhost:9999', '127.0.0.1:8080', '[::1]:8080'])
    assert.equal((await post({ host })).status, 200, host);
  for (const origin of ['http://localhost:6274', 'http://127.0.0.1', 'http://[::1]:1', '', undefined])
    assert.equal((await post({ origin })).status, 200, `Origin ${origin}`);
});

test('on a public address only its own origin may call, and loopback names only when the server is bound there', async () => {
  const input = fixture_input('https://scores.example');
  const headers = { ...json, host: 'scores.example' };
  const [open, bound] = [toolServer(input), toolServer({ ...input, listens_on: '127.0.0.1' })];
  const status = async (server: ToolServer, more: object) =>
    (await server.handle({ method: 'POST', headers: { ...headers, ...more }, body: list })).status;
  assert.equal(await status(open, { origin: 'https://scores.example' }), 200);
  assert.equal(await status(open, { origin: 'http://scores.example' }), 403);
  assert.equal(await status(open, { origin: 'http://localhost' }), 403);
  assert.equal(await status(open, { host: 'localhost:8080' }), 403);
  assert.equal(await status(bound, { host: 'localhost:8080' }), 200);
  await Promise.all([open.close(), bound.close()]);
});

test('a browser may send a preflight, and may read the reply', async () => {
  const origin = 'http://localhost:8080';
  const preflight = await door.handle({ method: 'OPTIONS', headers: { host: 'localhost:8080', origin }, body: '' });
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers['Access-Control-Allow-Origin'], origin);
  for (const name of ['Authorization', 'Content-Type', 'MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'])
    assert.match(preflight.headers['Access-Control-Allow-Headers'] ?? '', new RegExp(name));
  const answer = await post({ origin });
  assert.equal(answer.headers['Access-Control-Allow-Origin'], origin);
  assert.equal(answer.headers.Vary, 'Origin');
  const foreign = await door.handle({
    method: 'OPTIONS',
    headers: { host: 'localhost:8080', origin: 'https://evil.example' },
    body: '',
  });
  assert.deepEqual([foreign.status, foreign.headers['Access-Control-Allow-Origin']], [403, undefined]);
});

test('any Accept is answered with JSON, and no session is ever minted', async () => {
  for (const accept of ['application/json', 'text/event-stream', 'text/html', '*/*', '', undefined]) {
    for (const body of [
      list,
      rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } }),
    ]) {
      const answer = await post({ accept, 'mcp-session-id': 'mine' }, body);
      assert.deepEqual([answer.status, answer.headers['Content-Type']], [200, 'application/json']);
      assert.ok(!Object.keys(answer.headers).some((name) => /session/i.test(name)));
    }
  }
});

test('an array, bad JSON, bad UTF-8, another media type and a body over 64 KiB are refused', async () => {
  const code = async (body: string | Uint8Array, headers = {}) => {
    const answer = await post(headers, body);
    return [answer.status, JSON.parse(answer.body).error.code];
  };
  assert.deepEqual(await code(`[${list}]`), [400, -32600]);
  assert.deepEqual(await code('{'), [400, -32700]);
  assert.deepEqual(await code(Buffer.from([0x22, 0xff, 0x22])), [400, -32700]);
  assert.deepEqual(await code(list, { 'content-type': 'text/plain' }), [415, -32000]);
  assert.deepEqual(await code(Buffer.alloc(65_537, 0x20)), [413, -32000]);
  assert.deepEqual(await code('é'.repeat(32_769)), [413, -32000]);
  assert.equal(
    (await post({}, Buffer.concat([Buffer.from(list), Buffer.alloc(65_536 - list.length, 0x20)]))).status,
    200,
  );
});

test('each of many calls at once gets its own answer under its own id', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => (index % 2 ? index : `id ${index} "\u2028`));
  const answers = await Promise.all(
    ids.map((id, index) =>
      post({}, rpc('tools/call', { name: 'get_audit', arguments: { slug: index % 3 ? 'acme' : 'nobody' } }, id)),
    ),
  );
  for (const [index, answer] of answers.entries()) {
    const { id, result } = JSON.parse(answer.body);
    assert.equal(id, ids[index]);
    assert.equal(result.isError === true, index % 3 === 0);
  }
});

test('no client can cancel the call of another', async () => {
  const slow = Promise.withResolvers<void>();
  const input = fixture_input();
  const server = toolServer({ ...input, call: (...args) => slow.promise.then(() => input.call(...args)) });
  const send = (body: string) => text(server.handle({ method: 'POST', headers: json, body }));
  const call = send(rpc('tools/call', { name: 'get_audit', arguments: { slug: 'acme' } }));
  for (const id of [0, 1, 2, '1'])
    await send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${JSON.stringify(id)}}}`);
  slow.resolve();
  assert.equal(JSON.parse((await call).body).result.structuredContent.slug, 'acme');
  await server.close();
});

test('a call that is open when the door closes is answered, and so is a later one', async () => {
  const server = toolServer({ ...fixture_input(), call: () => new Promise(() => {}) });
  const call = text(server.handle({ method: 'POST', headers: json, body: rpc('tools/call', { name: 'get_audit' }) }));
  await new Promise((resolve) => setImmediate(resolve));
  await server.close();
  assert.equal(JSON.parse((await call).body).error.code, -32603);
  assert.equal(
    JSON.parse((await server.handle({ method: 'POST', headers: json, body: list })).body.map(String).join('')).error
      .code,
    -32603,
  );
});

test('the text block is the same JSON as structuredContent; a refusal is the error body as text, without structuredContent', async () => {
  const right = JSON.parse(
    (await post({}, rpc('tools/call', { name: 'get_audit', arguments: { slug: 'acme' } }))).body,
  ).result;
  assert.deepEqual(JSON.parse(right.content[0].text), right.structuredContent);
  const wrong = JSON.parse(
    (await post({}, rpc('tools/call', { name: 'get_audit', arguments: { slug: 7 } }))).body,
  ).result;
  assert.equal(wrong.isError, true);
  assert.equal(JSON.parse(wrong.content[0].text).error, 'invalid_request');
  assert.equal(wrong.structuredContent, undefined);
});

test('an internal error goes to the log and not to the caller', async () => {
  const logged: unknown[] = [];
  const server = toolServer({ ...fixture_input(), onerror: (error) => logged.push(error) });
  const answer = await text(
    server.handle({ method: 'POST', headers: json, body: rpc('tools/call', { name: 'fails' }) }),
  );
  assert.deepEqual([answer.status, JSON.parse(answer.body).error.code], [200, -32603]);
  assert.doesNotMatch(answer.body, /secret/);
  assert.match(String(logged[0]), /secret of the inside/);
  await server.close();
});

test('nesting that is too deep does not break the door', async () => {
  const deep = (n: number) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`;
  const bodies = [
    deep(10_000),
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${deep(10_000)}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_audit","arguments":${deep(10_000)}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"t","version":"1"},"capabilities":{"experimental":{"x":${deep(9_000)}}}}}`,
    `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${JSON.stringify(envelope()).replace('Capabilities":{}', `Capabilities":{"experimental":{"x":${deep(9_000)}}}`)}}}`,
  ];
  for (const body of bodies) {
    const answer = await post({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }, body);
    assert.ok(answer.status < 500, answer.body);
    const plain = await post({}, body);
    assert.ok(plain.status < 500, plain.body);
    assert.doesNotMatch(answer.body + plain.body, /call stack/);
  }
});

test('errors repeat nothing that the caller sent', async () => {
  const marker = 'xyzzy';
  const meta = { ...envelope(), 'io.modelcontextprotocol/clientCapabilities': { [marker]: marker } };
  const stateless = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': marker };
  const answers = await Promise.all([
    post({ host: marker }),
    post({ origin: marker }),
    post({ 'mcp-protocol-version': marker }),
    post(stateless, rpc('tools/call', { name: 'get_audit', _meta: meta })),
    post({ ...stateless, 'mcp-method': marker }, rpc('tools/call', { name: 'get_audit', _meta: meta })),
    post({ ...stateless, 'mcp-protocol-version': `2099-${marker}` }, rpc('tools/call', { name: marker })),
    post({}, rpc('tools/call', { name: marker })),
    post({}, rpc('tools/call', { name: 'get_audit', arguments: marker })),
    post({}, rpc('tools/list', { cursor: { [marker]: marker } })),
    post({}, rpc(marker, {})),
  ]);
  for (const answer of answers) {
    assert.ok(JSON.parse(answer.body).error, answer.body);
    assert.doesNotMatch(answer.body, /xyzzy/);
  }
});

/** The code and the message of a refusal, under which id; the message is short enough for a model. */
async function refused(body: string, headers = {}) {
  const answer = await post(headers, body);
  const { error, id } = JSON.parse(answer.body);
  assert.ok(error.message.length <= 150, error.message);
  return { status: answer.status, code: error.code, message: error.message, id };
}

test('arguments that are an object as JSON text are read, each time they are sent', async () => {
  const call = (id: number, sent: unknown) => post({}, rpc('tools/call', { name: 'get_audit', arguments: sent }, id));
  const plain = JSON.parse((await call(1, { slug: 'acme' })).body).result;
  for (const id of [2, 3]) {
    const answer = JSON.parse((await call(id, ' {"slug":"acme"}')).body);
    assert.deepEqual([answer.id, answer.result], [id, plain]);
  }
  assert.deepEqual(JSON.parse((await call(4, ' ')).body).result, JSON.parse((await call(5, {})).body).result);
});

test('a cursor that is no text is refused with what to do, in both eras; null and a text are the one page', async () => {
  const stateless = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
  for (const [headers, more] of [
    [{}, {}],
    [stateless, { _meta: envelope() }],
  ] as const) {
    for (const cursor of [5, true, {}, ['a']])
      assert.deepEqual(await refused(rpc('tools/list', { cursor, ...more }), headers), {
        status: 200,
        code: -32602,
        message: 'cursor must be a string. All tools are in one page: leave it out.',
        id: 1,
      });
    const lists = [{}, { cursor: null }, { cursor: '' }, { cursor: 'x' }].map(async (params) => {
      const answer = await post(headers, rpc('tools/list', { ...params, ...more }));
      return JSON.stringify(JSON.parse(answer.body).result?.tools);
    });
    assert.equal(new Set(await Promise.all(lists)).size, 1);
    assert.match(String(await lists[0]), /get_audit/);
  }
});

test('params that no request can have are refused by name', async () => {
  for (const [params, message] of [
    ['x', 'params must be a JSON object, or left out.'],
    [[1], 'params must be a JSON object, or left out.'],
    [{ _meta: 5 }, 'params._meta must be a JSON object, or left out.'],
    [{ _meta: { progressToken: {} } }, 'params._meta.progressToken must be a string or a whole number.'],
  ] as const)
    assert.deepEqual(await refused(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params })), {
      status: 400,
      code: -32600,
      message,
      id: 1,
    });
});

test('arguments that are no object are refused in one sentence, in both eras', async () => {
  const stateless = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'get_audit' };
  for (const sent of ['acme', '["acme"]', ['acme'], 7, true])
    for (const [headers, more] of [
      [{}, {}],
      [stateless, { _meta: envelope() }],
    ] as const)
      assert.deepEqual(await refused(rpc('tools/call', { name: 'get_audit', arguments: sent, ...more }), headers), {
        status: 200,
        code: -32602,
        message: 'arguments must be one JSON object, whose members are the arguments by name.',
        id: 1,
      });
  for (const params of [undefined, {}, { name: 7 }])
    assert.match((await refused(rpc('tools/call', params))).message, /^tools\/call takes params with name/);
});

test('initialize without what it needs says what that is', async () => {
  for (const params of [undefined, {}, { protocolVersion: '2025-11-25' }]) {
    const { code, message } = await refused(rpc('initialize', params));
    assert.equal(code, -32602);
    assert.match(message, /protocolVersion, capabilities and clientInfo/);
  }
});

test('a message that is no JSON-RPC request is told which member is wrong', async () => {
  const method = 'tools/list';
  for (const [message, said, id] of [
    [{ id: 1, method }, /^jsonrpc must be "2.0"/, 1],
    [{ jsonrpc: '1.0', id: 1, method }, /^jsonrpc must be "2.0"/, 1],
    [{ jsonrpc: '2.0', id: null, method }, /^id must be a string or a whole number/, null],
    [{ jsonrpc: '2.0', id: {}, method }, /^id must be a string or a whole number/, null],
    [{ jsonrpc: '2.0', id: 1, method: 7 }, /^method must be a string/, 1],
    [[], /not an array/, null],
    ['tools/list', /JSON object/, null],
    [null, /JSON object/, null],
  ] as const) {
    const answer = await refused(JSON.stringify(message));
    assert.deepEqual([answer.status, answer.code, answer.id], [400, -32600, id], JSON.stringify(message));
    assert.match(answer.message, said);
  }
});

test('a protocol version that is not served is answered with all that are', async () => {
  const { status, message } = await refused(list, { 'mcp-protocol-version': '2023-01-01' });
  assert.equal(status, 400);
  for (const version of ['2026-07-28', '2025-11-25', '2025-06-18']) assert.ok(message.includes(version), version);
});
