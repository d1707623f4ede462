import { describe, test } from 'node:test';
import { timeLimit } from '../../../../test/world/wait.ts';
import { assertWalked, checkWalk } from '../world/check-walk.ts';

/**
 * Five sites from their address to a published audit, at the interval of a real visit (decisions 180 and 181). The times are printed.
 */
const walks = [
  { name: 'valoris', width: 1440, scripts: true },
  { name: 'convalytics', width: 768, scripts: true },
  { name: 'bnj3d-creations', width: 360, scripts: true },
  { name: 'jamaka', width: 1440, scripts: true },
  { name: 'cirrus-ci', width: 360, scripts: false },
] as const;

// Together: a walk waits for its next request most of the time.
describe('a company does everything itself', { concurrency: true }, () => {
  for (const { name, ...given } of walks)
    test(`${name}, at ${given.width} pixels${given.scripts ? '' : ', without a script'}`, {
      timeout: timeLimit(400_000),
    }, async (t) => {
      const walked = await checkWalk(name, { ...given, interval_ms: 1_000 });
      if (typeof walked === 'string') return t.skip(walked);
      t.diagnostic(JSON.stringify(walked.seconds));
      assertWalked(walked);
    });
});
