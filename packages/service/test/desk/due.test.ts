import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { companiesDue } from '../../src/store/due.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { call, newKey } from '../world/call.ts';
import { commit, OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases, testContext, testService } from '../world/service.ts';

/** What is due at the desk (decision 209), in the order that operators need: most overdue first, then most watched. */
sharedDatabases();

type Reply = { total: number; due: { slug: string; reaudit_due: string; watchers: number }[] };

for (const engine of engines)
  describe(`what is due on ${engine}`, () => {
    test('follows each audit, replacement, new slug and retraction, in pages that begin anywhere', async () => {
      const service = await testService(engine, { OPERATOR_TOKENS, CLIENT_REQUESTS_PER_MINUTE: '1000' });
      const desk = async (method: 'GET' | 'POST', path: string, body?: object) => {
        const { status, json, text } = await call(service.url, method, `/api/desk/${path}`, {
          key: operator_token,
          body,
        });
        assert.ok(status === 200 || status === 201, text);
        return json;
      };
      const due = async (query = ''): Promise<Reply> => desk('GET', `due?within_days=0&${query}`);
      const slugs = async (query?: string) => (await due(query)).due.map(({ slug }) => slug);
      const audit = (slug: string, audit_date: string) => exampleAudit({ slug, company: slug, audit_date });
      const publish = (...audits: object[]) => desk('POST', 'audits', { audits });
      await publish(
        ...['ada', 'bea', 'cyd', 'dot'].map((slug) => audit(slug, '2026-02-01')),
        ...['eva', 'fay', 'gil'].map((slug) => audit(slug, '2026-01-01')),
        audit('not-yet', '2026-11-01'),
      );
      const key = await newKey(service.url);
      for (const slug of ['cyd', 'gil'])
        assert.equal((await call(service.url, 'POST', '/api/agent/watch', { key, body: { slug } })).status, 201);
      const all = ['gil', 'eva', 'fay', 'cyd', 'ada', 'bea', 'dot'];
      assert.deepEqual(await slugs(), all);
      for (let offset = 0; offset <= all.length; offset += 1)
        for (const limit of [1, 2, 5, 100]) {
          const page = await due(`offset=${offset}&limit=${limit}`);
          assert.deepEqual(
            [page.total, page.due.map(({ slug }) => slug)],
            [all.length, all.slice(offset, offset + limit)],
          );
        }

      await publish(audit('gil', '2026-01-02'));
      assert.deepEqual(await slugs(), ['eva', 'fay', 'gil', 'cyd', 'ada', 'bea', 'dot']);
      await publish(audit('eva', '2026-11-02'));
      assert.deepEqual(await slugs(), ['fay', 'gil', 'cyd', 'ada', 'bea', 'dot']);
      await desk('POST', 'audits/ada/correct', { new_slug: 'zoe' });
      assert.deepEqual(await slugs(), ['fay', 'gil', 'cyd', 'bea', 'dot', 'zoe']);
      await desk('POST', 'audits/cyd/retract', { reason: 'It never was a company.' });
      assert.deepEqual(await slugs(), ['fay', 'gil', 'bea', 'dot', 'zoe']);
      assert.equal((await due('limit=1')).total, 5);
      assert.deepEqual(
        (await runDoctor(service.store, service.rubrics, () => {})).flatMap(({ findings }) => findings),
        [],
      );
      await service.stop();
    });

    test('is of one moment, however audits are published meanwhile', async () => {
      const reader = await testContext(engine);
      const { DATA_DIR, DATABASE_URL } = reader.settings;
      const publisher = await testContext(engine, { DATA_DIR, DATABASE_URL }, reader.clock);
      const slugs = Array.from({ length: 12 }, (_, n) => `c-${n}`);
      const audits = (audit_date: string) =>
        slugs.map((slug) => exampleAudit({ slug, company: slug, audit_date, scores: 2 }));
      await commit(publisher, audits('2026-01-01'));
      let published = false;
      const publishing = (async () => {
        for (let day = 2; day <= 28; day++) await commit(publisher, audits(`2026-01-${String(day).padStart(2, '0')}`));
        published = true;
      })();
      for (let reads = 0; !published || reads < 50; reads++) {
        const { total, due } = await companiesDue(reader.store, '2026-11-21', { limit: 100, offset: 0 });
        assert.deepEqual([total, due.length], [slugs.length, slugs.length]);
        assert.equal(new Set(due.map(({ reaudit_due }) => reaudit_due)).size, 1, 'all were audited on one day');
      }
      await publishing;
      await publisher.close();
      await reader.close();
    });
  });
