import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { engines, sharedDatabases, type TestContext, testContext } from '../../test/world/service.ts';
import type { Tx } from './engine/engine.ts';
import { claimRows, hasLease, released } from './leases.ts';

sharedDatabases();

const time = (second: number) => new Date(Date.UTC(2026, 10, 21, 12, 0, second)).toISOString();

async function withNotices(ctx: TestContext, count: number): Promise<void> {
  const shared = { kind: 'completed', subject_id: 'req_1', publication: 0, status: 'pending', attempts: 0 };
  const rows = Array.from({ length: count }, (_, at) => ({
    ...shared,
    notice_id: `ntc_${at}`,
    registration_id: `reg_${at}`,
    due_at: time(at),
    created_at: time(0),
    since: time(0),
  }));
  await ctx.store.db.insertInto('notices').values(rows).execute();
}

const first = (limit: number) => (tx: Tx) =>
  tx.selectFrom('notices').select('notice_id as id').orderBy('due_at').limit(limit);
const claim = ({ store }: TestContext, lease_by: string, now: number, limit: number) =>
  claimRows(store, { table: 'notices', key: 'notice_id' }, first(limit), {
    lease_by,
    now: time(now),
    lease_until: time(now + 30),
  });

for (const engine of engines)
  describe(`leases on ${engine}`, () => {
    test('a row is claimed once until its lease ends or is released', async () => {
      const ctx = await testContext(engine);
      await withNotices(ctx, 3);
      assert.deepEqual(await claim(ctx, 'lea_a', 0, 2), ['ntc_0', 'ntc_1']);
      assert.deepEqual(await claim(ctx, 'lea_b', 29, 2), ['ntc_2']);
      assert.deepEqual(await claim(ctx, 'lea_c', 29, 2), []);
      assert.deepEqual(await claim(ctx, 'lea_c', 89, 2), [], 'a lease that was not released lasts a minute longer');
      assert.deepEqual(await claim(ctx, 'lea_d', 90, 3), ['ntc_0', 'ntc_1']);
      const release = (lease_by: string) =>
        ctx.store.db.updateTable('notices').set(released).where(hasLease(lease_by)).executeTakeFirst();
      assert.equal((await release('lea_a')).numUpdatedRows, 0n, 'a lease that was taken over releases nothing');
      assert.equal((await release('lea_d')).numUpdatedRows, 2n);
      assert.deepEqual(await claim(ctx, 'lea_e', 91, 3), ['ntc_0', 'ntc_1']);
    });

    test('a worker whose clock is a minute ahead, or behind, takes no lease that another one is using', async () => {
      const ctx = await testContext(engine);
      await withNotices(ctx, 2);
      assert.deepEqual(await claim(ctx, 'lea_behind', 60, 1), ['ntc_0']);
      assert.deepEqual(await claim(ctx, 'lea_ahead', 120, 2), ['ntc_1']);
      assert.deepEqual(await claim(ctx, 'lea_behind', 89, 2), []);
      assert.deepEqual(await claim(ctx, 'lea_ahead', 149, 2), []);
    });

    test('two workers at once never claim the same row', async () => {
      const ctx = await testContext(engine);
      await withNotices(ctx, 60);
      const claimed = await Promise.all(Array.from({ length: 6 }, (_, at) => claim(ctx, `lea_${at}`, 0, 10)));
      const rows = claimed.flat();
      assert.equal(new Set(rows).size, rows.length);
      assert.ok(rows.length >= 10, `${rows.length} were claimed`);
    });
  });
