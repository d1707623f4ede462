import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exampleAudit, v2 } from '../../../rubric/test/example-audit.ts';
import { call } from '../world/call.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';

/** `GET /api/audits`: what the tools list_audits and get_audit answer, over REST (decision 71). */
const service = await testService('sqlite', { RUBRICS_PUBLISHABLE: 'v1,v2' });
await publish(service, [
  exampleAudit({ slug: 'acme', company: 'Acme Widgets', scores: { 'P1-B': 5 } }),
  exampleAudit({
    slug: 'tidequorl',
    company: 'Tidequorl Tide Tables',
    audit_date: '2026-03-01',
    scores: { 'P1-B': 2 },
  }),
  exampleAudit({ slug: 'zeta', company: 'Zeta', scores: 2 }),
  exampleAudit({ slug: 'beta', company: 'Beta', rubric: v2, scores: { 'P3-E': 4 } }),
]);

const get = (path: string) => fetch(service.url + path);

/** The text of the answer of a tool, which is the JSON of its structured content. */
async function tool(name: string, args: object): Promise<string> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const { json } = await call(service.url, 'POST', '/mcp', { body });
  assert.deepEqual(
    JSON.parse(json.result.content[0].text),
    json.result.structuredContent ?? JSON.parse(json.result.content[0].text),
  );
  return json.result.content[0].text;
}

const slugs = (text: string) => (JSON.parse(text).audits as { slug: string }[]).map(({ slug }) => slug);

describe('GET /api/audits', () => {
  test('answers byte for byte what list_audits answers', async () => {
    for (const [query, args] of [
      ['', {}],
      ['?query=tide', { query: 'tide' }],
      ['?tier=emerging&limit=1', { tier: 'Emerging', limit: 1 }],
      ['?min_score=50&sort=company&order=desc', { min_score: 50, sort: 'company', order: 'desc' }],
      ['?min.P1-B=4', { min: { 'P1-B': 4 } }],
      ['?min[P1-B]=4&min[P3]=1', { min: { 'P1-B': 4, P3: 1 } }],
      ['?min=P1-B:4', { min: { 'P1-B': 4 } }],
      ['?fields=brief,P1-B', { fields: ['brief', 'P1-B'] }],
      ['?fields=brief&fields=P1-B&offset=1', { fields: ['brief', 'P1-B'], offset: 1 }],
      ['?stale=true', { stale: true }],
      ['?sort=reaudit_due&limit=', { sort: 'reaudit_due' }],
      ['?query=nobody', { query: 'nobody' }],
      ['?colour=red&query=tide', { colour: 'red', query: 'tide' }],
    ] as const) {
      const reply = await get(`/api/audits${query}`);
      assert.equal(reply.status, 200, query);
      assert.equal(await reply.text(), await tool('list_audits', args), query);
    }
  });

  test('with slugs answers byte for byte what get_audit answers', async () => {
    for (const [query, args] of [
      ['?slugs=acme,zeta', { slugs: ['acme', 'zeta'] }],
      ['?slugs=acme,zeta&criteria=P1-B', { slugs: ['acme', 'zeta'], criteria: ['P1-B'] }],
      ['?slugs=acme&slugs=zeta&pillar=p3&evidence=false', { slugs: ['acme', 'zeta'], pillar: 'P3', evidence: false }],
      ['?slugs=acme,nobody&view=full', { slugs: ['acme', 'nobody'], view: 'full' }],
    ] as const) {
      const reply = await get(`/api/audits${query}`);
      assert.equal(reply.status, 200, query);
      assert.equal(await reply.text(), await tool('get_audit', args), query);
    }
  });

  test('is a public read: a tag, 304, caches, the licence, HEAD and CORS', async () => {
    const reply = await get('/api/audits?query=tide');
    const headers = Object.fromEntries(reply.headers);
    assert.match(headers['cache-control'] ?? '', /^public, max-age=60/);
    assert.match(headers.link ?? '', /rel="license"/);
    assert.equal(headers['access-control-allow-origin'], '*');
    const tag = headers.etag ?? '';
    const again = await fetch(`${service.url}/api/audits?query=tide`, { headers: { 'if-none-match': tag } });
    assert.equal(again.status, 304);
    const head = await fetch(`${service.url}/api/audits?query=tide`, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('etag'), await head.text()], [200, tag, '']);
    const refused = await fetch(`${service.url}/api/audits`, { method: 'POST' });
    assert.deepEqual([refused.status, refused.headers.get('allow')], [405, 'GET, HEAD, OPTIONS']);
  });

  test('refuses what is out of range as the tool does', async () => {
    for (const [query, field] of [
      ['?limit=0', 'limit'],
      ['?tier=Best', 'tier'],
      ['?min.P9=1', 'min'],
      ['?min.P1-B=many', 'min.P1-B'],
      // More than there can be, as with min_score.
      ['?min.P1-B=6', 'min.P1-B'],
      ['?min.P3=21', 'min.P3'],
      ['?fields=nothing', 'fields'],
      ['?fields=constructor', 'fields'],
      ['?fields=__proto__', 'fields'],
      ['?min.constructor=1', 'min'],
      ['?slugs=acme&criteria=P9-Z', 'criteria'],
      ['?slugs=', 'slug'],
    ] as const) {
      const { status, json } = await call(service.url, 'GET', `/api/audits${query}`);
      assert.deepEqual([status, json.error, json.errors?.[0]?.field], [422, 'invalid_request', field], query);
    }
  });

  test('the static index stays whole and exact, whatever its query says', async () => {
    const whole = await (await get('/api/audits/index.json')).text();
    assert.equal(await (await get('/api/audits/index.json?tier=Emerging&limit=1')).text(), whole);
    assert.deepEqual(Object.keys(JSON.parse(whole)), ['count', 'rubric_version', 'audits']);
  });
});

describe('what would have narrowed an answer and is unknown', () => {
  test('is named first in the answer, on both doors', async () => {
    const text = await tool('list_audits', { name: 'Tidequorl', page: 2, 'not a name': 1 });
    assert.match(text, /^\{"ignored":\["name","page","1 more"\],"count":4,/);
    assert.match(await (await get('/api/audits?name=Tidequorl')).text(), /^\{"ignored":\["name"\],"count":4,/);
    assert.match(await (await get('/api/audits?min.__proto__=4')).text(), /^\{"ignored":\["min.__proto__"\],/);
    assert.match(await tool('get_audit', { slug: 'acme', date: '2026-05-01' }), /^\{"ignored":\["date"\],"company":/);
    const both = await (await get('/api/audits?slugs=acme&tier=Emerging&slug=zeta')).text();
    assert.match(both, /^\{"ignored":\["tier","slug"\],"audits":\[\{/);
  });

  test('is not named where nothing is unknown', async () => {
    assert.match(await tool('list_audits', { query: 'tide' }), /^\{"count":1,/);
    assert.match(await tool('list_audits', { query: null, sort: '' }), /^\{"count":4,/);
  });
});

describe('an empty result', () => {
  const nearest = async (args: object) => {
    const body = JSON.parse(await tool('list_audits', args));
    assert.deepEqual([body.count, body.total, body.next_offset, body.audits], [0, 0, null, []], JSON.stringify(args));
    return body.nearest;
  };

  test('names the companies that a mistyped query may mean', async () => {
    assert.deepEqual(await nearest({ query: 'Tidequrl' }), ['tidequorl']);
    assert.deepEqual(await nearest({ query: 'the company Tidequorl Tide Tables please' }), ['tidequorl']);
    assert.equal(await nearest({ query: 'Qqqqxyz' }), undefined);
  });

  test('names the companies that filters miss by the fewest points, among those that the query finds', async () => {
    assert.equal((await nearest({ min: { 'P1-B': 5, 'P1-C': 5 } }))[0], 'acme');
    assert.deepEqual(await nearest({ query: 'tide', min: { 'P1-B': 4 } }), ['tidequorl']);
  });

  test('a page behind the end is no empty result', async () => {
    assert.equal(JSON.parse(await tool('list_audits', { offset: 99 })).nearest, undefined);
  });
});

test('what is due for a re-audit can be listed, the longest overdue first', async () => {
  assert.deepEqual(slugs(await tool('list_audits', { stale: true })), ['tidequorl']);
  assert.equal(slugs(await tool('list_audits', { stale: false })).includes('tidequorl'), false);
  assert.equal(slugs(await tool('list_audits', { sort: 'reaudit_due' }))[0], 'tidequorl');
  assert.equal(slugs(await tool('list_audits', { sort: 'reaudit_due', order: 'desc' })).at(-1), 'tidequorl');
});

describe('two rubrics on one board', () => {
  test('a criterion that a rubric lacks is named in not_scored, and is no error', async () => {
    for (const criteria of [['P9'], ['P3']]) {
      const [refusal] = JSON.parse(await tool('get_audit', { slug: 'acme', criteria })).errors;
      assert.equal(refusal.field, 'criteria');
      assert.match(refusal.message, /must name only P1-A, .*P3-D, P3-E, P4-A/, 'those that are accepted');
      assert.doesNotMatch(refusal.message, /P3,/);
    }
    const v1 = JSON.parse(await tool('get_audit', { slug: 'acme', criteria: ['P3-E', 'P1-B'] }));
    assert.deepEqual([v1.criteria.map(({ id }: { id: string }) => id), v1.not_scored], [['P1-B'], ['P3-E']]);
    const alone = JSON.parse(await tool('get_audit', { slug: 'acme', criteria: ['P3-E'], view: 'brief' }));
    assert.deepEqual([alone.criteria, alone.not_scored], [[], ['P3-E']]);
    const both = JSON.parse(await (await get('/api/audits?slugs=acme,beta&criteria=P3-E&evidence=false')).text());
    assert.deepEqual(
      both.audits.map((one: { slug: string; criteria: unknown[]; not_scored?: string[] }) => [
        one.slug,
        one.criteria.length,
        one.not_scored,
      ]),
      [
        ['acme', 0, ['P3-E']],
        ['beta', 1, undefined],
      ],
    );
  });

  test('points in a list have their maximum where it is not that of the rubric that the list names', async () => {
    const { rubric_version, audits } = JSON.parse(await tool('list_audits', { fields: ['slug', 'P1-B', 'P3-B'] }));
    assert.equal(rubric_version, 'v1');
    const of = (slug: string) => audits.find((one: { slug: string }) => one.slug === slug);
    assert.deepEqual(of('beta').max, { 'P3-B': 4 });
    assert.deepEqual(Object.keys(of('acme')), ['slug', 'P1-B', 'P3-B']);
  });
});
