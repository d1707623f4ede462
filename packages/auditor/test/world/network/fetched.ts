import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { inClosedWorld, type Noted } from '../../../../../test/world/closed-world.ts';
import { program } from '../program.ts';
import type { FetchCase, FetchReport, FetchResult } from './fetch-case.ts';

type Outcome = FetchReport['done'][string] & { first: FetchResult; report: FetchReport; log: readonly Noted[] };

/** The environment that must make no difference: a proxy that tells, and no look at certificates. */
const misleading = {
  HTTP_PROXY: 'http://10.0.0.7:3128',
  HTTPS_PROXY: 'http://10.0.0.7:3128',
  http_proxy: 'http://10.0.0.7:3128',
  https_proxy: 'http://10.0.0.7:3128',
  NODE_USE_ENV_PROXY: '1',
  NODE_TLS_REJECT_UNAUTHORIZED: '0',
  NODE_NO_WARNINGS: '1',
};

/**
 * Carries out the cases of a test file in one closed world with our hostile hosts, and gives each to a test of its own.
 * Where there is no closed world, these tests are skipped.
 */
export function fetchCases() {
  const cases: FetchCase[] = [];
  let ran: { report: FetchReport; log: Noted[] } | string | undefined;
  const here = (name: string) => join(import.meta.dirname, `${name}.ts`);

  before(async () => {
    // The hook runs at once; the cases are known when the test file has been read.
    await setImmediate();
    const extra = [here('odd-hosts'), here('odd-names')];
    const run = await inClosedWorld(program('fetch-each'), [JSON.stringify(cases)], { extra, env: misleading });
    if (typeof run !== 'string') assert.equal(run.code, 0, run.err);
    ran = typeof run === 'string' ? run : { report: JSON.parse(run.out), log: run.log };
  });

  /** A test of one case: its orders, and what must come of them. */
  return (
    name: string,
    orders: FetchCase['orders'],
    options: Omit<FetchCase, 'name' | 'orders'>,
    check: (outcome: Outcome, context: TestContext) => void,
  ) => {
    cases.push({ name, orders, ...options });
    test(name, (context) => {
      if (ran === undefined || typeof ran === 'string') return context.skip(ran ?? 'the world did not come up');
      const done = ran.report.done[name];
      const [first] = done?.results ?? [];
      assert.ok(done && first, `${name} gave no answer`);
      check({ ...done, first, report: ran.report, log: ran.log }, context);
    });
  };
}
