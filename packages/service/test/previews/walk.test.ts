import { test } from 'node:test';
import { timeLimit } from '../../../../test/world/wait.ts';
import { assertWalked, checkWalk } from '../world/check-walk.ts';

/**
 * A company types its address on the home page, looks at the preview, shows that it holds the domain, has the draft made, asks for
 * the audit with it, and is published: in a real browser, on a phone (decisions 180 and 181). `slow/check-walks` walks with five
 * sites at the pace of a real visit.
 */
test('from an address on the home page to a published audit', { timeout: timeLimit(240_000) }, async (t) => {
  const walked = await checkWalk('cramers-generator', { width: 360, interval_ms: 20 });
  if (typeof walked === 'string') return t.skip(walked);
  assertWalked(walked);
});
