import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tierField } from '@readymark/rubric/audit/audit';
import { wholeNumber } from '@readymark/rubric/field';
import { readRubrics } from '@readymark/rubric/read-rubrics';
import { z } from 'zod';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { asMeant, withoutNulls } from '../../src/operations/arguments.ts';
import { type Operation, operation } from '../../src/operations/operation.ts';
import { execute } from '../../src/operations/run.ts';
import { call, newKey } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** Arguments of tools and queries as they were meant; JSON bodies over REST stay strict (decisions 1 and 27). */
const service = await testService('sqlite', { AUDIT_REQUESTS_PER_DAY: '100' });
await publish(service, [exampleAudit(), exampleAudit({ slug: 'other', company: 'Other', scores: 4 })]);
const key = await newKey(service.url);

type Result = { ok: boolean; body: Record<string, unknown>; texts: string[]; text: string };

async function tool(name: string, args: object): Promise<Result> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const { json } = await call(service.url, 'POST', '/mcp', { key, body });
  const texts = json.result.content.map((block: { text: string }) => block.text);
  const [text = ''] = texts;
  const read = JSON.parse(text);
  if (!json.result.isError) assert.deepEqual(json.result.structuredContent, read);
  return { ok: json.result.isError !== true, body: read, texts, text };
}

const rest = (method: string, path: string, body?: unknown) => call(service.url, method, path, { key, body });

describe('arguments of tools', () => {
  test('of register_agent need no type, which has only one value; over REST it is required', async () => {
    for (const args of [{}, { type: null }, { type: ' ' }, { type: 'Anonymous' }]) {
      const { ok, body } = await tool('register_agent', args);
      assert.deepEqual([ok, body.registration_type], [true, 'anonymous'], JSON.stringify(args));
    }
    for (const type of ['other', [], 7]) assert.equal((await tool('register_agent', { type })).ok, false);
    assert.equal((await rest('POST', '/api/agent/auth', {})).status, 422);
    const { json } = await call(service.url, 'POST', '/mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
    const listed = json.result.tools.find(({ name }: { name: string }) => name === 'register_agent');
    assert.equal(listed.inputSchema.required, undefined);
    assert.ok(listed.inputSchema.properties.type);
  });
  test('null, an empty text and blanks are as if they were left out', async () => {
    const all = (await tool('list_audits', {})).text;
    for (const nothing of [null, '', '  ']) {
      const args = { tier: nothing, min_score: nothing, query: nothing, limit: nothing, offset: nothing };
      assert.equal((await tool('list_audits', args)).text, all, JSON.stringify(nothing));
      const watched = await tool('watch_company', { slug: 'other', watching: nothing });
      assert.equal(watched.body.watching, true);
      const registered = await tool('register_agent', {
        type: 'anonymous',
        requested_credential_type: nothing,
        agent_name: nothing,
        contact_email: nothing,
        api_key: nothing,
      });
      assert.equal(registered.ok, true, registered.text);
      assert.equal((await tool('my_audit_history', { limit: nothing, offset: nothing })).ok, true);
    }
  });

  test('numbers and booleans may be text, a tier may be in any case, blanks around a text do not count', async () => {
    const of = async (args: object) => (await tool('list_audits', args)).text;
    assert.equal(await of({ limit: '1' }), await of({ limit: 1 }));
    assert.equal(await of({ limit: ' 1 ', offset: '1' }), await of({ limit: 1, offset: 1 }));
    assert.equal(await of({ min_score: '70' }), await of({ min_score: 70 }));
    for (const tier of ['emerging', 'EMERGING', ' Emerging '])
      assert.equal(await of({ tier }), await of({ tier: 'Emerging' }), tier);
    assert.equal((await tool('get_audit', { slug: ' other ' })).ok, true);
    for (const watching of ['false', 'False', ' false '])
      assert.equal((await tool('watch_company', { slug: 'other', watching })).body.watching, false);
    assert.equal((await tool('register_agent', { type: 'Anonymous' })).ok, true);
  });

  test('must is another name of min: conditions under both hold together, and what is left out loses none', async () => {
    const slugs = async (args: object) => {
      const { audits } = (await tool('list_audits', { ...args, fields: ['slug'] })).body;
      return (audits as { slug: string }[]).map(({ slug }) => slug);
    };
    assert.equal((await slugs({})).length, 2);
    const demands = [{ 'P1-B': 4 }, 'P1-B:4', '{"P1-B":4}'];
    for (const nothing of [null, '', ' '])
      for (const must of demands) {
        assert.deepEqual(await slugs({ must, min: nothing }), ['other'], JSON.stringify(must));
        assert.deepEqual(await slugs({ min: must, must: nothing }), ['other'], JSON.stringify(must));
        assert.deepEqual(await slugs({ min: nothing, 'must.P1-B': 4 }), ['other']);
      }
    for (const must of demands)
      for (const min of [{ P3: 1 }, 'P3:1']) {
        assert.deepEqual(await slugs({ must, min }), ['other'], JSON.stringify([must, min]));
        assert.deepEqual(await slugs({ min, must }), ['other'], JSON.stringify([min, must]));
      }
    const { json } = await rest('GET', '/api/audits?must=P1-B:4&min=');
    assert.deepEqual([json.total, json.audits[0].slug], [1, 'other']);
  });

  test('what is out of range or of another kind is refused, and so is a required one that is missing', async () => {
    for (const [name, args, field] of [
      ['list_audits', { limit: '0' }, 'limit'],
      ['list_audits', { limit: 0 }, 'limit'],
      ['list_audits', { limit: 'five' }, 'limit'],
      ['list_audits', { limit: '1.5' }, 'limit'],
      ['list_audits', { min_score: '101' }, 'min_score'],
      ['list_audits', { min_score: -1 }, 'min_score'],
      ['list_audits', { tier: 'Best' }, 'tier'],
      ['list_audits', { tier: 5 }, 'tier'],
      ['watch_company', { slug: 'other', watching: 'perhaps' }, 'watching'],
      ['watch_company', { slug: null }, 'slug'],
      ['watch_company', { slug: ' ' }, 'slug'],
      ['get_audit', {}, 'slug'],
      ['register_agent', { type: 'agent' }, 'type'],
      ['register_agent', { type: 'anonymous', requested_credential_type: 'token' }, 'requested_credential_type'],
    ] as const) {
      const { ok, body } = await tool(name, args);
      const [error] = (body.errors ?? []) as { field: string }[];
      assert.deepEqual([ok, body.error, error?.field], [false, 'invalid_request', field], JSON.stringify(args));
    }
  });

  test('however many are wrong, the answer is short', async () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `k${at}`);
    const bad = await tool('list_audits', { min: Object.fromEntries(names.map((name) => [name, 'x'])) });
    const named = bad.body.errors as { field: string }[];
    assert.deepEqual([bad.ok, named.length, named[0]?.field], [false, 50, 'min.k0']);
    assert.match(bad.text, /5000 fields are missing or not valid; errors names the first 50\./);
    const many = await tool('list_audits', { min: Object.fromEntries(names.map((name) => [name, 1])) });
    assert.deepEqual(many.body.errors, [{ field: 'min', message: 'must name at most 100 pillars and criteria' }]);
    for (const fields of [names, names.join(','), JSON.stringify(names)])
      assert.deepEqual(
        ((await tool('list_audits', { fields })).body.errors as { field: string }[])[0]?.field,
        'fields',
      );
  });

  test('unknown ones are named in a text of their own, with those that there are', async () => {
    const { ok, body, texts } = await tool('get_audit', { slug: 'other', pilar: 'P1', 'x y': 1 });
    assert.deepEqual([ok, body.slug, texts.length], [true, 'other', 2]);
    assert.match(texts[1] ?? '', /^Ignored unknown arguments: pilar, 1 more\. get_audit takes slug/);
    const wrong = await tool('watch_company', { slg: 'other' });
    assert.deepEqual([wrong.ok, wrong.texts.length], [false, 2]);
    assert.match(wrong.texts[1] ?? '', /slg\. watch_company takes slug, watching, api_key\.$/);
    assert.equal((await tool('get_audit', { slug: 'other' })).texts.length, 1);
    const secret = { slug: 'other', [key]: 1, '<script>': 2 };
    assert.match((await tool('get_audit', secret)).texts[1] ?? '', /^Ignored unknown arguments: 2 with other names\./);
    assert.match((await tool('watch_stats', { a: 1 })).texts[1] ?? '', /watch_stats takes none\.$/);
  });
});

test('parameters of a query are read as they were meant', async () => {
  const me = async (query: string) => {
    const got = await rest('GET', `/api/agent/me${query}`);
    return got.status === 200 ? got.json.requests.length : got.status;
  };
  await rest('POST', '/api/audit-requests', { company: 'A', website: 'https://a.example' });
  await rest('POST', '/api/audit-requests', { company: 'B', website: 'https://b.example' });
  for (const query of ['?limit=', '?limit=&offset=', '?limit=%20200%20', '?unknown=1'])
    assert.equal(await me(query), 2, query);
  assert.equal(await me('?limit=1'), 1);
  for (const query of ['?limit=0', '?limit=x', '?limit=201', '?offset=-1', '?limit=1&limit=2'])
    assert.equal(await me(query), 422, query);
  assert.equal((await rest('DELETE', '/api/agent/watch?slug=%20other%20')).json.slug, 'other');
});

test('so are those of the leaderboard’s page', async () => {
  const board = async (query: string) => (await rest('GET', `/index.md${query}`)).text;
  assert.equal(await board('?tier=emerging'), await board('?tier=Emerging'));
  assert.equal(await board('?tier=&sort=&page=%201&q=%20'), await board(''));
  assert.equal((await rest('GET', '/index.md?tier=best')).status, 422);
});

describe('a JSON body over REST', () => {
  test('may have null where a field may be left out', async () => {
    const nothing = { requested_credential_type: null, agent_name: null, agent_provider: null, contact_email: null };
    assert.equal((await rest('POST', '/api/agent/auth', { type: 'anonymous', ...nothing })).status, 201);
    const request = { company: 'C', website: 'https://c.example', contact_email: null, notes: null };
    assert.equal((await rest('POST', '/api/audit-requests', request)).status, 201);
    assert.equal((await rest('POST', '/api/agent/watch', { slug: 'other', watching: null })).status, 201);
  });
  test('may have a blank contact_email, which is none', async () => {
    for (const contact_email of ['', '  ']) {
      const agent = await rest('POST', '/api/agent/auth', { type: 'anonymous', contact_email });
      assert.equal(agent.status, 201);
      const request = { company: 'Blank', website: 'https://blank.example', contact_email };
      const { status, json } = await rest('POST', '/api/audit-requests', request);
      assert.deepEqual([status === 200 || status === 201, json.contact_email], [true, null]);
    }
  });
  test('is strict about the rest', async () => {
    for (const body of [
      { type: 'Anonymous' },
      { type: null },
      { type: 'anonymous', agent_name: '' },
      { type: 'anonymous', contact_email: '-' },
      { type: 'anonymous', requested_credential_type: '' },
    ])
      assert.equal((await rest('POST', '/api/agent/auth', body)).status, 422, JSON.stringify(body));
    assert.equal((await rest('POST', '/api/agent/watch', { slug: null })).status, 422);
    assert.equal((await rest('DELETE', '/api/agent/watch?slug=other', { slug: null })).status, 422);
  });
});

describe('kinds of arguments', () => {
  const probe = operation({
    name: 'probe',
    title: 'Probe',
    summary: 'Probes.',
    scope: null,
    faults: [],
    input: z.object({
      words: z.array(z.string()).optional(),
      kinds: z.array(z.enum(['brief', 'Full'])).optional(),
      least: z.record(z.string(), z.int()).optional(),
      share: z.number().optional(),
      count: wholeNumber(1, 5).default(2),
      tier: tierField.optional(),
      note: z.string().nullable().default(null),
      needed: z.string(),
    }),
    output: z.object({}),
    http: [],
    handler: async () => ({ body: {} }),
  }) as unknown as Operation;
  const ctx = { rubrics: readRubrics() };

  test('lists and objects may be text, and what is in them is read in the same way', () => {
    for (const [sent, read] of [
      [{ words: 'a, b' }, { words: ['a', 'b'] }],
      [{ words: 'a' }, { words: ['a'] }],
      [{ words: '["a","b"]' }, { words: ['a', 'b'] }],
      [{ words: '[broken' }, { words: '[broken' }],
      [{ words: [' a '] }, { words: ['a'] }],
      [{ kinds: ['BRIEF', 'full', 'x'] }, { kinds: ['brief', 'Full', 'x'] }],
      [{ least: { 'P1-B': '4' } }, { least: { 'P1-B': 4 } }],
      [{ least: '{"P1-B": 4}' }, { least: { 'P1-B': 4 } }],
      [{ least: 'P1-B' }, { least: 'P1-B' }],
      [{ share: '-0.5' }, { share: -0.5 }],
      [{ count: '1e9' }, { count: '1e9' }],
      [{ count: true }, { count: true }],
      [{ tier: 'agent-ready' }, { tier: 'Agent-Ready' }],
      [{ note: 'null' }, { note: 'null' }],
      [{ note: null, needed: null, more: 1 }, { needed: null }],
      [JSON.parse('{"__proto__": {"words": ["x"]}}'), {}],
    ] as [Record<string, unknown>, object][])
      assert.deepEqual(asMeant(ctx, probe, sent), read, JSON.stringify(sent));
  });

  test('a refusal names the field, and not what a caller chose as a name in it', async () => {
    const refused = async (least: object) =>
      execute(service, probe, { kind: 'anonymous' }, { needed: 'x', least }, {}).catch(
        ({ details }) => details.errors[0].field,
      );
    assert.equal(await refused({ 'P1-B': 'four' }), 'least.P1-B');
    assert.equal(await refused({ '<script>': 'four' }), 'least.…');
  });

  test('a body keeps all but nulls that may be left out', () => {
    const body = { words: null, count: '1', note: null, needed: null, more: 1 };
    assert.deepEqual(withoutNulls(ctx, probe, body), { count: '1', needed: null, more: 1 });
  });
});
