import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { declineRequest } from '../src/operations/desk/decline-request.ts';
import { execute } from '../src/operations/run.ts';
import { queuePositions } from '../src/store/queue.ts';
import { requestsOf } from '../src/store/requests.ts';
import { runDoctor } from '../src/store/upkeep/doctor.ts';
import { call, newKey } from './world/call.ts';
import { addWaitingRequests } from './world/measure/waiting-requests.ts';
import { operator } from './world/operator.ts';
import { engines, fakeClock, sharedDatabases, testContext, testService } from './world/service.ts';

/** A place in the queue costs the same however long the queue is (decision 18). */
sharedDatabases();

const WAITING = 60_000;
/** Each of another site: one that waits for a site is the answer to a second request for it. */
let sites = 0;
const body = () => ({ company: 'Acme', website: `https://acme-${++sites}.example` });

for (const engine of engines) {
  test(`a place behind ${WAITING} waiting requests is found without counting them, on ${engine}`, async () => {
    const clock = fakeClock();
    const service = await testService(engine, {}, clock);
    const { store, url } = service;
    const key = await newKey(url);
    const { request_id } = (await call(url, 'POST', '/api/audit-requests', { key, body: body() })).json;
    await addWaitingRequests(service, new Date(clock.now().getTime() - 7 * 86_400_000), WAITING);
    const mine = await call(url, 'GET', `/api/audit-requests/${request_id}`, { key });
    assert.equal(mine.json.queue.position, WAITING + 1);
    const next = await call(url, 'POST', '/api/audit-requests', { key, body: body() });
    assert.equal(next.json.queue.position, WAITING + 2);

    const { registration } = (await call(url, 'GET', '/api/agent/me', { key })).json;
    const rows = await requestsOf(store.db, registration.registration_id, { limit: 2 });
    // Beside counting them all, in the same moments, so that other work on this machine slows both.
    const fastest = { place: Number.POSITIVE_INFINITY, counting: Number.POSITIVE_INFINITY };
    for (let round = 0; round < 12; round += 1) {
      const begun = performance.now();
      await queuePositions(store.db, rows);
      const between = performance.now();
      await sql`select count(*) from audit_requests where status in ('received', 'in_review', 'scheduled')
        and (submitted_at, request_id) <= (${clock.now().toISOString()}, 'req_x')`.execute(store.db);
      fastest.place = Math.min(fastest.place, between - begun);
      fastest.counting = Math.min(fastest.counting, performance.now() - between);
    }
    assert.ok(fastest.place < fastest.counting / 3, JSON.stringify(fastest));
    await service.stop();
  });

  test(`requests that come and go at once leave the counts right, on ${engine}`, async () => {
    const clock = fakeClock();
    const service = await testService(engine, { AUDIT_REQUESTS_PER_DAY: '1000' }, clock);
    const { DATA_DIR, DATABASE_URL } = service.settings;
    const desk = await testContext(engine, { DATA_DIR, DATABASE_URL }, clock);
    const keys = await Promise.all(Array.from({ length: 6 }, () => newKey(service.url)));
    const request = async (key: string) => {
      const { status, json } = await call(service.url, 'POST', '/api/audit-requests', { key, body: body() });
      assert.equal(status, 201);
      return json.request_id as string;
    };
    const first = [];
    for (let at = 0; at < 18; at += 1) {
      first.push(await request(keys[at % keys.length] ?? ''));
      clock.advance(at % 2 ? 40_000 : 50 * 60_000);
    }
    await Promise.all([
      ...keys.flatMap((key) => [request(key), request(key), request(key)]),
      ...first.slice(0, 12).map((request_id, at) => {
        const ctx = at % 2 ? desk : service;
        return execute(ctx, declineRequest, operator, { request_id, reason: 'Not an offer.' }, {});
      }),
    ]);
    const { json } = await call(service.url, 'GET', `/api/audit-requests/${first[12]}`, { key: keys[0] ?? '' });
    assert.equal(json.queue.position, 1);
    const found = (await runDoctor(service.store, service.rubrics, () => {})).flatMap(({ findings }) => findings);
    assert.deepEqual(found, []);
    await desk.close();
    await service.stop();
  });
}
