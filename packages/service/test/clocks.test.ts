import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { exampleAudit } from '../../rubric/test/example-audit.ts';
import { fanOut } from '../src/operations/outbox/fan-out.ts';
import { tick } from '../src/operations/worker.ts';
import { call, newKey } from './world/call.ts';
import { openSmtpSink } from './world/network/smtp-sink.ts';
import { commit } from './world/operator.ts';
import { engines, fakeClock, sharedDatabases, testContext, testService } from './world/service.ts';
import { addWatchers } from './world/watchers.ts';

/** A clock that was wrong and was put right (decision 54): nothing is refused, frozen or hidden because of it. */
sharedDatabases();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const acme = (audit_date: string, scores: number) =>
  exampleAudit({ slug: 'acme', company: 'Acme', audit_date, scores });
const register = (url: string) => call(url, 'POST', '/api/agent/auth', { body: { type: 'anonymous' } });
let sites = 0;
/** For a site of its own each time. */
const request = (url: string, key: string) =>
  call(url, 'POST', '/api/audit-requests', { key, body: { company: 'A', website: `https://a-${++sites}.example` } });

for (const engine of engines)
  describe(`a clock that was put right, on ${engine}`, () => {
    for (const [words, ahead] of [
      ['an hour', HOUR],
      ['a day', DAY],
    ] as const)
      test(`after ${words} ahead registrations are refused for one window at most`, async () => {
        const { url, clock, stop } = await testService(engine, { REGISTRATIONS_PER_HOUR: '3' }, fakeClock());
        clock.advance(ahead);
        for (let at = 0; at < 3; at += 1) assert.equal((await register(url)).status, 201);
        clock.advance(-ahead);
        const refused = await register(url);
        assert.equal(refused.status, 429, 'rows of the future count as now');
        assert.ok(Number(refused.headers.get('retry-after')) <= 3_600, `${refused.headers.get('retry-after')} s`);
        clock.advance(HOUR - 1_000);
        assert.equal((await register(url)).status, 429);
        clock.advance(1_000);
        for (let at = 0; at < 3; at += 1) assert.equal((await register(url)).status, 201);
        assert.equal((await register(url)).status, 429, 'the limit is still counted');
        await stop();
      });

    test('after two days ahead audit requests are refused for one window at most', async () => {
      const { url, clock, stop } = await testService(engine, { AUDIT_REQUESTS_PER_DAY: '2' }, fakeClock());
      const key = await newKey(url);
      clock.advance(2 * DAY);
      for (let at = 0; at < 2; at += 1) assert.equal((await request(url, key)).status, 201);
      clock.advance(-2 * DAY);
      const refused = await request(url, key);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers.get('retry-after')) <= 86_400, `${refused.headers.get('retry-after')} s`);
      clock.advance(DAY);
      for (let at = 0; at < 2; at += 1) assert.equal((await request(url, key)).status, 201);
      assert.equal((await request(url, key)).status, 429);
      await stop();
    });

    test('rows of a node that is less than a minute ahead count exactly', async () => {
      const { url, clock, stop } = await testService(engine, { REGISTRATIONS_PER_HOUR: '3' }, fakeClock());
      clock.advance(45_000);
      for (let at = 0; at < 3; at += 1) assert.equal((await register(url)).status, 201);
      clock.advance(-45_000);
      const refused = await register(url);
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get('retry-after'), '3600');
      clock.advance(HOUR);
      assert.equal((await register(url)).status, 429, 'they are still in the window');
      clock.advance(45_000);
      assert.equal((await register(url)).status, 201);
      await stop();
    });

    test('watch counts go on, also in a process that starts afterwards', async () => {
      const service = await testService(engine, { REGISTRATIONS_PER_HOUR: '100' }, fakeClock());
      const { url, clock } = service;
      await commit(service, [acme('2026-05-01', 2), exampleAudit({ slug: 'other', company: 'Other' })]);
      await service.catalogue.refresh();
      const keys = [await newKey(url), await newKey(url), await newKey(url)];
      const watch = (at: number, slug: string, method = 'POST') =>
        call(url, method, '/api/agent/watch', { key: keys[at] ?? '', body: { slug } });
      const counts = async (at: string) => {
        const { companies } = (await call(at, 'GET', '/api/watch-stats')).json as {
          companies: { slug: string; watchers: number }[];
        };
        return Object.fromEntries(companies.map(({ slug, watchers }) => [slug, watchers]));
      };
      clock.advance(DAY);
      await watch(0, 'acme');
      await watch(1, 'acme');
      assert.deepEqual(await counts(url), { acme: 2 });
      clock.advance(-DAY);
      const { DATA_DIR, DATABASE_URL } = service.settings;
      const other = await testService(engine, { DATA_DIR, DATABASE_URL }, clock);
      await watch(2, 'other');
      await watch(0, 'acme', 'DELETE');
      assert.deepEqual(await counts(url), { acme: 1, other: 1 });
      await other.watch_stats.refresh();
      assert.deepEqual(await counts(other.url), { acme: 1, other: 1 });
      await other.stop();
      await service.stop();
    });

    for (const [words, ahead] of [
      ['an hour', HOUR],
      ['a day', DAY],
    ] as const)
      test(`after ${words} ahead notices are sent, whether they were tried before or not`, async () => {
        const sink = await openSmtpSink();
        after(() => sink.close());
        const ctx = await testContext(engine, { SMTP_URL: sink.url });
        await commit(ctx, [acme('2026-05-01', 2)]);
        await addWatchers(ctx, 'acme', 2);
        ctx.clock.advance(ahead);
        await commit(ctx, [acme('2026-11-20', 3)]);
        if (ahead === DAY) {
          sink.behave({ recipient: () => 450 });
          await tick(ctx);
          sink.behave({});
        } else await fanOut(ctx, undefined, () => {});
        assert.equal(sink.letters.length, 0);
        ctx.clock.advance(-ahead);
        await tick(ctx);
        await tick(ctx);
        assert.equal(sink.letters.length, 2);
        await ctx.close();
      });

    test('a lease of the future ends like one that was taken now', async () => {
      const sink = await openSmtpSink();
      after(() => sink.close());
      const ctx = await testContext(engine, { SMTP_URL: sink.url });
      await commit(ctx, [acme('2026-05-01', 2)]);
      await addWatchers(ctx, 'acme', 1);
      await commit(ctx, [acme('2026-11-20', 3)]);
      sink.behave({ recipient: () => 450 });
      await tick(ctx);
      sink.behave({});
      const lease_until = new Date(ctx.now().getTime() + DAY).toISOString();
      await ctx.store.db.updateTable('notices').set({ lease_by: 'lea_lost', lease_until }).execute();
      await tick(ctx);
      ctx.clock.advance(60_000);
      await tick(ctx);
      assert.equal(sink.letters.length, 0, 'its holder may still be sending');
      ctx.clock.advance(60_000);
      await tick(ctx);
      assert.equal(sink.letters.length, 1);
      await ctx.close();
    });

    for (const [words, ahead] of [
      ['less than a minute', 50_000],
      ['a day', DAY],
    ] as const)
      test(`after ${words} ahead Last-Modified does not go back, and changed content is never 304`, async () => {
        const service = await testService(engine, {}, fakeClock());
        const { url, clock } = service;
        const paths = [
          '/api/audits/index.json',
          '/api/audits/acme.json',
          '/api/audits/acme/history.json',
          '/api/audits/acme/brief.json',
          '/api/watch-stats',
        ];
        const key = await newKey(url);
        let last = paths.map(() => ({ text: '', modified: '' }));
        const seen = async (what: string) => {
          last = await Promise.all(
            paths.map(async (path, at) => {
              const { text, headers } = await call(url, 'GET', path);
              const before = last[at] ?? { text: '', modified: '' };
              const modified = headers.get('last-modified') ?? '';
              if (before.modified === '') return { text, modified };
              assert.ok(Date.parse(modified) >= Date.parse(before.modified), `${path} went back: ${what}`);
              const since = { 'if-modified-since': before.modified };
              const { status } = await call(url, 'GET', path, { headers: since });
              if (text !== before.text) assert.equal(status, 200, `${path} is stale: ${what}`);
              return { text, modified };
            }),
          );
        };
        const publish = async (audit_date: string, scores: number) => {
          await commit(service, [acme(audit_date, scores)]);
          await service.catalogue.refresh();
        };
        await publish('2026-05-01', 1);
        clock.advance(ahead);
        await publish('2026-05-02', 2);
        await call(url, 'POST', '/api/agent/watch', { key, body: { slug: 'acme' } });
        await seen('ahead');
        clock.advance(-ahead);
        await seen('put right');
        await publish('2026-05-03', 5);
        await call(url, 'DELETE', '/api/agent/watch', { key, body: { slug: 'acme' } });
        await seen('published after that');
        clock.advance(1_000);
        await publish('2026-05-04', 3);
        await seen('published again');
        await service.stop();
      });

    test('two publications within one second have different Last-Modified', async () => {
      const service = await testService(engine, {}, fakeClock());
      const modified = [];
      for (const [day, scores] of [2, 3, 4].entries()) {
        await commit(service, [acme(`2026-05-0${day + 1}`, scores)]);
        await service.catalogue.refresh();
        modified.push((await call(service.url, 'GET', '/api/audits/acme.json')).headers.get('last-modified'));
      }
      assert.equal(new Set(modified).size, 3, modified.join(', '));
      await service.stop();
    });
  });
