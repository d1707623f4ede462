import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines, sharedDatabases, testContext } from '../../test/world/service.ts';
import { type RequestStatus, requestStatuses } from '../domain/request/request.ts';
import { countRequests, queuePositions } from './queue.ts';
import { historiesOf } from './request-details.ts';
import { requestRecords } from './request-records.ts';
import { findRequest, insertRequest, moveRequest, requestsOf } from './requests.ts';

/** Requests in the store: moves (spec 3, decision 19), the queue and turnaround (decision 18), on both engines. */
sharedDatabases();

for (const engine of engines) {
  const opened = testContext(engine);
  const time = (second: number) => new Date(Date.parse('2026-11-21T12:00:00.000Z') + second * 1000).toISOString();
  const submit = async (request_id: string, second: number, registration_id = 'reg_a') => {
    const { store } = await opened;
    const request = {
      request_id,
      registration_id,
      company: 'A',
      website: 'https://WWW.a.example:8443/x',
      contact_email: null,
      address_hash: null,
      notes: null,
    };
    await store.transaction(async (tx) =>
      countRequests(tx, [await insertRequest(tx, { ...request, submitted_at: time(second) })]),
    );
  };
  const move = async (request_id: string, to: RequestStatus, second = 60) => {
    const { store } = await opened;
    return store.transaction(async (tx) => {
      const result = await moveRequest(tx, request_id, { to, at: time(second), operator: 'op' });
      if (result && 'moved' in result) await countRequests(tx, [result.change]);
      return result;
    });
  };
  const path: Record<RequestStatus, RequestStatus[]> = {
    received: [],
    in_review: ['in_review'],
    scheduled: ['in_review', 'scheduled'],
    completed: ['in_review', 'scheduled', 'completed'],
    declined: ['declined'],
  };
  const allowed = new Set([
    'received in_review',
    'in_review scheduled',
    'scheduled completed',
    'received declined',
    'in_review declined',
    'scheduled declined',
  ]);

  test(`every allowed move is made and recorded, every other changes nothing (${engine})`, async () => {
    const { store } = await opened;
    for (const from of requestStatuses) {
      for (const to of requestStatuses) {
        const id = `req_${from}_${to}`;
        await submit(id, 0, 'reg_moves');
        for (const step of path[from]) await move(id, step);
        const result = await move(id, to, 99);
        const after = await findRequest(store.db, id);
        const history = (await historiesOf(store.db, [id])).get(id)?.map(({ status }) => status);
        if (allowed.has(`${from} ${to}`)) {
          assert.ok(result && 'moved' in result && result.moved.status === to, id);
          assert.deepEqual(
            [after?.status, after?.status_changed_at, history],
            [to, time(99), ['received', ...path[from], to]],
          );
        } else {
          assert.ok(result && 'refused' in result && result.refused.length > 20, id);
          assert.deepEqual([after?.status, history], [from, ['received', ...path[from]]]);
        }
      }
    }
    assert.equal(await move('req_none', 'in_review'), undefined);
  });

  test(`of two simultaneous moves one is made (${engine})`, async () => {
    const { store } = await opened;
    await submit('req_race', 0);
    const results = await Promise.all(
      ['in_review', 'declined', 'in_review', 'declined'].map((to) => move('req_race', to as RequestStatus)),
    );
    const made = results.filter((result) => result && 'moved' in result).length;
    const history = (await historiesOf(store.db, ['req_race'])).get('req_race') ?? [];
    assert.equal(history.length, made + 1);
    assert.deepEqual(
      history.map(({ status }) => status),
      made === 1 ? ['received', 'declined'] : ['received', 'in_review', 'declined'],
    );
  });

  test(`the place in the queue counts all waiting requests, oldest first (${engine})`, async () => {
    const { store } = await opened;
    await store.db.deleteFrom('audit_requests').execute();
    await store.db.deleteFrom('waiting_counts').execute();
    for (const [id, second] of [
      ['req_3', 3],
      ['req_1', 1],
      ['req_2', 2],
      ['req_2b', 2],
      ['req_5', 5],
    ] as const)
      await submit(id, second, id === 'req_3' ? 'reg_b' : 'reg_a');
    const rows = async () => [
      ...(await requestsOf(store.db, 'reg_a', { limit: 50 })),
      ...(await requestsOf(store.db, 'reg_b', { limit: 50 })),
    ];
    assert.deepEqual(Object.fromEntries(await queuePositions(store.db, await rows())), {
      req_1: 1,
      req_2: 2,
      req_2b: 3,
      req_3: 4,
      req_5: 5,
    });
    await move('req_2', 'declined');
    await move('req_1', 'in_review');
    assert.deepEqual(Object.fromEntries(await queuePositions(store.db, await rows())), {
      req_1: 1,
      req_2b: 2,
      req_3: 3,
      req_5: 4,
    });
    const row = (await findRequest(store.db, 'req_5')) as NonNullable<Awaited<ReturnType<typeof findRequest>>>;
    assert.deepEqual(Object.fromEntries(await queuePositions(store.db, [row])), { req_5: 4 });
    // Before and after it in other minutes, hours, days and years.
    const before = [-30, -90, -4_000, -5_000, -86_400, -200_000, -40_000_000];
    for (const [at, second] of before.entries()) await submit(`req_before${at}`, second);
    for (const [at, second] of [40, 70, 4_000, 90_000, 40_000_000].entries()) await submit(`req_after${at}`, second);
    assert.deepEqual(Object.fromEntries(await queuePositions(store.db, [row])), { req_5: 4 + before.length });
    await move('req_before6', 'declined');
    assert.deepEqual(Object.fromEntries(await queuePositions(store.db, [row])), { req_5: 3 + before.length });
    assert.equal(row.site, 'www.a.example');
  });

  test(`waiting days are those of completed requests, null without any (${engine})`, async () => {
    const { store } = await opened;
    await store.db.deleteFrom('audit_requests').execute();
    await store.db.deleteFrom('waiting_counts').execute();
    await submit('req_w', 0, 'reg_w');
    const queue = async () =>
      (await requestRecords(store.db, await requestsOf(store.db, 'reg_w', { limit: 50 }))).records[0]?.queue;
    assert.deepEqual(await queue(), { position: 1, waiting_days_p50: null, waiting_days_p90: null });
    for (let days = 1; days <= 10; days++) {
      await submit(`req_d${days}`, 0);
      for (const step of path.completed) await move(`req_d${days}`, step, days * 86_400);
    }
    assert.deepEqual(await queue(), { position: 1, waiting_days_p50: 5, waiting_days_p90: 9 });
  });
}
