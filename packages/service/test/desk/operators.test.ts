import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { call } from '../world/call.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';

/** Operators in the database (decision 103), beside those of the setting. */
sharedDatabases();

for (const engine of engines)
  describe(`operators on ${engine}`, () => {
    test('are known to every node from one call to the next, and no longer after they were removed', async () => {
      const one = await testService(engine, { OPERATOR_TOKENS });
      const { DATA_DIR, DATABASE_URL } = one.settings;
      const two = await testService(engine, { DATA_DIR, DATABASE_URL }, one.clock);
      const status = async (url: string, key: string) => (await call(url, 'GET', '/api/desk/requests', { key })).status;
      const { json: made } = await call(one.url, 'POST', '/api/desk/operators', {
        key: operator_token,
        body: { name: 'grace' },
      });
      assert.deepEqual(Object.keys(made), ['name', 'token', 'created_at']);
      assert.deepEqual([await status(one.url, made.token), await status(two.url, made.token)], [200, 200]);
      assert.equal(await status(two.url, operator_token), 401, 'the setting of the other node does not name her');
      assert.equal((await call(one.url, 'GET', '/api/agent/me', { key: made.token })).status, 401);
      one.clock.advance(61_000);
      const removed = await call(two.url, 'DELETE', '/api/desk/operators/grace', { key: made.token });
      assert.deepEqual([removed.status, removed.json], [200, { name: 'grace', removed: true, still_set: false }]);
      assert.deepEqual([await status(one.url, made.token), await status(two.url, made.token)], [401, 401]);
      const { json } = await call(one.url, 'GET', '/api/desk/actions?subject_id=grace', { key: operator_token });
      assert.deepEqual(
        json.actions.map(({ operator, action }: { operator: string; action: string }) => [operator, action]),
        [
          ['grace', 'remove_operator'],
          ['ada', 'add_operator'],
        ],
      );
      const again = await call(one.url, 'POST', '/api/desk/operators', {
        key: operator_token,
        body: { name: 'grace' },
      });
      assert.notEqual(again.json.token, made.token, 'a new token for a name that was free again');
      await two.stop();
      await one.stop();
    });

    test('are stored as a hash: a token is nowhere in the database, the lists, the record of actions or the log', async () => {
      const service = await testService(engine, { OPERATOR_TOKENS });
      const add = () =>
        call(service.url, 'POST', '/api/desk/operators', { key: operator_token, body: { name: 'grace' } });
      const { token } = (await add()).json;
      assert.equal((await add()).status, 409);
      assert.equal((await call(service.url, 'GET', '/api/desk/due', { key: token })).status, 200);
      const rows = await sql`select * from operators`.execute(service.store.db);
      const actions = await sql`select * from desk_actions`.execute(service.store.db);
      const list = await call(service.url, 'GET', '/api/desk/operators', { key: token });
      const [grace, ada] = list.json.operators;
      assert.deepEqual(grace, {
        name: 'grace',
        from: 'database',
        created_at: '2026-11-21T12:00:00.000Z',
        created_by: 'ada',
        last_used_at: '2026-11-21T12:00:00.000Z',
      });
      assert.deepEqual([ada.name, ada.from, ada.created_at], ['ada', 'setting', null]);
      const hash = (rows.rows[0] as { token_hash: string }).token_hash;
      for (const text of [JSON.stringify(rows), JSON.stringify(actions), list.text, service.log_lines.join('')])
        assert.ok(!text.includes(token.slice(4)));
      assert.ok(!list.text.includes(hash));
      await service.stop();
    });

    test('are listed with the minute in which they last called', async () => {
      const service = await testService(engine, { OPERATOR_TOKENS });
      const body = { name: 'grace' };
      const { token } = (await call(service.url, 'POST', '/api/desk/operators', { key: operator_token, body })).json;
      const used = async () => {
        const { status, json } = await call(service.url, 'GET', '/api/desk/operators', { key: token });
        assert.equal(status, 200);
        return json.operators[0].last_used_at;
      };
      assert.equal(await used(), '2026-11-21T12:00:00.000Z');
      service.clock.advance(30_000);
      assert.equal(await used(), '2026-11-21T12:00:00.000Z');
      service.clock.advance(30_000);
      assert.equal(await used(), '2026-11-21T12:01:00.000Z');
      await service.stop();
    });
  });
