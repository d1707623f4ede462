import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { timeLimit } from '../../../../test/world/wait.ts';
import { deskAssets } from '../../src/doors/http/desk/assets.ts';
import { tick } from '../../src/operations/worker.ts';
import { call, newKey } from '../world/call.ts';
import { deskBrowser, hiddenFields, plain } from '../world/desk/plain-browser.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';
import { deskForms, deskPages, parts } from '../world/site.ts';

/** Coming in at the desk (decision 119). */
sharedDatabases();

const HOUR_MS = 3_600_000;

for (const engine of engines)
  describe(`the desk on ${engine}`, () => {
    test('asks for an operator token once; the session is stored as a hash, and the cookie is for the desk alone', async () => {
      const service = await testService(engine, { OPERATOR_TOKENS });
      const ada = deskBrowser(service.url);
      const asked = await ada.get('/desk');
      assert.equal(asked.status, 200);
      assert.match(asked.text, /action="\/desk\/sign-in"/);
      assert.doesNotMatch(asked.text, /Sign out/);
      const signed_in = await ada.send('/desk', '/desk/sign-in', { token: ` ${operator_token}\n` });
      assert.deepEqual([signed_in.status, signed_in.location], [303, '/desk']);
      const cookie = signed_in.headers.get('set-cookie') ?? '';
      assert.match(cookie, /^readymark_desk=[\w-]{43}; Path=\/desk; HttpOnly; SameSite=Strict$/);
      const { status, text } = await ada.get('/desk');
      assert.equal(status, 200);
      assert.match(text, /Signed in as <b>ada<\/b>/);
      const id = ada.cookie.split('=')[1] ?? '';
      const tables = ['operator_sessions', 'desk_actions', 'operators', 'secrets'];
      const rows = await Promise.all(
        tables.map((table) => sql`select * from ${sql.table(table)}`.execute(service.store.db)),
      );
      for (const stored of [JSON.stringify(rows), service.log_lines.join(''), text])
        for (const secret of [id, operator_token]) assert.ok(!stored.includes(secret));
      const { json } = await call(service.url, 'GET', '/api/desk/actions?subject_id=ada', { key: operator_token });
      assert.deepEqual([json.actions.length, json.actions[0].action, json.actions[0].operator], [1, 'sign_in', 'ada']);
      await service.stop();
    });

    test('ends a session after 12 hours without use, at sign-out, and when the token is taken back, on every node', async () => {
      const one = await testService(engine, { OPERATOR_TOKENS });
      const { DATA_DIR, DATABASE_URL } = one.settings;
      const two = await testService(engine, { DATA_DIR, DATABASE_URL, OPERATOR_TOKENS }, one.clock);
      const body = { name: 'grace' };
      const { token } = (await call(one.url, 'POST', '/api/desk/operators', { key: operator_token, body })).json;
      const here = deskBrowser(one.url);
      const there = deskBrowser(two.url);
      const isIn = async () => /Signed in as <b>grace<\/b>/.test((await there.get('/desk')).text);
      const signIn = async () => {
        await here.signIn(token);
        there.cookie = here.cookie;
        assert.ok(await isIn());
      };
      await signIn();
      for (let hours = 0; hours < 33; hours += 11) {
        one.clock.advance(11 * HOUR_MS);
        assert.ok(await isIn(), 'used within 12 hours');
      }
      // A page that is open asks for its state every few seconds, whether or not somebody is there.
      one.clock.advance(6 * HOUR_MS);
      const asked = await there.get('/desk/audits/none', { accept: 'application/json' });
      assert.equal(asked.status, 404);
      one.clock.advance(6 * HOUR_MS + 1);
      assert.ok(!(await isIn()), 'not used for 12 hours');
      await tick(one);
      const left = () => one.store.db.selectFrom('operator_sessions').selectAll().execute();
      assert.deepEqual(await left(), []);

      await signIn();
      const out = await here.send('/desk', '/desk/sign-out');
      assert.deepEqual([out.status, out.location, here.cookie], [303, '/desk', '']);
      assert.ok(!(await isIn()));
      assert.deepEqual(await left(), []);

      await signIn();
      await call(two.url, 'DELETE', '/api/desk/operators/grace', { key: operator_token });
      assert.ok(!(await isIn()));
      assert.deepEqual(await left(), []);
      await call(two.url, 'POST', '/api/desk/operators', { key: operator_token, body });
      assert.ok(!(await isIn()), 'a new token of the same name is another one');
      await two.stop();
      await one.stop();
    });

    test('slows a client whose sign-ins fail, counts them, and says nothing of whose token it was', async () => {
      const service = await testService(engine, { OPERATOR_TOKENS });
      const mallory = deskBrowser(service.url);
      const attempt = (token: string) => mallory.post('/desk/sign-in', { token, next: '/desk' });
      const key = await newKey(service.url);
      const refused = [
        await attempt('wrong'),
        await attempt(''),
        await attempt(key),
        await attempt(`rmo_${'A'.repeat(43)}`),
      ];
      for (const { status, headers } of refused) assert.deepEqual([status, headers.get('set-cookie')], [401, null]);
      for (let more = 0; more < 6; more++) await attempt('wrong');
      const slowed = await attempt(operator_token);
      assert.equal(slowed.status, 429, 'even the right one waits');
      assert.ok(Number(slowed.headers.get('retry-after')) > 0);
      service.clock.advance(31 * 60_000);
      await mallory.signIn();
      const metrics = await (await fetch(`${service.url}/metrics`)).text();
      for (const line of ['{result="accepted"} 1', '{result="refused"} 10', '{result="slowed"} 1'])
        assert.ok(metrics.includes(`readymark_desk_sign_ins_total${line}`), line);
      service.clock.advance(31 * 60_000);
      for (let more = 0; more < 11; more++) await deskBrowser(service.url).signIn();
      const guesses = Array.from({ length: 60 }, (_, at) => attempt(`rmo_${String(at).padStart(43, 'A')}`));
      const tried = (await Promise.all(guesses)).filter(({ status }) => status === 401);
      assert.equal(tried.length, 10, 'guesses that are sent at once are no more than others');
      await service.stop();
    });
  });

describe('forms of the desk', () => {
  test('are refused from other origins, without one, and with a token of another session or path', async () => {
    const service = await testService('sqlite', { OPERATOR_TOKENS });
    const ada = deskBrowser(service.url);
    await ada.signIn();
    const fields = hiddenFields((await ada.get('/desk')).text, '/desk/sign-out');
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1'])
      assert.equal((await ada.post('/desk/sign-out', fields, { origin })).status, 403, origin);
    assert.equal(
      (await ada.post('/desk/sign-in', { token: operator_token }, { origin: 'https://evil.example' })).status,
      403,
    );
    const without = await fetch(`${service.url}/desk/sign-out`, {
      method: 'POST',
      headers: { cookie: ada.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields),
    });
    assert.equal(without.status, 403);
    const other = deskBrowser(service.url);
    await other.signIn();
    const foreign = await other.post('/desk/sign-out', fields);
    assert.equal(foreign.status, 403);
    assert.match(foreign.text, /belongs to another sign-in/);
    assert.match((await ada.get('/desk')).text, /Signed in as/, 'nothing was done');
    assert.match((await other.get('/desk')).text, /Signed in as/);
    await service.stop();
  });

  test('that were sent after signing out come back with what was typed, and can be sent again', async () => {
    const service = await testService('sqlite', { OPERATOR_TOKENS });
    const ada = deskBrowser(service.url);
    const typed = '<b>Évidence</b> "quoted"\r\nsecond line';
    const action = deskForms[0]?.path.replaceAll(/\{\w+\}/g, 'one') ?? '';
    const refused = await ada.post(action, { form: 'old', evidence: typed, tick: ['a', 'b'] });
    assert.equal(refused.status, 401);
    assert.doesNotMatch(refused.text, /<b>Évidence/);
    const kept = hiddenFields(refused.text, '/desk/sign-in');
    const wrong = await ada.post('/desk/sign-in', { ...kept, token: 'wrong' });
    assert.equal(wrong.status, 401);
    const again = await ada.post('/desk/sign-in', {
      ...hiddenFields(wrong.text, '/desk/sign-in'),
      token: operator_token,
    });
    assert.equal(again.status, 200);
    const fields = hiddenFields(again.text, action);
    assert.deepEqual([fields.evidence, fields.tick], [typed, 'b']);
    assert.notEqual(fields.form, 'old');
    assert.ok(plain(again.text).includes('Send it again'));
    await service.stop();
  });
});

test('a form of a million fields keeps nobody waiting', async () => {
  const service = await testService('sqlite', { OPERATOR_TOKENS });
  const headers = { origin: service.url, 'content-type': 'application/x-www-form-urlencoded' };
  const started = performance.now();
  for (const [path, fields] of [
    ['/desk/sign-in', 1_000_000],
    ['/desk/audits/one/import', 500_000],
  ] as const) {
    const { status } = await fetch(service.url + path, { method: 'POST', headers, body: '&a'.repeat(fields) });
    assert.equal(status, 401, path);
  }
  assert.ok(performance.now() - started < timeLimit(2_000), 'it took seconds when every field was read');
  await service.stop();
});

test('large forms without a session are drawn anew only so often for one client', async () => {
  const service = await testService('sqlite', { OPERATOR_TOKENS });
  const mallory = deskBrowser(service.url);
  const path = '/desk/audits/one/import';
  const large = { record: '"'.repeat(100_000) };
  for (let sent = 0; sent < 19; sent++) assert.equal((await mallory.post(path, large)).status, 401);
  const kept = hiddenFields((await mallory.post(path, large)).text, '/desk/sign-in');
  assert.equal(JSON.parse(kept.kept ?? '')[1][0][1], large.record);
  for (const reply of [await mallory.post(path, large), await mallory.post('/desk/sign-in', { ...kept, token: 'x' })]) {
    assert.equal(reply.status, 429);
    assert.ok(reply.text.length < 5_000 && Number(reply.headers.get('retry-after')) > 0);
  }
  assert.equal((await mallory.post(path, { record: '{}' })).status, 401, 'others are small');
  await mallory.signIn();
  service.clock.advance(31 * 60_000);
  assert.equal((await deskBrowser(service.url).post(path, large)).status, 401);
  await service.stop();
});

test('every page and form of the desk needs a session, and no reply of it is for a cache, a search engine or another site', async () => {
  const service = await testService('sqlite', { OPERATOR_TOKENS, BASE_URL: 'https://readymark.test' });
  const anonymous = deskBrowser(service.url);
  const ada = deskBrowser(service.url);
  await ada.signIn();
  assert.match(ada.cookie, /^__Secure-readymark_desk=/);
  const paths = [...deskPages.map(({ path }) => path), '/desk/nothing', '/desk/requests/x/y'];
  for (const path of paths.map((one) => one.replaceAll(/\{\w+\}/g, 'one')))
    for (const browser of [anonymous, ada]) {
      const { status, headers, text } = await browser.get(path);
      if (browser === anonymous) {
        assert.equal(status, path === '/desk' ? 200 : 401, path);
        assert.match(text, /action="\/desk\/sign-in"/, path);
      } else assert.notEqual(status, 401, path);
      assert.equal(headers.get('cache-control'), 'no-store', path);
      assert.equal(headers.get('x-robots-tag'), 'noindex', path);
      assert.equal(headers.get('access-control-allow-origin'), null, path);
      assert.match(
        headers.get('content-security-policy') ?? '',
        /default-src 'none'; style-src 'self'; font-src 'self'; script-src 'self'/,
      );
      assert.doesNotMatch(text, /<script(?! type="module" src="\/)|<style|\son\w+=|style="/, path);
    }
  for (const { path } of deskForms)
    assert.equal((await anonymous.post(path.replaceAll(/\{\w+\}/g, 'one'), {})).status, 401, path);
  for (const path of ['/sitemap.xml', '/llms.txt', '/openapi.json', '/robots.txt', '/.well-known/api-catalog']) {
    const { text } = await call(service.url, 'GET', path);
    assert.doesNotMatch(text, /\/desk\b/, path);
  }
  await service.stop();
});

test('no page of another site may call the desk: there is no CORS under /api/desk', async () => {
  const service = await testService('sqlite', { OPERATOR_TOKENS });
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
  for (const [method, path, key] of [
    ['OPTIONS', '/api/desk/requests', undefined],
    ['GET', '/api/desk/requests', operator_token],
    ['GET', '/api/desk/requests', 'wrong'],
    ['OPTIONS', '/desk', undefined],
    ['GET', '/api/desk/nothing', undefined],
    ...Object.values(deskAssets(parts)).map(({ path }) => ['GET', path, undefined] as const),
  ] as const) {
    const reply = await call(service.url, method, path, { headers, ...(key && { key }) });
    for (const name of reply.headers.keys()) assert.doesNotMatch(name, /^access-control/, `${method} ${path}`);
    if (path.endsWith('.css')) assert.equal(reply.headers.get('content-type'), 'text/css; charset=utf-8');
  }
  await service.stop();
});
