import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit, rubrics } from '../../../rubric/test/example-audit.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { showKeys } from '../../src/operations/public-log/show-key.ts';
import { execute } from '../../src/operations/run.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { commit, operator } from '../world/operator.ts';
import { engines, sharedDatabases, type TestContext, testService } from '../world/service.ts';
import { readNode } from './read-node.ts';

/**
 * Two nodes publish at once, one of which has no key, and readers compare (decision 143): log, records, proofs and index
 * agree at every moment, whatever is published.
 */
sharedDatabases();

/** All that can be published about companies of one writer, one after another. */
function deeds(ctx: TestContext, name: string): (() => Promise<unknown>)[] {
  const [slug, moved, other] = [`${name}-one`, `${name}-moved`, `${name}-other`];
  const reason = 'The audit was of another company of this name.';
  return [
    () => commit(ctx, [exampleAudit({ slug, audit_date: '2026-05-01' }), exampleAudit({ slug: other })]),
    () => commit(ctx, [exampleAudit({ slug, scores: 2 })]),
    () => commit(ctx, [exampleAudit({ slug, scores: 4 }), exampleAudit({ slug: other, scores: 1 })], { replace: true }),
    () => execute(ctx, correctCompany, operator, { slug, company: `${name} Corporation` }, {}),
    () => execute(ctx, correctCompany, operator, { slug, new_slug: moved }, {}),
    () => execute(ctx, retractCompany, operator, { slug: other, reason }, {}),
    () => commit(ctx, [exampleAudit({ slug: `${name}-last` })]),
  ];
}

for (const engine of engines)
  test(`whoever reads any node of two that publish finds a signed proof of every score (${engine})`, async () => {
    const one = await testService(engine);
    const { DATA_DIR, DATABASE_URL } = one.settings;
    const none = { DATA_DIR, DATABASE_URL, SIGNING_KEY_FILE: `${DATA_DIR}/none` };
    const nodes = [one, await testService(engine, none, one.clock)];
    const key = (await showKeys(one)).keys[0]?.key ?? assert.fail();
    let publishing = true;
    const states = new Set<number>();
    const readers = nodes.map(async ({ url }) => {
      let read = 0;
      while (publishing) {
        const shown = await readNode(url, key);
        if (!shown) continue;
        assert.deepEqual(shown.problems, []);
        states.add(shown.size);
        read += 1;
      }
      return read;
    });
    for (const [at] of deeds(one, 'a').entries()) {
      const before = states.size;
      await Promise.all(nodes.map((node, of) => deeds(node, 'ab'[of] ?? '')[at]?.()));
      // A reader has found its state whole, so that not only the first and the last are compared.
      await until(() => states.size > before, 'a reader found the new state whole');
    }
    publishing = false;
    for (const read of await Promise.all(readers)) assert.ok(read > 0);
    for (const { url, catalogue } of nodes) {
      await catalogue.refresh();
      assert.deepEqual(await readNode(url, key), { size: 20, companies: 4, problems: [] });
    }
    const found = (await runDoctor(one.store, rubrics, () => {})).flatMap(({ findings }) => findings);
    assert.deepEqual(found, []);
  });
