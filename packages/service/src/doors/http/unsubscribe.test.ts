import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HtmlValidate } from 'html-validate';
import { testService } from '../../../test/world/service.ts';
import { unsubscribeLinks } from '../../operations/links/unsubscribe.ts';

/** The unsubscribe link (decisions 30 and 40; RFC 8058), as mail scanners, mail programs and people use it. */
test('GET shows a button and changes nothing; POST unsubscribes, once or repeatedly, in every form that mail programs send', async () => {
  const service = await testService('sqlite');
  const register = async () => {
    const response = await fetch(`${service.url}/api/agent/auth`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'anonymous', contact_email: 'agent@agents.example' }),
    });
    return ((await response.json()) as { registration_id: string }).registration_id;
  };
  const emailOf = async (registration_id: string) =>
    (
      await service.store.db
        .selectFrom('registrations')
        .select('contact_email')
        .where('registration_id', '=', registration_id)
        .executeTakeFirstOrThrow()
    ).contact_email;
  const links = await unsubscribeLinks(service);
  const bodies = [
    { body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) },
    {
      body: '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    },
    {},
    { body: 'anything', headers: { 'content-type': 'text/plain' } },
  ];
  for (const init of bodies) {
    const id = await register();
    const link = links({ registration_id: id }, service.now().toISOString()).replace(
      'http://readymark.test',
      service.url,
    );
    const shown = await fetch(link);
    const text = await shown.text();
    assert.equal(shown.status, 200);
    assert.match(text, /<button>/);
    assert.doesNotMatch(text, /@agents|reg_[^.]*@/);
    assert.equal((await fetch(link, { method: 'HEAD' })).status, 200);
    assert.equal(await emailOf(id), 'agent@agents.example');
    for (let time = 0; time < 2; time++) {
      const acted = await fetch(link, { method: 'POST', ...init });
      assert.equal(acted.status, 200);
      assert.match(await acted.text(), /No more mails/);
    }
    assert.equal(await emailOf(id), null);
  }
});

test('an expired, truncated or invented link says what to do and reveals nothing else', async () => {
  const service = await testService('sqlite');
  const links = await unsubscribeLinks(service);
  const good = new URL(links({ registration_id: 'reg_1' }, service.now().toISOString()));
  const token = good.searchParams.get('t') ?? '';
  const old = new URL(links({ registration_id: 'reg_1' }, '2026-01-01T00:00:00.000Z')).searchParams.get('t') ?? '';
  const wrong = [
    '',
    '?t=',
    `?t=${token.slice(0, -1)}`,
    `?t=${token.replace('reg_1', 'reg_2')}`,
    '?t=<script>alert(1)</script>',
    `?t=${token}&t=${token}`,
  ];
  const html = new HtmlValidate({ extends: ['html-validate:standard'], rules: { 'no-inline-style': 'off' } });
  for (const query of [...wrong, `?t=${old}`, `?t=${token}`])
    for (const method of ['GET', 'POST']) {
      const response = await fetch(`${service.url}/unsubscribe${query}`, { method });
      const text = await response.text();
      assert.equal(
        response.status,
        query === `?t=${old}` ? 410 : query === `?t=${token}` ? 200 : 400,
        `${method} ${query}`,
      );
      assert.doesNotMatch(text, /alert\(1|reg_2/);
      const { headers } = response;
      assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/);
      assert.deepEqual(
        [headers.get('cache-control'), headers.get('referrer-policy'), headers.get('set-cookie')],
        ['no-store', 'no-referrer', null],
      );
      const report = await html.validateString(text);
      assert.deepEqual(
        report.results.flatMap(({ messages }) => messages.map(({ message }) => message)),
        [],
      );
    }
  assert.equal((await fetch(`${service.url}/unsubscribe?t=${token}`, { method: 'DELETE' })).status, 405);
});
