import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { tick } from '../../src/operations/worker.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { call, newKey } from '../world/call.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { type Engine, engines, sharedDatabases, testService } from '../world/service.ts';

/** Fictional companies leave together, and never stand beside real ones unasked (decision 105). */
sharedDatabases();

async function opened(engine: Engine) {
  const service = await testService(engine, { OPERATOR_TOKENS });
  const { DATA_DIR, DATABASE_URL } = service.settings;
  const other = await testService(engine, { DATA_DIR, DATABASE_URL }, service.clock);
  const desk = (path: string, body?: unknown) => call(service.url, 'POST', path, { key: operator_token, body });
  const publish = (audits: unknown[], more = {}) => desk('/api/desk/audits', { audits, ...more });
  /** The slugs on the board of both nodes, which are the same. */
  const board = async () => {
    await Promise.all([tick(service), tick(other)]);
    const [one, two] = await Promise.all([service, other].map(({ url }) => call(url, 'GET', '/api/audits/index.json')));
    assert.equal(one?.text, two?.text);
    return one?.json.audits.map(({ slug }: { slug: string }) => slug);
  };
  const stop = async () => {
    await other.stop();
    await service.stop();
  };
  return { service, other, desk, publish, board, stop };
}
/** An example as versions published it that did not mark what is fictional. */
const unmarked = (slug: string, audit_date: string) => {
  const file = new URL(`../../../../examples/${slug}_${audit_date}.audit.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8').replace(' (fictional)', ''));
};
const quorl = exampleAudit({ slug: 'quorl', company: 'Quorl', fictional: true, scores: 4 });
const vimla = exampleAudit({ slug: 'vimla', company: 'Vimla', fictional: true });
const real = exampleAudit({ slug: 'nebelwerk', company: 'Nebelwerk' });

for (const engine of engines)
  describe(`fictional companies on ${engine}`, () => {
    test('leave with the first real audit, in the same publication, and the reply says so', async () => {
      const { service, publish, board, stop } = await opened(engine);
      assert.equal((await publish([quorl, vimla])).status, 201);
      const key = await newKey(service.url, { contact_email: 'agent@agents.example' });
      await call(service.url, 'POST', '/api/agent/watch', { key, body: { slug: 'quorl' } });
      assert.deepEqual(await board(), ['quorl', 'vimla']);
      const dry = await publish([real], { dry_run: true });
      assert.deepEqual(dry.json.fictional_left, ['quorl', 'vimla']);
      assert.deepEqual(await board(), ['quorl', 'vimla']);
      const { json } = await publish([real]);
      assert.deepEqual(json.fictional_left, ['quorl', 'vimla']);
      assert.deepEqual(await board(), ['nebelwerk']);
      for (const path of ['/api/audits/quorl.json', '/audits/vimla', '/badge/quorl.svg']) {
        const { status, text } = await call(service.url, 'GET', path);
        assert.equal(status, 410, path);
        assert.match(text, /It was a fictional example\./, path);
      }
      const me = await call(service.url, 'GET', '/api/agent/me', { key });
      assert.deepEqual(me.json.watches, []);
      const { json: log } = await call(service.url, 'GET', '/api/desk/actions?subject_id=quorl', {
        key: operator_token,
      });
      assert.deepEqual(
        log.actions.map(({ operator, detail }: { operator: string; detail: { reason: string } }) => [
          operator,
          detail.reason,
        ]),
        [['ada', 'It was a fictional example.']],
      );
      assert.deepEqual((await publish([real], { replace: true })).json.fictional_left, []);
      await stop();
    });

    test('of versions that did not mark them leave as well, and the doctor names them', async () => {
      const { service, desk, publish, board, stop } = await opened(engine);
      const one = { ...unmarked('tidequorl', '2026-11-16'), company: 'Tidequorl, a real one' };
      const old = [unmarked('vitrinook', '2026-06-25'), unmarked('zwillexum', '2026-10-29'), one];
      assert.equal((await publish(old)).status, 201);
      assert.equal((await board()).length, 3);
      const findings = (await runDoctor(service.store, service.rubrics, () => {})).flatMap((check) => check.findings);
      assert.deepEqual(findings, [
        'examples of an older version are listed as if they existed: vitrinook, zwillexum; `readymark examples remove` takes them off',
      ]);
      const { json } = await publish([real]);
      assert.deepEqual(json.fictional_left, ['vitrinook', 'zwillexum']);
      assert.deepEqual((await board()).sort(), ['nebelwerk', 'tidequorl'], 'another record is of a real company');
      assert.equal((await publish([unmarked('zwillexum', '2026-10-29')], { keep_examples: true })).status, 201);
      assert.deepEqual((await desk('/api/desk/examples/remove', {})).json.removed, ['zwillexum']);
      await stop();
    });

    test('are refused where real ones are listed, and mixed with them in one publication, unless asked for', async () => {
      const { publish, board, stop } = await opened(engine);
      const mixed = await publish([quorl, real]);
      assert.deepEqual([mixed.status, mixed.json.error], [409, 'conflict']);
      assert.match(mixed.json.message, /fictional and some are not.*--keep-examples \(keep_examples: true\)/);
      await publish([real]);
      const refused = await publish([quorl]);
      assert.equal(refused.status, 409);
      assert.match(refused.json.message, /real ones are listed.*--keep-examples/);
      assert.deepEqual(await board(), ['nebelwerk']);
      assert.equal((await publish([quorl], { keep_examples: true })).status, 201);
      assert.deepEqual(await board(), ['quorl', 'nebelwerk']);
      const same = { ...quorl, framework: real.framework, audit_date: quorl.audit_date };
      for (const audit of [same, { ...exampleAudit({ slug: 'nebelwerk', fictional: true }) }]) {
        const taken = await publish([audit], { keep_examples: true, replace: true });
        assert.match(taken.json.message, /one of the two companies of this slug is fictional/);
      }
      const { json } = await publish([real], { replace: true, keep_examples: true });
      assert.deepEqual([json.fictional_left, await board()], [[], ['quorl', 'nebelwerk']]);
      await stop();
    });

    test('are all removed at once, once, and their slugs are free for real companies', async () => {
      const { service, desk, publish, board, stop } = await opened(engine);
      await publish([quorl, vimla]);
      const removed = await desk('/api/desk/examples/remove');
      assert.deepEqual([removed.status, removed.json.removed, removed.json.watchers], [200, ['quorl', 'vimla'], 0]);
      assert.deepEqual(await board(), []);
      const again = await desk('/api/desk/examples/remove');
      assert.deepEqual(again.json, { publication: null, removed: [], watchers: 0, unsigned: null });
      const taken = await publish([{ ...quorl, framework: real.framework }]);
      assert.deepEqual([taken.status, taken.json.fictional_left], [201, []]);
      assert.deepEqual(await board(), ['quorl']);
      const { json } = await call(service.url, 'GET', '/api/audits/quorl.json');
      assert.equal(json.framework, 'Agent Readiness Framework');
      await desk('/api/desk/audits/quorl/retract', { reason: 'A mistake.' });
      assert.equal((await publish([real, vimla])).status, 409);
      assert.equal((await publish([{ ...quorl, framework: real.framework, audit_date: real.audit_date }])).status, 409);
      const checks = await runDoctor(service.store, service.rubrics, () => {});
      assert.deepEqual(
        checks.flatMap(({ findings }) => findings),
        [],
      );
      await stop();
    });
  });
