import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testService } from '../world/service.ts';

/** Decision 4. */
test('every reply to a call has an id of its own, which the log repeats, and documents have none', async () => {
  const service = await testService('sqlite');
  const call = (path: string, init?: RequestInit) => fetch(service.url + path, init);
  const registered = await call('/api/agent/auth', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-id': 'chosen-by-the-caller' },
    body: JSON.stringify({ type: 'anonymous' }),
  });
  const { api_key } = (await registered.json()) as { api_key: string };
  const own = await call('/api/agent/me', { headers: { authorization: `Bearer ${api_key}` } });
  const refused = await call('/api/agent/me');
  assert.deepEqual([registered.status, own.status, refused.status], [201, 200, 401]);
  const ids = [registered, own, refused].map(({ headers }) => headers.get('x-request-id') ?? '');
  assert.equal(new Set(ids).size, 3);
  for (const id of ids) {
    assert.match(id, /^call_[0-9a-f]{32}$/);
    assert.equal(service.log_lines.filter((line) => line.includes(id)).length, 1, id);
  }
  for (const path of ['/api/audits/index.json', '/', '/llms.txt'])
    assert.equal((await call(path)).headers.get('x-request-id'), null, path);
});
