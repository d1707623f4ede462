import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { reading, verifyScore } from '@readymark/verify';
import { timeLimit } from '../../../../../test/world/wait.ts';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { hostileDocuments, serveHostile } from '../../world/network/hostile-documents.ts';
import { lyingService } from '../../world/network/lying-service.ts';
import { publish } from '../../world/operator.ts';
import { readymark, temporaryFolder } from '../../world/readymark.ts';
import { testService } from '../../world/service.ts';

/** Documents that are made to hold whoever checks a score (decision 163): verify.js, and the command in little memory. */
const service = await testService('sqlite', { BASE_URL: 'https://readymark.test' });
await publish(service, [exampleAudit({ slug: 'acme', company: 'Acme' }), exampleAudit({ slug: 'other', scores: 4 })]);
const liar = await lyingService(service.url);
const DATA_DIR = join(temporaryFolder('readymark-hostile-'), 'nothing');

describe('a verifier cannot be held', { timeout: timeLimit(240_000) }, () => {
  test('whatever is served, the check ends with a sentence that says what is wrong', async () => {
    for await (const hostile of hostileDocuments()) {
      serveHostile(liar, hostile);
      const { verdict, checks } = await verifyScore('acme', reading(liar.url));
      const failed = checks.filter(({ outcome }) => outcome === 'failed').map(({ says }) => says);
      assert.ok(
        failed.some((says) => hostile.told.test(says)),
        `${hostile.what}: ${failed.join('\n')}`,
      );
      assert.equal(verdict, 'wrong');
      // The same in a process that ends when it takes more than 160 MB for what it reads.
      const NODE_OPTIONS = '--max-old-space-size=160';
      const told = await readymark(['verify', `${liar.url}/audits/acme`, '--json'], { DATA_DIR, NODE_OPTIONS });
      assert.equal(told.code, 1, `${hostile.what}: ${told.err}`);
      assert.equal(JSON.parse(told.out).verdict, 'wrong', hostile.what);
    }
  });

  test('the sums of a score are worked out under the rubric that was logged, and under no other', async () => {
    liar.lies.clear();
    liar.lies.set('/rubrics/v1.json', () => '{"criteria":[],"pillars":[],"tiers":[]}');
    const { checks } = await verifyScore('acme', reading(liar.url));
    const said = (outcome: string) => checks.filter((check) => check.outcome === outcome).map(({ id }) => id);
    assert.deepEqual(said('failed'), ['rubric']);
    assert.deepEqual(said('not_checked'), ['key', 'sums', 'total', 'tier']);
  });
});
