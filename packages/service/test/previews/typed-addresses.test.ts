import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openAuditor } from '@readymark/auditor/auditor';
import { until } from '../../../../test/world/wait.ts';
import { madeAuditor } from '../../../auditor/test/world/sites/made-auditor.ts';
import { refusedAddresses, typedAddresses } from '../../../auditor/test/world/typed-addresses.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { call, newKey } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { fakeClock, testService } from '../world/service.ts';

/** One address means the same at every door at which a site may be named (decision 212). */
const HOUR = 3_600_000;
const HTML = { accept: 'text/html' };

/** What a door made of an address: the host that it means, or what it said. */
type Made = { host: string } | { said: string };

async function doors() {
  const clock = fakeClock();
  const auditor = madeAuditor({});
  const { url } = await testService('sqlite', { REGISTRATIONS_PER_HOUR: '1000' }, clock, { auditor });
  const key = await newKey(url);
  const form = async (path: string, fields: Record<string, string>) => {
    // Limits of clients are another matter.
    clock.advance(HOUR);
    const answer = await fetch(url + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: HTML,
      redirect: 'manual',
    });
    return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
  };
  const alert = (text: string) => /role="alert">([^<]*)</.exec(text)?.[1] ?? assert.fail(text);
  const found: Record<string, (website: string) => Promise<Made>> = {
    async '/check'(website) {
      const { status, location, text } = await form('/check', { website });
      if (status === 303) return { host: location.slice('/check/'.length) };
      assert.equal(status, 422);
      return { said: alert(text) };
    },
    async '/own'(website) {
      const { status, location, text } = await form('/own', { website });
      if (status === 303) {
        const own = await call(url, 'GET', location, { headers: HTML });
        return { host: /<h1>Your page for ([^<]+)</.exec(own.text)?.[1] ?? '' };
      }
      assert.equal(status, 422);
      assert.match(text, /name="website"[^>]*aria-invalid="true"/, 'the form comes back');
      return { said: alert(text) };
    },
    async 'POST /api/previews'(website) {
      clock.advance(HOUR);
      const { status, headers, json } = await call(url, 'POST', '/api/previews', { key, body: { website } });
      if (status < 300) return { host: /([^/]+)\.json$/.exec(headers.get('location') ?? '')?.[1] ?? '' };
      assert.equal(status, 422);
      return { said: json.message + JSON.stringify(json.errors) };
    },
    async get_audit(website) {
      clock.advance(HOUR);
      const params = { name: 'get_audit', arguments: { website } };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const { json } = await call(url, 'POST', '/mcp', {
        body,
        headers: { accept: 'application/json, text/event-stream' },
      });
      const { isError, structuredContent, content } = json.result;
      return isError ? { said: content[0].text } : { host: structuredContent.preview.host };
    },
  };
  return { found, form, url };
}

describe('an address as it is typed', () => {
  test('is the same site at every door', async () => {
    const { found } = await doors();
    for (const [typed, address] of Object.entries(typedAddresses))
      for (const [door, made] of Object.entries(found))
        assert.deepEqual(await made(typed), { host: new URL(address).hostname }, `${JSON.stringify(typed)} at ${door}`);
  });

  test('finds the company that is listed with it', async () => {
    const service = await testService('sqlite', {}, undefined, { auditor: madeAuditor({}) });
    const { url } = service;
    await publish(service, [{ ...exampleAudit({ slug: 'example' }), website: 'https://example.com/' }]);
    await until(async () => (await call(url, 'GET', '/api/audits/example.json')).status === 200, 'it is public');
    for (const [typed, address] of Object.entries(typedAddresses)) {
      if (new URL(address).hostname !== 'example.com') continue;
      const params = { name: 'get_audit', arguments: { website: typed, view: 'brief' } };
      const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const headers = { accept: 'application/json, text/event-stream' };
      const { json } = await call(url, 'POST', '/mcp', { body, headers });
      assert.equal(json.result.structuredContent.slug, 'example', JSON.stringify(typed));
    }
  });

  test('or is refused at every door with the same next step, and is not repeated to programs', async () => {
    const { found } = await doors();
    for (const [typed, says] of Object.entries(refusedAddresses))
      for (const [door, made] of Object.entries(found)) {
        const got = await made(typed);
        const what = `${JSON.stringify(typed)} at ${door}`;
        assert.ok('said' in got, what);
        // A program that sends marks which change the direction of text is told so, before it is read as an address.
        const unseen = /[\u202a-\u202e]/.test(typed) && !door.startsWith('/') ? /without control characters/ : says;
        assert.match(got.said, unseen, what);
        if (typed.length > 12) assert.ok(!got.said.includes(typed), what);
      }
  });

  test('is what the command line and the agent visit', async () => {
    const auditor = openAuditor({
      ...{ base_url: 'http://readymark.test', version: '1', interval_ms: 0, opt_out: [], ladders: new Map() },
      now: () => new Date(),
    });
    const signal = AbortSignal.abort(new Error('it would be visited'));
    for (const typed of Object.keys(typedAddresses))
      await assert.rejects(auditor.collect(typed, { signal }), /it would be visited/, typed);
    for (const [typed, says] of Object.entries(refusedAddresses))
      await assert.rejects(auditor.collect(typed, { signal }), says, typed);
    await auditor.close();
  });

  test('in the form that requests an audit is completed, or comes back with the next step', async () => {
    const { form, url } = await doors();
    const send = async (website: string) => {
      const [, token = ''] =
        /name="form" value="([\w-]+)"/.exec((await call(url, 'GET', '/request', { headers: HTML })).text) ?? [];
      return form('/request', { form: token, company: 'Acme', website });
    };
    for (const typed of ['example.com:443', '  example.com/pricing?x#y ', 'ｅｘａｍｐｌｅ．ｃｏｍ', 'bücher.de'])
      assert.equal((await send(typed)).status, 200, typed);
    assert.equal((await send('acme')).status, 422, 'a word without a dot is no address');
    for (const [typed, says] of Object.entries(refusedAddresses)) {
      // What is public is for a reviewer to say.
      if (/public suffix|under|numbers/.test(says.source)) continue;
      if (/no web address/.test(says.source)) continue;
      const { status, text } = await send(typed);
      assert.equal(status, 422, typed);
      assert.match(text, says, typed);
    }
  });
});
