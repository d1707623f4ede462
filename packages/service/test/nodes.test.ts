import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../test/world/wait.ts';
import { exampleAudit, rubrics } from '../../rubric/test/example-audit.ts';
import { checkNodes } from '../src/features/nodes/operations/check-nodes.ts';
import { writeThisNode } from '../src/features/nodes/operations/write-node.ts';
import { runDoctor } from '../src/store/upkeep/doctor.ts';
import { call } from './world/call.ts';
import { deskBrowser, plain } from './world/desk/plain-browser.ts';
import { OPERATOR_TOKENS, operator_token, publish } from './world/operator.ts';
import { engines, fakeClock, sharedDatabases, type TestContext, testContext, testService } from './world/service.ts';

/** How the processes on one database compare (decision 168). */
sharedDatabases();

/** Another process on the database of a service, whose snapshot follows only when it is asked to. */
async function beside({ settings, clock, store }: TestContext, of = clock) {
  const { DATA_DIR, DATABASE_URL } = settings;
  const ctx = await testContext(store.engine, { DATA_DIR, DATABASE_URL }, of);
  await ctx.signer.begin();
  await ctx.catalogue.refresh();
  return ctx;
}

type Listed = { newest: number; findings: string[]; nodes: { state: string; publication: number; clock_ms: number }[] };

for (const engine of engines)
  describe(`nodes on ${engine}`, () => {
    const opened = async () => {
      const service = await testService(engine, { OPERATOR_TOKENS });
      const listed = async () =>
        (await call(service.url, 'GET', '/api/desk/nodes', { key: operator_token })).json as Listed;
      const states = async () => (await listed()).nodes.map(({ state }) => state);
      await until(async () => (await states()).length === 1, 'the service is listed');
      return { service, listed, states };
    };
    const findings = async ({ store }: TestContext) =>
      (await runDoctor(store, rubrics, () => {}, [checkNodes])).flatMap((check) => check.findings);

    test('one that does not follow a publication is behind, and operators read it in four places', async () => {
      const { service, listed, states } = await opened();
      const stuck = await beside(service);
      await writeThisNode(stuck);
      await publish(service, [exampleAudit()]);
      service.clock.advance(20_000);
      await writeThisNode(stuck);
      assert.deepEqual(await states(), ['current', 'current'], 'a moment is no fault');
      assert.deepEqual(await findings(service), []);
      service.clock.advance(60_000);
      await writeThisNode(stuck);
      await until(async () => (await listed()).nodes[0]?.publication === 1, 'the service wrote what it shows');
      assert.deepEqual(await states(), ['current', 'behind']);
      const said = /shows publication 0, and the newest is 1/;
      const [wrong, ...rest] = (await listed()).findings;
      assert.match(wrong ?? '', said);
      assert.deepEqual(rest, []);
      assert.match((await findings(service)).join('\n'), said);
      assert.match(await (await fetch(`${service.url}/metrics`)).text(), /readymark_nodes\{state="behind"\} 1\n/);
      const ada = deskBrowser(service.url);
      await ada.signIn();
      assert.match(plain((await ada.get('/desk')).text), /Nodes that differ<.*shows publication 0/s);
      assert.match(plain((await ada.get('/desk/nodes')).text), said);
      await stuck.catalogue.refresh();
      await writeThisNode(stuck);
      assert.deepEqual(await states(), ['current', 'current'], 'it writes at once when it shows more');
      assert.doesNotMatch((await ada.get('/desk')).text, /Nodes that differ/);
    });

    test('one that shows more than the database has is ahead: another database took over and lacked it', async () => {
      const { service } = await opened();
      await publish(service, [exampleAudit()]);
      const other = await beside(service);
      await writeThisNode(other);
      await service.stop();
      // A standby that was promoted before the publication reached it.
      for (const table of ['audits', 'publications'] as const) await other.store.db.deleteFrom(table).execute();
      await other.store.db.updateTable('counters').set({ value: 0 }).where('name', '=', 'publications').execute();
      assert.match((await findings(other)).join('\n'), /shows publication 1, and the newest in the database is 0/);
    });

    test('one that was stopped leaves the list, one that died is silent and leaves it an hour later', async () => {
      const { service, states } = await opened();
      const dead = await beside(service);
      await writeThisNode(dead);
      const second = await testService(engine, {
        DATA_DIR: service.settings.DATA_DIR,
        DATABASE_URL: service.settings.DATABASE_URL,
      });
      await until(async () => (await states()).length === 3, 'three are listed');
      await second.stop();
      assert.equal((await states()).length, 2, 'at once');
      service.clock.advance(200_000);
      await until(async () => (await states()).join() === 'current,silent', 'the one that serves is seen');
      assert.deepEqual(await findings(service), [], 'somebody may have stopped it');
      service.clock.advance(3_600_000);
      await until(async () => (await states()).join() === 'current', 'the silent one is gone');
    });

    if (engine === 'postgres')
      test('clocks that do not agree within a minute are found', async () => {
        const { service, listed } = await opened();
        const clock = fakeClock(new Date(service.clock.now().getTime() + 90_000).toISOString());
        await writeThisNode(await beside(service, clock));
        const { findings: wrong, nodes } = await listed();
        const apart = (nodes[1]?.clock_ms ?? 0) - (nodes[0]?.clock_ms ?? 0);
        assert.ok(apart > 60_000 && apart <= 90_000, `${apart}`);
        assert.match(wrong.join(), /the clock of .* is \d\d s ahead of that of .*; they must agree within a minute/);
      });
  });
