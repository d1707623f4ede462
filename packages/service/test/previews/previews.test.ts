import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { until } from '../../../../test/world/wait.ts';
import { collected, madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { beginPreview } from '../../src/features/previews/operations/begin-preview.ts';
import { findPreview } from '../../src/features/previews/store/previews.ts';
import { runDoctor } from '../../src/store/upkeep/doctor.ts';
import { call, newKey } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { startProgram } from '../world/readymark.ts';
import { engines, fakeClock, sharedDatabases, testContext, testService } from '../world/service.ts';
import { publishDraft } from '../world/sites/published-draft.ts';

/** Previews of sites for agents: asked for with a key, read by everybody (decision 180). */
sharedDatabases();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

for (const engine of engines)
  describe(`previews (${engine})`, () => {
    const ask = (url: string, key: string, website: string) =>
      call(url, 'POST', '/api/previews', { key, body: { website } });
    const read = (url: string, host: string, query = '') => call(url, 'GET', `/api/previews/${host}.json${query}`);
    const over = async (url: string, host: string) => {
      await until(async () => !/queued|running/.test((await read(url, host)).json.status), `the preview of ${host}`);
      return (await read(url, host)).json;
    };

    test('asking for one is answered at once with its address, which has intervals and is not reviewed', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const auditor = madeAuditor({ lasts: () => promise });
      const { url } = await testService(engine, {}, undefined, { auditor });
      const key = await newKey(url);
      const asked = await ask(url, key, 'https://www.acme.com/prices?x=1');
      assert.equal(asked.status, 202, asked.text);
      assert.equal(asked.headers.get('location'), '/api/previews/acme.com.json');
      assert.match(asked.headers.get('ratelimit') ?? '', /r=19/);
      assert.equal(asked.json.status, 'queued');
      assert.deepEqual(Object.keys(asked.json), Object.keys((await read(url, 'acme.com')).json), 'in the same order');
      await until(async () => (await read(url, 'acme.com')).json.progress?.done === 3, 'its progress');
      assert.equal((await read(url, 'www.acme.com')).json.status, 'running', 'www. names the same host');
      resolve();
      const done = await over(url, 'acme.com');
      assert.deepEqual(
        [done.status, done.reviewed, done.host, done.website, done.rubric_version, done.audit],
        ['done', false, 'acme.com', 'https://www.acme.com/', 'v1', null],
      );
      assert.deepEqual(
        done.criteria.map(({ id }: { id: string }) => id),
        ['P1-A', 'P1-B', 'P1-C', 'P1-D', 'P1-E'],
      );
      assert.equal(done.P1.max, 25);
      assert.ok(done.P1.low <= done.P1.high);
      assert.deepEqual(auditor.visits, ['https://www.acme.com/']);
      const brief = await read(url, 'acme.com', '?view=brief');
      assert.deepEqual(Object.keys(brief.json.criteria), ['P1-A', 'P1-B', 'P1-C', 'P1-D', 'P1-E']);
      const most = 'https://www.a-name-of-a-company-that-is-rather-long.co.uk/';
      const longest = JSON.stringify({ ...brief.json, host: new URL(most).host, website: most });
      assert.ok(countTokens(longest) <= 250, `${countTokens(longest)} tokens`);
      assert.equal((await read(url, 'acme.com', '?view=short')).status, 422);
    });

    test('a host is visited once an hour, whoever asks; 200 who ask at once make one visit', async () => {
      const clock = fakeClock();
      const auditor = madeAuditor({});
      const { url } = await testService(engine, {}, clock, { auditor });
      const keys = await Promise.all(Array.from({ length: 20 }, () => newKey(url)));
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, at) =>
          ask(url, keys[at % 20] ?? '', ['acme.com', 'www.acme.com', 'https://ACME.com./a'][at % 3] ?? ''),
        ),
      );
      assert.deepEqual(
        [...new Set(answers.map(({ status }) => status))].filter((status) => status > 202),
        [],
      );
      const first = await over(url, 'acme.com');
      assert.equal(auditor.visits.length, 1);
      clock.advance(59 * MINUTE);
      const again = await ask(url, keys[0] ?? '', 'acme.com');
      assert.deepEqual([again.status, again.json.asked_at], [200, first.asked_at], 'the stored one, with its time');
      assert.equal(again.json.again_at, new Date(Date.parse(first.asked_at) + HOUR).toISOString());
      clock.advance(MINUTE);
      assert.equal((await ask(url, keys[0] ?? '', 'acme.com')).status, 202);
      await over(url, 'acme.com');
      assert.equal(auditor.visits.length, 2);
    });

    test('200 who ask at once by form, interface and tool, at two nodes, make one visit', async () => {
      const auditor = madeAuditor({});
      const one = await testService(engine, { PREVIEWS_PER_CLIENT_PER_HOUR: '0' }, undefined, { auditor });
      const { DATA_DIR, DATABASE_URL } = one.settings;
      const same = { DATA_DIR, DATABASE_URL, PREVIEWS_PER_CLIENT_PER_HOUR: '0' };
      const other = await testService(engine, same, one.clock, { auditor });
      const keys = await Promise.all(Array.from({ length: 10 }, () => newKey(one.url)));
      const doors = [
        async (url: string, at: number) => (await ask(url, keys[at % 10] ?? '', 'acme.com')).status,
        async (url: string) => {
          const body = new URLSearchParams({ website: 'https://www.acme.com/prices' });
          return (await fetch(`${url}/check`, { method: 'POST', body, redirect: 'manual' })).status;
        },
        async (url: string) => {
          const params = { name: 'get_audit', arguments: { website: 'ACME.com:443' } };
          const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
          const headers = { accept: 'application/json, text/event-stream' };
          const { json } = await call(url, 'POST', '/mcp', { body, headers });
          return json.result.structuredContent?.preview?.host === 'acme.com' ? 200 : 500;
        },
      ];
      const answers = await Promise.all(
        Array.from({ length: 200 }, (_, at) => doors[at % 3]?.(at % 2 ? one.url : other.url, at)),
      );
      const refused = answers.filter((status) => ![200, 202, 303].includes(status ?? 0));
      assert.deepEqual(refused, []);
      const [seen, again] = [await over(one.url, 'acme.com'), await over(other.url, 'acme.com')];
      assert.equal(seen.status, 'done');
      assert.deepEqual(again, seen);
      assert.deepEqual(auditor.visits.length, 1);
      assert.equal((await one.store.db.selectFrom('preview_asks').select('ask_id').execute()).length, 1);
    });

    test('a site that let nothing be seen may be tried again after a minute, and says what was asked', async () => {
      const clock = fakeClock();
      let closed = true;
      const auditor = madeAuditor({
        site: (website) => ({
          ...collected(website, { '/': '<h1>Acme</h1>' }),
          ...(closed && { outcome: 'unobserved', reason: 'its home page answers 403' }),
        }),
      });
      const { url } = await testService(engine, {}, clock, { auditor });
      const key = await newKey(url);
      await ask(url, key, 'acme.com');
      const refused = await over(url, 'acme.com');
      assert.deepEqual([refused.status, refused.reason], ['unobserved', 'its home page answers 403']);
      assert.deepEqual([refused.P1, refused.criteria], [null, []]);
      closed = false;
      clock.advance(MINUTE - 1_000);
      assert.equal((await ask(url, key, 'acme.com')).status, 200);
      clock.advance(1_000);
      assert.equal((await ask(url, key, 'acme.com')).status, 202);
      assert.equal((await over(url, 'acme.com')).status, 'done');
    });

    test('what is no public site is refused, and so is a site whose owner wants no visits', async () => {
      const auditor = madeAuditor({});
      const { url } = await testService(engine, { AUDIT_OPT_OUT: 'private.example.org' }, undefined, { auditor });
      const key = await newKey(url);
      const bad = [
        ...[
          'http://127.0.0.1/',
          'http://2130706433/',
          'http://[::1]/',
          'localhost',
          'http://10.0.0.1',
          'http://intranet/',
        ],
        ...[
          'https://acme.com:8080/',
          'https://user:secret@acme.com/',
          'ftp://acme.com/',
          'file:///etc/passwd',
          'metadata.internal',
        ],
        ...[
          '',
          'a b',
          'https://github.com/acme/tool',
          `https://${'a'.repeat(2_100)}.com/`,
          'javascript:alert(1)',
          'http://169.254.169.254/',
        ],
      ];
      for (const website of bad) {
        const { status, text } = await ask(url, key, website);
        assert.equal(status, 422, website);
        assert.doesNotMatch(text, /secret|passwd/, 'nothing that was sent is repeated');
      }
      assert.equal((await ask(url, key, 'https://private.example.org/x')).status, 409);
      assert.equal((await call(url, 'POST', '/api/previews', { body: { website: 'acme.com' } })).status, 401);
      assert.equal((await call(url, 'POST', '/api/previews', { key, body: {} })).status, 422);
      assert.equal((await read(url, 'acme.com')).status, 404);
      assert.equal((await read(url, '127.0.0.1')).status, 422);
      assert.deepEqual(auditor.visits, []);
    });

    test('previews of a key, of hosts of one owner and of the service are limited', async () => {
      const clock = fakeClock();
      const { url } = await testService(engine, { PREVIEWS_PER_HOUR: '24' }, clock, { auditor: madeAuditor({}) });
      const [one, other] = [await newKey(url), await newKey(url)];
      for (let at = 0; at < 5; at++) assert.equal((await ask(url, one, `shop${at}.acme.com`)).status, 202);
      const sixth = await ask(url, other, 'shop6.acme.com');
      assert.equal(sixth.status, 429, 'five hosts of one owner');
      assert.equal(sixth.headers.get('retry-after'), '3600');
      for (let at = 0; at < 15; at++) assert.equal((await ask(url, one, `firm${at}.com`)).status, 202);
      assert.match((await ask(url, one, 'firm99.com')).json.message, /20 previews of one key/);
      for (let at = 20; at < 24; at++) assert.equal((await ask(url, other, `firm${at}.com`)).status, 202);
      assert.match((await ask(url, other, 'firm98.com')).json.message, /24 previews of this service/);
      clock.advance(HOUR);
      assert.equal((await ask(url, one, 'firm99.com')).status, 202);
    });

    test('trying again counts like asking: whoever retries reaches the same limits', async () => {
      const clock = fakeClock();
      const auditor = madeAuditor({
        site: (website) => ({ ...collected(website, { '/': 'x' }), outcome: 'unobserved', reason: 'it answers 403' }),
      });
      const { url } = await testService(engine, {}, clock, { auditor });
      const key = await newKey(url);
      for (let at = 0; at < 5; at++) {
        assert.equal((await ask(url, key, 'acme.com')).status, 202);
        await over(url, 'acme.com');
        clock.advance(MINUTE);
      }
      const sixth = await ask(url, key, 'acme.com');
      assert.equal(sixth.status, 429);
      assert.match(sixth.json.message, /5 previews of hosts of acme\.com/);
      assert.equal(auditor.visits.length, 5);
    });

    test('names the published audit of the site', async () => {
      const service = await testService(engine, {}, undefined, { auditor: madeAuditor({}) });
      await publish(service, [{ ...exampleAudit({ slug: 'acme', company: 'Acme' }), website: 'https://acme.com/' }]);
      await until(async () => (await call(service.url, 'GET', '/api/audits/acme.json')).status === 200, 'it is public');
      const key = await newKey(service.url);
      await ask(service.url, key, 'acme.com');
      assert.equal((await over(service.url, 'acme.com')).audit.slug, 'acme');
      assert.equal((await read(service.url, 'acme.com', '?view=brief')).json.audit, 'acme');
    });

    test('says which documents that the audit cites are others now; a page may differ at each request', async () => {
      let prices = '10 USD\n20 USD\n';
      let home = '<h1>Acme</h1>';
      const auditor = madeAuditor({ site: () => ({ '/': home, '/pricing.md': prices }) });
      const clock = fakeClock();
      const service = await testService(engine, { AUDITS_AT_ONCE: '1' }, clock, { auditor });
      await publish(service, [
        { ...exampleAudit({ slug: 'acme', company: 'Acme', audit_date: '2026-05-01' }), website: 'https://acme.com/' },
      ]);
      await publishDraft(service, 'acme');
      const changed = async () => {
        clock.advance(HOUR);
        await beginPreview(service, 'acme.com', { registration_id: null });
        return (await over(service.url, 'acme.com')).changed_since_audit;
      };
      assert.deepEqual(await changed(), []);
      home = '<h1>Acme</h1><!-- another nonce -->';
      assert.deepEqual(await changed(), []);
      prices = '30 USD\n';
      assert.deepEqual(await changed(), ['https://acme.com/pricing.md']);
      const page = (await call(service.url, 'GET', '/check/acme.com', { headers: { accept: 'text/html' } })).text;
      assert.match(page, /Changed since that audit: <bdi>\/pricing\.md<\/bdi>/);
      const company = async (path: string) =>
        (await call(service.url, 'GET', path, { headers: { accept: 'text/html' } })).text;
      clock.advance(60_000);
      await until(
        async () => /Changed since this audit/.test(await company('/audits/acme')),
        'the page of the company says so too',
      );
      assert.match(await company('/audits/acme.md'), /Changed since this audit .*: https:\/\/acme\.com\/pricing\.md/);
      assert.doesNotMatch(await company('/api/audits/acme.json'), /Changed since/);
      prices = '10 USD\n20 USD\n';
      assert.deepEqual(await changed(), []);
      clock.advance(60_000);
      await until(async () => !/Changed since this audit/.test(await company('/audits/acme')), 'it is as it was');
    });

    test('one that fails is begun once more, then says so; a process that ends gives its previews back', async () => {
      let fails = 2;
      const hanging = Promise.withResolvers<void>();
      const auditor = madeAuditor({
        site: (website) => {
          if (website.includes('bad') && fails-- > 0) throw new Error('secret of the site');
          return { '/': '<h1>x</h1>' };
        },
        lasts: async (website) => (website.includes('slow') ? hanging.promise : undefined),
      });
      const { data_dir, settings } = await testContext(engine);
      const same = { DATA_DIR: data_dir, DATABASE_URL: settings.DATABASE_URL };
      const service = await testService(engine, same, undefined, { auditor });
      const key = await newKey(service.url);
      await ask(service.url, key, 'bad.com');
      const failed = await over(service.url, 'bad.com');
      assert.equal(failed.status, 'failed');
      assert.doesNotMatch(failed.reason + service.log_lines.join(''), /secret of the site/);
      await ask(service.url, key, 'slow.com');
      await until(async () => (await read(service.url, 'slow.com')).json.status === 'running', 'it is under way');
      await service.stop();
      const next = await testService(engine, same, undefined, { auditor: madeAuditor({}) });
      assert.equal((await over(next.url, 'slow.com')).status, 'done');
    });

    for (const stays of ['collecting', 'scoring'])
      test(`a node that is killed while it is ${stays} leaves nothing half: another one finishes, and after two deaths it fails`, async () => {
        const ctx = await testContext(engine, {}, fakeClock(new Date().toISOString()), { auditor: madeAuditor({}) });
        const same = { DATA_DIR: ctx.data_dir, DATABASE_URL: ctx.settings.DATABASE_URL };
        const begin = (website: string) => beginPreview(ctx, website, { registration_id: null });
        const kill = async () => {
          const node = startProgram('auditing-node', [stays], same);
          await node.prints(new RegExp(stays));
          await node.kill('SIGKILL');
        };
        const row = async (host: string) => (await findPreview(ctx.store.db, host)) ?? assert.fail(host);
        await begin('acme.com');
        await kill();
        const left = await row('acme.com');
        assert.deepEqual([left.status, left.result, left.attempts], ['running', null, 1]);
        const later = fakeClock(new Date(Date.now() + 2 * MINUTE).toISOString());
        const { url } = await testService(engine, same, later, { auditor: madeAuditor({}) });
        assert.equal((await over(url, 'acme.com')).status, 'done');
        const { attempts, lease_by, progress } = await row('acme.com');
        assert.deepEqual([attempts, lease_by, progress], [2, null, null]);
        await begin('dying.com');
        await ctx.store.db
          .updateTable('previews')
          .set({ status: 'running', attempts: 2 })
          .where('host', '=', 'dying.com')
          .execute();
        const failed = await over(url, 'dying.com');
        assert.deepEqual([failed.status, failed.P1], ['failed', null]);
        assert.match(failed.reason, /begun twice/);
        const findings = (await runDoctor(ctx.store, ctx.rubrics, () => {})).flatMap((check) => check.findings);
        assert.deepEqual(findings, []);
      });

    test('is kept for a week, and who asked for an hour', async () => {
      const clock = fakeClock();
      const service = await testService(engine, {}, clock, { auditor: madeAuditor({}) });
      await ask(service.url, await newKey(service.url), 'acme.com');
      await over(service.url, 'acme.com');
      const askers = () => service.store.db.selectFrom('preview_asks').select('asked_by').execute();
      assert.match((await askers())[0]?.asked_by ?? '', /^reg_/);
      clock.advance(HOUR + 1);
      await until(async () => (await askers()).length === 0, 'nobody is noted');
      clock.advance(7 * 24 * HOUR);
      await until(async () => (await read(service.url, 'acme.com')).status === 404, 'it is gone');
    });
  });
