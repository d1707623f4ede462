import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines, sharedDatabases, testContext } from '../../../test/world/service.ts';
import { agentScopes } from '../../domain/agent.ts';
import { registerAgent } from '../agent/register-agent.ts';
import { requestAudit } from '../agent/request-audit.ts';
import type { Caller } from '../operation.ts';
import { execute } from '../run.ts';
import { expireReplies } from './expire-replies.ts';

sharedDatabases();

for (const engine of engines) {
  test(`what is stored for an idempotency key repeats nothing of the request, and is removed after 24 hours (${engine})`, async () => {
    const ctx = await testContext(engine);
    const { body } = await execute(ctx, registerAgent, { kind: 'anonymous' }, { type: 'anonymous' }, {});
    const caller: Caller = { kind: 'agent', registration_id: body.registration_id, scopes: agentScopes };
    const input = {
      company: 'Company-4711',
      website: 'https://site-4711.example/',
      notes: 'Notes-4711',
      contact_email: 'mail-4711@example.com',
    };
    await execute(ctx, requestAudit, caller, input, { idempotency_key: 'key-4711' });
    const kept = () => ctx.store.db.selectFrom('idempotency_keys').selectAll().execute();
    assert.equal((await kept()).length, 1);
    assert.doesNotMatch(JSON.stringify(await kept()), /4711/);
    ctx.clock.advance(86_400_000 - 1);
    await expireReplies(ctx);
    assert.equal((await kept()).length, 1);
    ctx.clock.advance(1);
    await expireReplies(ctx);
    assert.deepEqual(await kept(), []);
  });
}
