import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { live } from './life.ts';

describe('simulated lives of the service', () => {
  // Of one, two and three processes. The seeds are fixed: what is red here is red in every run.
  for (const seed of [3, 4, 5])
    test(`every invariant holds in life ${seed}`, async () => {
      const { broken, steps } = await live(seed, 0.08);
      assert.deepEqual(broken, [], `broken in step ${steps}; see it again: npm run simulate ${seed}`);
    });

  test('a seed determines a life', async () => {
    const [one, same, other] = [await live(1, 0.02), await live(1, 0.02), await live(2, 0.02)];
    assert.deepEqual(one, same);
    assert.notEqual(one.trace, other.trace);
  });
});
