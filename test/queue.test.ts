import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, newKey } from './world/call.ts';
import { addWaitingRequests } from './world/measure/waiting-requests.ts';
import { engines, fakeClock, sharedDatabases, testService } from './world/service.ts';

/** A place in the queue costs the same however long the queue is (decision 56). */
sharedDatabases();

const WAITING = 60_000;
const body = { company: 'Acme', website: 'https://acme.example' };

for (const engine of engines)
  test(`behind ${WAITING} waiting requests calls take as long as in an empty queue, on ${engine}`, async () => {
    const clock = fakeClock();
    const service = await testService(engine, { AUDIT_REQUESTS_PER_DAY: '1000' }, clock);
    const { url } = service;
    const key = await newKey(url);
    // The shortest of several times, because other work on this machine makes single calls slower.
    const fastest = async (method: string, path: string): Promise<{ ms: number; position: number }> => {
      const times = [];
      let position = 0;
      for (let round = 0; round < 25; round += 1) {
        const started = performance.now();
        const { json, status } = await call(url, method, path, { key, ...(method === 'POST' && { body }) });
        times.push(performance.now() - started);
        assert.ok(status < 300);
        position = json.queue.position;
      }
      return { ms: Math.min(...times), position };
    };
    const { json } = await call(url, 'POST', '/api/audit-requests', { key, body });
    const path = `/api/audit-requests/${json.request_id}`;
    const empty = { get: await fastest('GET', path), post: await fastest('POST', '/api/audit-requests') };
    await addWaitingRequests(service, new Date(clock.now().getTime() - 7 * 86_400_000), WAITING);
    const full = { get: await fastest('GET', path), post: await fastest('POST', '/api/audit-requests') };
    assert.deepEqual([empty.get.position, full.get.position], [1, WAITING + 1]);
    assert.deepEqual([empty.post.position, full.post.position], [26, WAITING + 51]);
    for (const kind of ['get', 'post'] as const) {
      const [before, after] = [empty[kind].ms, full[kind].ms];
      assert.ok(after < before + 6, `${kind}: ${before.toFixed(1)} ms, then ${after.toFixed(1)} ms`);
    }
    await service.stop();
  });
