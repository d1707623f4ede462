import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { call } from '../world/call.ts';
import { deskBrowser, hiddenFields, plain } from '../world/desk/plain-browser.ts';
import { OPERATOR_TOKENS, operator_token } from '../world/operator.ts';
import { engines, sharedDatabases, testService } from '../world/service.ts';

/** The cookie of a session at the desk, and what ends a session (decision 119). */
sharedDatabases();

const DAY_MS = 86_400_000;

/** A call under a host name of one's own, which `fetch` does not allow. */
async function callAs(url: string, host: string, method: string, path: string, fields?: Record<string, string>) {
  const headers = { host, accept: 'text/html', ...(fields && { 'content-type': 'application/x-www-form-urlencoded' }) };
  const own = host.includes('127.0.0.1') ? `http://${host}` : `https://${host}`;
  const asked = request(url + path, { method, headers: { ...headers, ...(fields && { origin: own }) } });
  asked.end(fields && new URLSearchParams(fields).toString());
  const [reply] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: reply.statusCode, cookie: String(reply.headers['set-cookie'] ?? ''), text: await text(reply) };
}

for (const engine of engines)
  describe(`a session at the desk on ${engine}`, () => {
    test('is none when more than one cookie has its name, and the page says so', async () => {
      const service = await testService(engine, { OPERATOR_TOKENS });
      const vic = deskBrowser(service.url);
      await vic.signIn();
      const own = vic.cookie;
      const [name = ''] = own.split('=');
      const eve = deskBrowser(service.url);
      await eve.signIn();
      for (const tossed of [`${eve.cookie}; ${own}`, `${own}; ${eve.cookie}`, `${name}=x; ${own}`, `${own}; ${own}`]) {
        vic.cookie = tossed;
        const page = await vic.get('/desk');
        assert.doesNotMatch(page.text, /Signed in as/, tossed);
        assert.match(plain(page.text), /more than one cookie named readymark_desk/);
        const form = await vic.post('/desk/audits/one/cancel', { form: 'any' });
        assert.equal(form.status, 401);
        assert.match(plain(form.text), /more than one cookie/);
        const again = await vic.post('/desk/sign-in', { token: operator_token });
        assert.equal(again.status, 401, 'signing in again would not help');
        assert.match(plain(again.text), /more than one cookie/);
        const asked = await vic.get('/desk/audits/none', { accept: 'application/json' });
        assert.deepEqual([asked.status, JSON.parse(asked.text).error], [401, 'invalid_token']);
        assert.match(asked.text, /more than one cookie/);
      }
      vic.cookie = own;
      assert.match((await vic.get('/desk')).text, /Signed in as/);
      const elsewhere = deskBrowser(service.url);
      await elsewhere.signIn();
      vic.cookie = `${eve.cookie}; ${own}`;
      assert.equal((await vic.post('/desk/sign-out', { everywhere: '1' })).status, 303);
      assert.match(
        (await elsewhere.get('/desk')).text,
        /Signed in as/,
        'which needs a session and the token of its form',
      );
      await service.stop();
    });

    test('ends a week after it began, however much it is used', async () => {
      const service = await testService(engine, { OPERATOR_TOKENS });
      const ada = deskBrowser(service.url);
      await ada.signIn();
      for (let hours = 0; hours < 165; hours += 11) {
        service.clock.advance(11 * 3_600_000);
        assert.match((await ada.get('/desk')).text, /Signed in as/, `after ${hours + 11} hours`);
      }
      service.clock.advance(7 * DAY_MS - 165 * 3_600_000);
      assert.doesNotMatch((await ada.get('/desk')).text, /Signed in as/);
      await ada.signIn();
      assert.match((await ada.get('/desk')).text, /Signed in as/);
      await service.stop();
    });

    test('ends everywhere at once when its operator signs out everywhere, and those of others do not', async () => {
      const one = await testService(engine, { OPERATOR_TOKENS });
      const { DATA_DIR, DATABASE_URL } = one.settings;
      const two = await testService(engine, { DATA_DIR, DATABASE_URL, OPERATOR_TOKENS }, one.clock);
      const body = { name: 'grace' };
      const { token } = (await call(one.url, 'POST', '/api/desk/operators', { key: operator_token, body })).json;
      const [here, there, grace] = [deskBrowser(one.url), deskBrowser(two.url), deskBrowser(two.url)];
      await here.signIn();
      await there.signIn();
      await grace.signIn(token);
      const page = (await here.get('/desk')).text;
      assert.match(page, /Sign out everywhere/);
      const refused = await here.post('/desk/sign-out', { form: 'guessed', everywhere: '1' });
      assert.equal(refused.status, 403);
      const fields = hiddenFields(page, '/desk/sign-out');
      const out = await here.post('/desk/sign-out', { ...fields, everywhere: '1' });
      assert.deepEqual([out.status, out.location, here.cookie], [303, '/desk', '']);
      assert.doesNotMatch((await there.get('/desk')).text, /Signed in as/);
      assert.match((await grace.get('/desk')).text, /Signed in as <b>grace<\/b>/);
      const { json } = await call(one.url, 'GET', '/api/desk/actions?subject_id=ada', { key: operator_token });
      assert.deepEqual([json.actions[0].action, json.actions[0].detail.everywhere], ['sign_out', true]);
      await there.signIn();
      await there.send('/desk', '/desk/sign-out');
      assert.match((await grace.get('/desk')).text, /Signed in as/);
      await two.stop();
      await one.stop();
    });
  });

test('signing in checks the Host, also when the Origin says the same', async () => {
  const service = await testService('sqlite', { OPERATOR_TOKENS, BASE_URL: 'https://readymark.test' });
  const signIn = (host: string) => callAs(service.url, host, 'POST', '/desk/sign-in', { token: operator_token });
  for (const host of ['evil', 'evil.example:443', 'readymark.test.evil.example', '127.0.0.1.evil.example']) {
    const reply = await signIn(host);
    assert.deepEqual([reply.status, reply.cookie], [403, ''], host);
    assert.match(plain(reply.text), /https:\/\/readymark\.test\/desk/);
  }
  for (const host of ['readymark.test', 'readymark.test:8443', new URL(service.url).host])
    assert.equal((await signIn(host)).status, 303, host);
  await service.stop();
});

test('a desk on a host of its own has a cookie that no other host can set, and is nowhere else', async () => {
  const env = { OPERATOR_TOKENS, BASE_URL: 'https://readymark.test', DESK_URL: 'https://desk.readymark.test' };
  const service = await testService('sqlite', env);
  const at = (host: string, path = '/desk') => callAs(service.url, host, 'GET', path);
  const signed_in = await callAs(service.url, 'desk.readymark.test', 'POST', '/desk/sign-in', {
    token: operator_token,
  });
  assert.equal(signed_in.status, 303);
  assert.match(signed_in.cookie, /^__Host-readymark_desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/);
  assert.match((await at('desk.readymark.test')).text, /action="\/desk\/sign-in"/);
  for (const path of ['/desk', '/desk/letters', '/desk/assets/x.css']) {
    const elsewhere = await at('readymark.test', path);
    assert.equal(elsewhere.status, 404, path);
    assert.doesNotMatch(elsewhere.text, /operators/i, path);
  }
  const posted = await callAs(service.url, 'readymark.test', 'POST', '/desk/sign-in', { token: operator_token });
  assert.deepEqual([posted.status, posted.cookie], [404, '']);
  assert.equal((await at('readymark.test', '/')).status, 200);
  await service.stop();
  const same = await testService('sqlite', { ...env, DESK_URL: 'https://readymark.test' });
  const cookie = (await deskBrowser(same.url).signIn()).headers.get('set-cookie') ?? '';
  assert.match(
    cookie,
    /^__Secure-readymark_desk=.*; Path=\/desk;/,
    'a desk beside the public pages keeps its cookie to itself',
  );
  await same.stop();
});
