import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../../../test/world/wait.ts';
import type { Asker } from '../src/catalogue/needs/turns/callers.ts';
import { call } from './world/call.ts';
import { publish } from './world/operator.ts';
import { testService } from './world/service.ts';

/** Nobody who asks many needs keeps others from an answer (decision 192). */
const service = await testService('sqlite');
const examples = join(import.meta.dirname, '../../../examples');
await publish(service, [JSON.parse(readFileSync(join(examples, 'glyphorrel_2026-09-17.audit.json'), 'utf8'))]);

const NEED = '/api/audits?need=invoice+OCR';
const toolBody = (need = 'invoice OCR') => ({
  ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
  params: { name: 'list_audits', arguments: { need } },
});
const from = (client: string) => ({ 'x-forwarded-for': client });
const ask = (client: string) => call(service.url, 'GET', NEED, { headers: from(client) });
const askTool = async (client: string) => {
  const { json } = await call(service.url, 'POST', '/mcp', { body: toolBody(), headers: from(client) });
  return { is_error: json.result.isError === true, ...JSON.parse(json.result.content[0].text) };
};

describe('a client whose needs are being answered', () => {
  test('is refused more of them at both doors, with the next step, and nobody else is', async () => {
    const held = Array.from({ length: 8 }, () => service.catalogue.needs.begin({ client: '192.0.2.1' }));
    const { status, headers, json } = await ask('192.0.2.1');
    assert.equal(status, 503);
    assert.equal(headers.get('retry-after'), '1');
    assert.equal(json.error, 'unavailable');
    assert.match(json.message, /ask for few at a time/);
    assert.match(json.remedy, /Try again after the number of seconds in Retry-After/);
    const refused = await askTool('192.0.2.1');
    assert.ok(refused.is_error);
    assert.deepEqual([refused.error, refused.message, refused.retry_after], ['unavailable', json.message, 1]);
    assert.match(refused.remedy, /Wait retry_after seconds, then call again/);
    // Lists without a need, and other clients, are answered.
    const list = await call(service.url, 'GET', '/api/audits?query=glyphorrel', { headers: from('192.0.2.1') });
    assert.equal(list.json.total, 1);
    assert.equal((await ask('192.0.2.2')).json.total, 1);
    held[0]?.end();
    assert.equal((await ask('192.0.2.1')).json.total, 1);
    assert.equal((await ask('192.0.2.1')).json.total, 1, 'each answer makes room for the next');
    assert.equal((await askTool('192.0.2.1')).total, 1);
    for (const one of held) one.end();
  });

  test('makes room with each call that is refused, too', async () => {
    for (let time = 0; time < 20; time++) {
      const { status } = await call(service.url, 'GET', `${NEED}&sort=nothing`, { headers: from('192.0.2.3') });
      assert.equal(status, 422);
    }
    assert.equal((await ask('192.0.2.3')).status, 200);
  });
});

test('a client that closes its connection is known to be gone at both doors', async () => {
  const { needs } = service.catalogue;
  const begin = needs.begin.bind(needs);
  const askers: Asker[] = [];
  needs.begin = (by = {}) => {
    askers.push(by);
    return begin(by);
  };
  try {
    const body = JSON.stringify(toolBody('what nobody asked before'));
    for (const request of [
      `GET ${NEED} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nAccept: application/json\r\nX-Forwarded-For: 192.0.2.9\r\n\r\n${body}`,
    ]) {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
      await once(socket, 'connect');
      socket.write(request);
      await until(() => askers.length === 1, 'the need is asked');
      const [asker] = askers.splice(0);
      assert.equal(asker?.gone?.(), false);
      socket.destroy();
      await until(() => asker?.gone?.() === true, 'it is known to be gone');
    }
  } finally {
    needs.begin = begin;
  }
});
