import assert from 'node:assert/strict';
import { test } from 'node:test';
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
