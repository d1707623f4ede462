import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, newKey } from '../../../test/world/call.ts';
import { OPERATOR_TOKENS, operator_token } from '../../../test/world/operator.ts';
import { testService } from '../../../test/world/service.ts';

test('every reply is counted by route and status, on the fast path and behind node:http', async () => {
  const { url } = await testService('sqlite');
  const read = async (path: string) => (await fetch(url + path)).text();
  const counted = async () =>
    new Map((await read('/metrics')).split('\n').map((line) => line.split(' ') as [string, string]));
  const of = (status: number) => `readymark_http_requests_total{route="document",status="${status}"}`;
  for (const path of ['/api/audits/index.json', '/api/audits/index.json?a=1', '/api/audits/nobody.json'])
    await read(path);
  const first = await counted();
  assert.deepEqual([first.get(of(200)), first.get(of(404))], ['2', '1']);
  await read('/api/audits/index.json');
  assert.equal((await counted()).get(of(200)), '3');
});

test('requests and letters are counted by status, with the age of the oldest request that waits, every 15 seconds', async () => {
  const service = await testService('sqlite', { OPERATOR_TOKENS });
  const key = await newKey(service.url, { contact_email: 'agent@agents.example' });
  const ask = async (company: string) => {
    const body = { company, website: 'https://acme.example/' };
    return (await call(service.url, 'POST', '/api/audit-requests', { key, body })).json.request_id;
  };
  const metric = async (name: string) => {
    const { text } = await call(service.url, 'GET', '/metrics');
    const line = text.split('\n').find((one) => one.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(' ')[1]);
  };
  const refused = await ask('Spamville');
  service.clock.advance(60_000);
  await ask('Acme');
  service.clock.advance(3_600_000);
  const reason = { reason: 'No offer.' };
  await call(service.url, 'POST', `/api/desk/requests/${refused}/decline`, { key: operator_token, body: reason });
  assert.equal(await metric('readymark_requests{status="received"}'), 1);
  assert.equal(await metric('readymark_requests{status="declined"}'), 1);
  assert.equal(await metric('readymark_requests{status="scheduled"}'), 0);
  assert.equal(await metric('readymark_requests_waiting'), 1);
  assert.equal(await metric('readymark_requests_oldest_seconds'), 3_600);
  assert.equal(await metric('readymark_operator_mail_overdue_seconds'), 0);
  assert.equal(await metric('readymark_notices{status="failed"}'), 0);
  await ask('Beta');
  service.clock.advance(14_999);
  assert.equal(await metric('readymark_requests_waiting'), 1);
  service.clock.advance(1);
  assert.equal(await metric('readymark_requests_waiting'), 2);
});
