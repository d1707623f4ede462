import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { renameLocalLog } from '../../../src/operations/public-log/rotate-key.ts';
import { readiness } from '../../../src/operations/readiness.ts';
import { publish } from '../../world/operator.ts';
import { engines, sharedDatabases, testContext } from '../../world/service.ts';
import { beside } from '../signing-nodes.ts';

/** A log that was named after the machine on which the service was tried gets the name of its address (decision 167). */
sharedDatabases();

const LOCAL = { BASE_URL: 'http://localhost:8080' };
const example = { ...exampleAudit({ slug: 'one' }), framework: 'Agent Readiness Framework (fictional)' };

for (const engine of engines)
  describe(`a log that began on localhost, on ${engine}`, () => {
    test('is named after BASE_URL while only examples were published, once, by one of its nodes', async () => {
      const tried = await testContext(engine, LOCAL);
      await tried.signer.begin();
      await publish(tried, [example]);
      assert.equal(await renameLocalLog(await beside(tried, LOCAL)), undefined);

      const nodes = [await beside(tried), await beside(tried)] as const;
      const renamed = await Promise.all(nodes.map(renameLocalLog));
      assert.deepEqual(
        renamed.flatMap((one) => one?.origin ?? []),
        ['readymark.test/log'],
      );
      const [node] = nodes;
      await node.signer.begin();
      assert.doesNotMatch(node.log_lines.join(''), /keeps the name/);
      await publish(node, [exampleAudit({ slug: 'two' })]);
      assert.equal((await readiness(node)).status, 'ready');
      assert.ok(node.catalogue.current().version >= 2);
    });

    test('keeps its name once a company that exists was published, and where the key is elsewhere', async () => {
      const tried = await testContext(engine, LOCAL);
      await tried.signer.begin();
      const elsewhere = await beside(tried, { SIGNING_KEY_FILE: `${tried.signer.file}-elsewhere` });
      assert.equal(await renameLocalLog(elsewhere), undefined);
      await publish(tried, [exampleAudit({ slug: 'two' })]);
      const moved = await beside(tried);
      assert.equal(await renameLocalLog(moved), undefined);
      await moved.signer.begin();
      assert.match(moved.log_lines.join(''), /"name":"localhost:8080\/log".+keeps the name/);
    });
  });
