import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { keyOf } from '../../src/domain/key.ts';
import { call, newKey } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** Keys as they were meant, and refusals that name the real mistake, through both doors (decisions 14, 27). */
const token = 'rmo_operator-token-of-the-test';
const service = await testService('sqlite', {
  OPERATOR_TOKENS: `ada:${createHash('sha256').update(token).digest('hex')}`,
});
const key = await newKey(service.url);
const unknown = keyOf(new Uint8Array(32).fill(9));

type Answer = { ok: boolean; text: string; message: string; remedy: string; error: string; challenge: string };

async function rest(headers: Record<string, string>, path = '/api/agent/me'): Promise<Answer> {
  const got = await call(service.url, 'GET', path, { headers });
  const { message = '', remedy = '', error = '' } = got.json;
  const challenge = got.headers.get('www-authenticate') ?? '';
  return { ok: got.status === 200, text: got.text, message, remedy, error, challenge };
}

async function tool(headers: Record<string, string>, args: object = {}, query = ''): Promise<Answer> {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'my_audit_history', arguments: args },
  };
  const { status, json } = await call(service.url, 'POST', `/mcp${query}`, { body, headers });
  assert.equal(status, 200);
  const text: string = json.result.content[0].text;
  const { message = '', remedy = '', error = '' } = JSON.parse(text);
  return { ok: json.result.isError !== true, text, message, remedy, error, challenge: '' };
}

function refused(answer: Answer, what: RegExp): void {
  assert.deepEqual([answer.ok, answer.error], [false, 'invalid_token'], answer.text);
  assert.match(answer.message + answer.remedy, what);
  for (const secret of [key, unknown, token])
    assert.ok(!answer.text.includes(secret.slice(4, 20)), 'a secret is shown');
}

test('a well-formed key is taken as the key without the word Bearer, and with blanks around it', async () => {
  for (const authorization of [key, ` ${key} `, `Bearer ${key}`, `bearer   ${key}`, `Bearer Bearer ${key}`]) {
    assert.equal((await rest({ authorization })).ok, true, authorization.replace(key, 'KEY'));
    assert.equal((await tool({ authorization })).ok, true, authorization.replace(key, 'KEY'));
  }
});

test('the argument api_key may have the word Bearer and blanks around it', async () => {
  for (const api_key of [key, ` ${key}\n`, `Bearer ${key}`, ` bearer  ${key} `]) {
    assert.equal((await tool({}, { api_key })).ok, true, api_key.replace(key, 'KEY'));
    assert.equal((await tool({ authorization: key }, { api_key })).ok, true, 'equal to the one of the header');
  }
  for (const authorization of ['Bearer $API_KEY', 'Basic dXNlcjpwYXNz', 'Bearer'])
    assert.equal((await tool({ authorization }, { api_key: key })).ok, true, 'what the header has is no key');
  for (const api_key of [null, '', '  ']) assert.equal((await tool({ authorization: key }, { api_key })).ok, true);
});

describe('a key in another place is not taken, and the 401 says where it belongs before anything else', () => {
  for (const header of ['X-API-Key', 'Api-Key', 'X-Auth-Token', 'apikey'])
    test(header, async () => {
      const got = await rest({ [header]: key });
      refused(got, new RegExp(`in the header ${header},.*Authorization: Bearer.*register again`, 'i'));
      assert.match(got.challenge, /error="invalid_token"/);
      refused(await tool({ [header]: key }), new RegExp(`in the header ${header},.*api_key.*register again`, 'i'));
      assert.equal((await rest({ [header]: 'x', authorization: `Bearer ${key}` })).ok, true);
    });
  test('another argument of a tool', async () => {
    for (const name of ['key', 'apiKey', 'token'])
      refused(await tool({}, { [name]: key }), /in another argument,.*api_key.*register again/);
    assert.equal((await tool({}, { key, api_key: key })).ok, true);
  });
  test('the query', async () => {
    for (const name of ['api_key', 'API_KEY', 'access_token', 'key']) {
      refused(await rest({}, `/api/agent/me?${name}=${key}`), /address.*Authorization: Bearer.*register again/);
      refused(await rest({ authorization: key }, `/api/agent/me?${name}=${key}`), /address/);
      refused(await tool({}, {}, `?${name}=${key}`), /address.*api_key.*register again/);
    }
    refused(await rest({}, `/api/agent/me?q=${key}`), /address/);
  });
});

describe('a key that is not well formed or unknown: the message names the mistake, the remedy comes after', () => {
  for (const [sent, what] of [
    [key.slice(0, -3), /cut off/],
    [`${key}x`, /too long/],
    [`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`, /typing error/],
    ['abc', /begin with rmk_/],
    ['<API_KEY>', /begin with rmk_/],
    [token, /operator token/],
    [unknown, /did not issue/],
  ] as const)
    test(what.source, async () => {
      refused(await rest({ authorization: `Bearer ${sent}` }), what);
      refused(await tool({ authorization: `Bearer ${sent}` }), what);
      refused(await tool({}, { api_key: sent }), what);
    });
  test('another scheme', async () => {
    const authorization = `Basic ${key}`;
    refused(await rest({ authorization }), /Bearer/);
    refused(await tool({ authorization }), /Bearer/);
  });
  test('no key at all, which is also a scheme with nothing behind it: the challenge names no error (RFC 6750 3.1)', async () => {
    for (const headers of [{}, { authorization: '' }, { authorization: 'Bearer' }, { authorization: ' bearer  ' }]) {
      const answer = await rest(headers);
      refused(answer, /none was sent/);
      assert.doesNotMatch(answer.challenge, /error=/);
      refused(await tool(headers), /none was sent/);
      refused(await tool(headers, { api_key: 'Bearer' }), /none was sent/);
      refused(await rest({ ...headers, 'x-api-key': key }), /in the header X-API-Key/);
    }
    assert.match((await rest({ authorization: 'Bearer x' })).challenge, /error="invalid_token"/);
  });
});

test('the remedy of agents is to register again, in the words of each door', async () => {
  for (const authorization of [`Bearer ${unknown}`, 'Bearer x'])
    assert.match(
      (await rest({ authorization })).remedy,
      /^Send a valid key as .* register again via POST \/api\/agent\/auth/,
    );
  const { remedy } = await tool({});
  assert.match(remedy, /^Pass a valid key as .* register again.* register_agent/);
  assert.doesNotMatch(remedy, /POST|\/api|Authorization|header/i);
});

test('operators get a remedy of operators', async () => {
  for (const [authorization, what] of [
    [undefined, /operator token.* none was sent/],
    [key, /API key of an agent/],
    [`Bearer ${key}`, /API key of an agent/],
    [`Bearer ${token}x`, /not known/],
    [token, /Bearer/],
  ] as const) {
    const got = await rest(authorization === undefined ? {} : { authorization }, '/api/desk/requests');
    refused(got, what);
    assert.match(got.remedy, /readymark operator add/);
    assert.doesNotMatch(got.remedy, /register/i);
  }
  assert.equal((await rest({ authorization: `Bearer ${token}` }, '/api/desk/requests')).ok, true);
  const missing = await rest({ authorization: `Bearer ${token}` }, '/api/desk/requests/req_x');
  assert.match(missing.remedy, /\/api\/desk\//);
  assert.doesNotMatch(missing.remedy, /agent/);
});

test('no secret is logged', () => {
  const log = service.log_lines.join('');
  for (const secret of [key, unknown, token]) assert.ok(!log.includes(secret.slice(4, 20)));
});

test('a key in the place of a slug is not repeated, in any letters: an error repeats nothing, another answer names without it', async () => {
  await publish(service, [exampleAudit({ slug: 'known' })]);
  const answers = async (...more: string[]) => {
    const slugs = [key, `x ${token}`, 'nobody', ...more];
    const params = { name: 'get_audit', arguments: { slugs } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return [
      (await call(service.url, 'POST', '/mcp', { body })).json.result.content[0].text as string,
      (await call(service.url, 'GET', `/compare.md?slugs=${slugs.map(encodeURIComponent)}`)).text,
    ];
  };
  for (const text of await answers()) assert.doesNotMatch(text, /nobody|rm[ko][-_]/i);
  for (const text of await answers('known')) {
    assert.match(text, /nobody/);
    assert.doesNotMatch(text, /rm[ko][-_]/i);
  }
});
