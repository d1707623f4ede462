import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { timeLimit, until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { watchCompany } from '../../src/operations/agent/watch-company.ts';
import { correctCompany } from '../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../src/operations/run.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { call, newKey } from '../world/call.ts';
import { commit, OPERATOR_TOKENS, operator, operator_token } from '../world/operator.ts';
import { newDatabase } from '../world/postgres.ts';
import { startNode } from '../world/readymark.ts';
import { type Engine, engines, sharedDatabases, testContext } from '../world/service.ts';
import { addWatchers } from '../world/watchers.ts';

/** Retractions and corrections with several processes on one database (decisions 100 and 101). */
sharedDatabases();

async function place(engine: Engine) {
  const data_dir = mkdtempSync(join(tmpdir(), 'readymark-companies-'));
  after(() => rmSync(data_dir, { recursive: true, force: true, maxRetries: 5 }));
  return {
    DATA_DIR: data_dir,
    DATABASE_URL: engine === 'postgres' ? await newDatabase() : '',
    BASE_URL: 'http://readymark.test',
    REGISTRATIONS_PER_HOUR: '1000',
    OPERATOR_TOKENS,
  };
}
const audit = (slug: string, audit_date = '2026-11-20', scores = 3) =>
  exampleAudit({ slug, company: slug, audit_date, scores });

for (const engine of engines)
  describe(`two processes (${engine})`, () => {
    test('show the same after retractions, corrections, watches and publications at the same moment', async () => {
      const env = await place(engine);
      const [one, two] = (await Promise.all([startNode(env), startNode(env)])).map(({ url }) => url) as [
        string,
        string,
      ];
      const desk = (url: string, path: string, body: unknown) =>
        call(url, 'POST', `/api/desk/${path}`, { key: operator_token, body });
      const statuses = async (...calls: ReturnType<typeof call>[]) =>
        (await Promise.all(calls)).map(({ status }) => status);
      const read = async (url: string, path: string) => {
        const { status, headers } = await fetch(url + path, { redirect: 'manual' });
        return `${status} ${headers.get('location') ?? ''}`.trim();
      };
      const both = (path: string, expected: string) =>
        until(
          async () => (await read(one, path)) === expected && (await read(two, path)) === expected,
          `${path}: ${expected}`,
        );

      const slugs = Array.from({ length: 6 }, (_, at) => `company-${at}`);
      assert.equal((await desk(one, 'audits', { audits: slugs.map((slug) => audit(slug)) })).status, 201);
      const started = performance.now();
      await both('/api/audits/company-0.json', '200');

      assert.equal((await desk(one, 'audits/company-0/retract', { reason: 'Wrong.' })).status, 200);
      await both('/api/audits/company-0.json', '410');
      assert.equal((await desk(two, 'audits/company-1/correct', { new_slug: 'moved-1' })).status, 200);
      await both('/audits/company-1', '301 /audits/moved-1');
      assert.ok(performance.now() - started < timeLimit(10_000));

      const twice = await statuses(
        desk(one, 'audits/company-2/retract', { reason: 'One.' }),
        desk(two, 'audits/company-2/retract', { reason: 'Two.' }),
      );
      assert.deepEqual(twice.sort(), [200, 409]);

      const [retracted, published] = await statuses(
        desk(one, 'audits/company-3/retract', { reason: 'Wrong.' }),
        desk(two, 'audits', { audits: [audit('company-3', '2026-11-21')] }),
      );
      assert.equal(retracted, 200);
      assert.ok(published === 201 || published === 409, String(published));
      await both('/api/audits/company-3.json', '410');

      const taken = await statuses(
        desk(one, 'audits/company-4/correct', { new_slug: 'wanted' }),
        desk(two, 'audits', { audits: [{ ...audit('wanted'), website: 'https://other.example/' }] }),
      );
      assert.deepEqual(
        [taken.filter((status) => status < 300).length, taken.filter((status) => status === 409).length],
        [1, 1],
      );
      await both('/api/audits/wanted.json', '200');

      const keys = await Promise.all(Array.from({ length: 24 }, (_, at) => newKey(at % 2 ? one : two)));
      const watched = await statuses(
        ...keys
          .slice(0, 12)
          .map((key, at) => call(at % 2 ? one : two, 'POST', '/api/agent/watch', { key, body: { slug: 'company-5' } })),
        desk(two, 'audits/company-5/retract', { reason: 'Wrong.' }),
        ...keys
          .slice(12)
          .map((key, at) => call(at % 2 ? one : two, 'POST', '/api/agent/watch', { key, body: { slug: 'company-5' } })),
      );
      for (const status of watched) assert.ok([200, 201, 410].includes(status), String(status));
      const ctx = await testContext(engine, env);
      await until(
        async () =>
          (await ctx.store.db.selectFrom('fanouts').select('fanout_id').where('done_at', 'is', null).execute())
            .length === 0,
        'every watcher was told',
      );
      assert.deepEqual(await ctx.store.db.selectFrom('watches').selectAll().execute(), []);
      await both('/api/audits/company-5.json', '410');
      const indexes = await Promise.all(
        [one, two].map(async (url) => (await call(url, 'GET', '/api/audits/index.json')).text),
      );
      assert.equal(indexes[0], indexes[1]);
      await ctx.catalogue.refresh();
      const fresh = ctx.catalogue.current().document('/api/audits/index.json');
      assert.equal(Buffer.from(fresh?.bodies.identity ?? []).toString(), indexes[0]);
      const found = (await runDoctor(ctx.store, ctx.rubrics, () => {})).flatMap(({ findings }) => findings);
      assert.deepEqual(found, []);
      await ctx.close();
    });

    test('a watch is ended by the former slug on a process that has not read the correction', async () => {
      const env = await place(engine);
      const ctx = await testContext(engine, env);
      await commit(ctx, [audit('acme')]);
      await ctx.catalogue.refresh();
      await addWatchers(ctx, 'acme', 1);
      const { registration_id } = await ctx.store.db.selectFrom('watches').selectAll().executeTakeFirstOrThrow();
      await execute(ctx, correctCompany, operator, { slug: 'acme', new_slug: 'apex' }, {});
      const agent = { kind: 'agent', registration_id, scopes: [] } as const;
      const { body } = await execute(ctx, watchCompany, agent, { slug: 'acme', watching: false }, {});
      assert.deepEqual(body, { slug: 'apex', watching: false });
      assert.deepEqual(await ctx.store.db.selectFrom('watches').selectAll().execute(), []);
      await ctx.close();
    });

    test('a process that dies after the commit leaves the rest to the next one: 410, letters, ended watches', async () => {
      const env = await place(engine);
      const dying = await testContext(engine, env);
      await commit(dying, [audit('acme')]);
      await addWatchers(dying, 'acme', 2_500, 500);
      await execute(dying, retractCompany, operator, { slug: 'acme', reason: 'Wrong.' }, {});
      assert.equal(dying.catalogue.current().version, 0, 'it never read what it committed');
      await dying.close();
      const node = await startNode(env);
      assert.equal((await call(node.url, 'GET', '/api/audits/acme.json')).status, 410);
      assert.deepEqual((await call(node.url, 'GET', '/api/watch-stats')).json, { companies: [] });
      const ctx = await testContext(engine, env);
      const sent = () => ctx.store.db.selectFrom('notices').select(['kind', 'status']).execute();
      await until(async () => (await sent()).filter(({ status }) => status === 'sent').length === 5, 'five letters');
      assert.ok((await sent()).every(({ kind }) => kind === 'retracted'));
      assert.deepEqual(await ctx.store.db.selectFrom('watches').selectAll().execute(), []);
      const found = (await runDoctor(ctx.store, ctx.rubrics, () => {})).flatMap(({ findings }) => findings);
      assert.deepEqual(found, []);
      await ctx.close();
    });
  });
