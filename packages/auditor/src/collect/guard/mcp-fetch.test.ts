import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fetched, FetchOrder } from '../fetch.ts';
import { guardedFetch } from './mcp-fetch.ts';

const endpoint = 'https://api.example.com/mcp';
const answer = (status: number | null, text?: string, type = 'application/json'): Fetched => ({
  item: {
    role: 'mcp',
    method: 'POST',
    url: endpoint,
    accept: 'application/json',
    fetched_at: '2026-11-22T00:00:00.000Z',
    redirects: [],
    status,
    headers: { 'content-type': type },
    bytes: text?.length ?? 0,
    sha256: null,
    truncated: false,
    problem: status === null ? 'timeout' : null,
    detail: status === null ? 'no answer in time' : null,
  },
  body: text === undefined ? undefined : new TextEncoder().encode(text),
});

test('a client posts to the declared endpoint, and gets the answer', async () => {
  const orders: FetchOrder[] = [];
  const seen: Fetched[] = [];
  const given = guardedFetch(
    async (order) => {
      orders.push(order);
      return answer(200, '{"result":1}');
    },
    endpoint,
    (fetched) => seen.push(fetched),
  );
  const response = await given(endpoint, {
    method: 'POST',
    body: '{"id":1}',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
  });
  assert.deepEqual([response.status, await response.json()], [200, { result: 1 }]);
  assert.deepEqual(
    orders.map(({ url, method, body, accept }) => ({ url, method, body, accept })),
    [{ url: endpoint, method: 'POST', body: '{"id":1}', accept: 'application/json' }],
  );
  assert.equal(seen.length, 1);
});

test('nothing else is asked: no stream, no end of a session, no other address', async () => {
  const given = guardedFetch(() => Promise.reject(new Error('asked')), endpoint);
  for (const [url, method] of [
    [endpoint, 'GET'],
    [endpoint, 'DELETE'],
    ['https://other.example.com/mcp', 'POST'],
    [`${endpoint}?x=1`, 'POST'],
  ] as const)
    assert.equal((await given(url, { method })).status, 405);
});

test('no answer is an error of the network, and statuses without a body have none', async () => {
  await assert.rejects(
    guardedFetch(async () => answer(null), endpoint)(endpoint, { method: 'POST' }),
    /no answer in time/,
  );
  await assert.rejects(guardedFetch(async () => answer(999), endpoint)(endpoint, { method: 'POST' }), TypeError);
  const empty = await guardedFetch(async () => answer(204, 'x'), endpoint)(endpoint, { method: 'POST' });
  assert.equal(await empty.text(), '');
});

test('an answer that is nested deeper than people write is not parsed by the client', async () => {
  const deep = `{"jsonrpc":"2.0","id":1,"result":{"a":${'['.repeat(300)}${']'.repeat(300)}}}`;
  for (const [type, text] of [
    ['application/json', deep],
    ['text/event-stream', `event: message\ndata: ${deep}\n\n`],
    // An odd quotation mark outside of the data hides nothing.
    ['text/event-stream; charset=utf-8', `: "\r\nid: "\r\ndata: {"a":1}\r\n\r\ndata:${deep}`],
  ] as const) {
    const seen: Fetched[] = [];
    const given = guardedFetch(
      async () => answer(200, text, type),
      endpoint,
      (fetched) => seen.push(fetched),
    );
    await assert.rejects(given(endpoint, { method: 'POST', body: '{}' }), /nested too deep/);
    assert.equal(seen.length, 1, 'it is evidence all the same');
  }
  const flat = `data: {"text":"${'['.repeat(300)}"}\n\n`;
  const given = guardedFetch(async () => answer(200, flat, 'text/event-stream'), endpoint);
  assert.equal(await (await given(endpoint, { method: 'POST', body: '{}' })).text(), flat);
});
