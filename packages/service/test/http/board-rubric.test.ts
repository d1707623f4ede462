import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exampleAudit, v1, v2 } from '../../../rubric/test/example-audit.ts';
import { listAudits } from '../../src/operations/agent/list-audits.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../src/operations/run.ts';
import { commit, operator, publish } from '../world/operator.ts';
import { engines, sharedDatabases, type TestContext, testContext } from '../world/service.ts';

/** Which rubric the leaderboard names (spec 9.3, decision 6), through both doors. */
sharedDatabases();

async function named(ctx: TestContext): Promise<string> {
  const index = JSON.parse(String(ctx.catalogue.current().document('/api/audits/index.json')?.bodies.identity));
  const { body } = await execute(ctx, listAudits, { kind: 'anonymous' }, {}, {});
  assert.equal(body.rubric_version, index.rubric_version, 'both doors say the same');
  return index.rubric_version;
}

const audit = (slug: string, rubric: typeof v1, audit_date = '2026-11-01') =>
  exampleAudit({ slug, company: slug, rubric, audit_date });

for (const engine of engines)
  describe(`the rubric of the board on ${engine}`, () => {
    test('is the newest that may be published while nothing is', async () => {
      assert.equal(await named(await testContext(engine)), 'v1');
      assert.equal(await named(await testContext(engine, { RUBRICS_PUBLISHABLE: 'v2,v1' })), 'v2');
    });

    test('is that of most current audits, and of equally many the newest', async () => {
      const ctx = await testContext(engine, { RUBRICS_PUBLISHABLE: 'v1,v2' });
      await publish(ctx, [audit('one', v2)]);
      assert.equal(await named(ctx), 'v2', 'only v2');
      await publish(ctx, [audit('two', v1)]);
      assert.equal(await named(ctx), 'v2', 'as many of each');
      await publish(ctx, [audit('three', v1)]);
      assert.equal(await named(ctx), 'v1', 'more of v1');
      await publish(ctx, [audit('three', v2, '2026-11-10')]);
      assert.equal(await named(ctx), 'v2', 'one has a newer audit');
      for (const slug of ['one', 'three'])
        await execute(ctx, retractCompany, operator, { slug, reason: 'Closed.' }, {});
      await ctx.catalogue.refresh();
      assert.equal(await named(ctx), 'v1', 'those of v2 are gone');
    });

    test('is not that of examples beside real companies', async () => {
      const ctx = await testContext(engine, { RUBRICS_PUBLISHABLE: 'v1,v2' });
      const examples = ['a', 'b'].map((slug) => exampleAudit({ slug, company: slug, fictional: true }));
      await publish(ctx, examples);
      assert.equal(await named(ctx), 'v1');
      await commit(ctx, [audit('real', v2)], { keep_examples: true });
      await ctx.catalogue.refresh();
      assert.equal(await named(ctx), 'v2');
    });
  });
