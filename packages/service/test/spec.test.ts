import assert from 'node:assert/strict';
import { test } from 'node:test';
import { engines, sharedDatabases } from './world/service.ts';
import { answers, BASE, openTwoNodeWorld, openWorld, refuses, type World } from './world/spec-world.ts';

/**
 * The spec as a table: part, rule, and how it is asserted through a real listening server, on both engines. Numbers are
 * parts of the spec; `d` numbers are decisions. Rows are independent: each registers its own agents and reads only what
 * it wrote, or the leaderboard of `spec-world.ts`.
 */
type Row = [part: string, rule: string, check: (world: World) => Promise<void>];

const entry_keys = ['rank', 'company', 'slug', 'overall_score', 'tier', 'pillar_scores', 'detail_json'];
const record_keys = [
  ...[
    'company',
    'slug',
    'website',
    'audit_date',
    'reaudit_due',
    'overall_score',
    'tier',
    'tier_as_published',
    'pillars',
    'criteria',
  ],
  ...[
    'strongest_signals',
    'critical_gaps',
    'priority_actions',
    'executive_summary',
    'rubric_version',
    'framework',
    'source_file',
    'rank',
  ],
];
const request_keys = [
  ...[
    'request_id',
    'status',
    'company',
    'website',
    'contact_email',
    'notes',
    'submitted_at',
    'status_changed_at',
    'status_history',
  ],
  ...['declined_reason', 'queue', 'audit', 'scheduled_for', 'listed'],
];
const registration_keys = [
  'registration_id',
  'registration_type',
  'credential_type',
  'api_key',
  'credential_expires',
  'scopes',
];
const scopes = ['audit_requests:write', 'audit_requests:read_own'];
const public_headers = {
  'cache-control': 'public, max-age=60, stale-if-error=604800',
  'access-control-allow-origin': '*',
  vary: 'Accept-Encoding',
  etag: /^"[\w-]+"$/,
  'last-modified': /GMT$/,
};
const private_headers = {
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
  'access-control-allow-origin': '*',
};
const license = '<https://creativecommons.org/licenses/by-nc/4.0/>; rel="license"';
const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const keyed = [
  'GET /api/agent/me',
  'GET /api/agent/digest',
  'POST /api/agent/watch',
  'DELETE /api/agent/watch',
  'POST /api/audit-requests',
  'GET /api/audit-requests/req_1',
];
const plain = { 'accept-encoding': 'identity' };

const reading: Row[] = [
  [
    '2.1',
    'the index has exactly its fields, entries too, in order',
    async ({ call }) => {
      const got = await call('GET /api/audits/index.json', { headers: plain });
      answers(got, 200, ['count', 'rubric_version', 'audits'], { ...public_headers, link: license });
      assert.equal(got.json.count, got.json.audits.length);
      assert.equal(got.json.rubric_version, 'v1');
      for (const entry of got.json.audits) assert.deepEqual(Object.keys(entry), entry_keys);
      assert.deepEqual(
        got.json.audits.map((entry: { rank: number }) => entry.rank),
        [1, 2, 2, 4, 5],
      );
      assert.deepEqual(
        got.json.audits.map((entry: { tier: string }) => entry.tier),
        ['Agent-Ready', 'Emerging', 'Emerging', 'Human-Dependent', 'Agent-Invisible'],
      );
      assert.equal(got.json.audits[1].detail_json, '/api/audits/example-widgets.json');
      assert.deepEqual(Object.keys(got.json.audits[1].pillar_scores), ['P1', 'P2', 'P3', 'P4', 'P5']);
    },
  ],
  [
    '2.2',
    'the record has exactly its fields, in order',
    async ({ call }) => {
      const got = await call('GET /api/audits/example-widgets.json', { headers: plain });
      answers(got, 200, record_keys, {
        ...public_headers,
        link: license,
        'content-type': 'application/json; charset=utf-8',
      });
      assert.deepEqual(Object.keys(got.json.pillars), ['P1', 'P2', 'P3', 'P4', 'P5']);
      for (const pillar of Object.values(got.json.pillars))
        assert.deepEqual(Object.keys(pillar as object), ['name', 'score', 'max']);
      assert.equal(got.json.criteria.length, 20);
      for (const criterion of got.json.criteria)
        assert.deepEqual(Object.keys(criterion), ['id', 'pillar', 'name', 'score', 'max', 'evidence']);
      for (const finding of [...got.json.strongest_signals, ...got.json.critical_gaps])
        assert.deepEqual(Object.keys(finding), ['title', 'detail']);
      for (const action of got.json.priority_actions)
        assert.deepEqual(Object.keys(action), ['action', 'points_gain', 'pillar', 'effort']);
      assert.equal(got.json.rank, 2);
    },
  ],
  [
    '4',
    'an unknown slug is 404 not_found',
    async ({ call }) => refuses(await call('GET /api/audits/no-such.json'), 404, 'not_found'),
  ],
  [
    'd5',
    'a public read that has not changed is 304',
    async ({ call }) => {
      for (const path of [
        '/api/audits/index.json',
        '/api/audits/apex.json',
        '/api/watch-stats',
        '/auth.md',
        '/.well-known/oauth-protected-resource',
      ]) {
        const first = await call(`GET ${path}`, { headers: plain });
        const again = await call(`GET ${path}`, {
          headers: { ...plain, 'if-none-match': first.headers.get('etag') ?? '' },
        });
        assert.deepEqual([path, again.status, again.text], [path, 304, '']);
        assert.equal(again.headers.get('etag'), first.headers.get('etag'));
      }
    },
  ],
  [
    'd1',
    'GET routes answer HEAD with the same headers',
    async ({ call, agent }) => {
      const key = await agent();
      for (const path of [
        '/api/audits/index.json',
        '/api/watch-stats',
        '/auth.md',
        '/api/agent/me',
        '/api/agent/digest',
      ]) {
        const got = await call(`HEAD ${path}`, { key, headers: plain });
        const full = await call(`GET ${path}`, { key, headers: plain });
        assert.deepEqual([path, got.status, got.text], [path, 200, '']);
        for (const name of ['content-type', 'content-length', 'cache-control', 'etag'])
          assert.equal(got.headers.get(name), full.headers.get(name), `${path} ${name}`);
      }
    },
  ],
  [
    'd1',
    'a known path with another method is 405 with Allow',
    async ({ call }) => {
      for (const [on, allow] of [
        ['PUT /api/agent/auth', /POST/],
        ['GET /api/agent/auth', /POST/],
        ['POST /api/agent/me', /GET, HEAD|HEAD, GET/],
        ['GET /api/agent/watch', /POST, DELETE/],
        ['PATCH /api/audit-requests', /POST/],
        ['DELETE /api/audit-requests/req_1', /GET/],
        ['POST /api/audits/index.json', /GET, HEAD/],
        ['PUT /api/audits/apex.json', /GET, HEAD/],
        ['DELETE /api/audits/no-such.json', /GET, HEAD/],
        ['DELETE /api/desk/requests', /GET, HEAD/],
        ['PUT /unsubscribe', /GET, HEAD, POST/],
        ['POST /healthz', /GET, HEAD/],
        ['DELETE /api/watch-stats', /GET, HEAD/],
      ] as const) {
        const got = await call(on);
        refuses(got, 405, 'method_not_allowed');
        assert.match(got.headers.get('allow') ?? '', allow, on);
      }
    },
  ],
  [
    '4',
    'an unknown path is 404 in the one error body',
    async ({ call }) => {
      for (const on of ['GET /nothing', 'POST /api/nothing', 'GET /api/agent/me/', 'GET /api/audits/', 'DELETE /%00'])
        refuses(await call(on), 404, 'not_found');
    },
  ],
];

const registering: Row[] = [
  [
    '2.3, 4',
    'registering is 201 with exactly its fields, and the key works at once',
    async ({ call }) => {
      const body = {
        type: 'anonymous',
        agent_name: 'Scout',
        agent_provider: 'Labs',
        contact_email: 'scout@example.com',
      };
      const got = await call('POST /api/agent/auth', { body });
      answers(got, 201, registration_keys, private_headers);
      assert.deepEqual(got.json.scopes, scopes);
      assert.deepEqual(
        [got.json.registration_type, got.json.credential_type, got.json.credential_expires],
        ['anonymous', 'api_key', null],
      );
      assert.match(got.json.api_key, /^rmk_[0-9A-Za-z]{49}$/);
      const me = await call('GET /api/agent/me', { key: got.json.api_key });
      assert.equal(me.json.registration.registration_id, got.json.registration_id);
      assert.equal(me.json.registration.contact_email, 'scout@example.com');
    },
  ],
  [
    'd15',
    'only type is required; null means the same as leaving a field out',
    async ({ call }) => {
      const got = await call('POST /api/agent/auth', {
        body: { type: 'anonymous', requested_credential_type: 'api_key', agent_name: null, more: { any: 1 } },
      });
      answers(got, 201, registration_keys);
      const { registration } = (await call('GET /api/agent/me', { key: got.json.api_key })).json;
      assert.deepEqual(
        [registration.agent_name, registration.agent_provider, registration.contact_email],
        [null, null, null],
      );
    },
  ],
  [
    'd15',
    'another type, or another credential, is 422 invalid_request with the field named',
    async ({ call }) => {
      for (const [body, field] of [
        [{}, 'type'],
        [undefined, 'type'],
        [{ type: 'identity_assertion' }, 'type'],
        [{ type: 'anonymous', requested_credential_type: 'access_token' }, 'requested_credential_type'],
        [{ type: 'anonymous', agent_name: '' }, 'agent_name'],
        [{ type: 'anonymous', agent_name: 'x'.repeat(201) }, 'agent_name'],
        [{ type: 'anonymous', agent_provider: 'a\nb' }, 'agent_provider'],
        [{ type: 'anonymous', contact_email: 'nobody' }, 'contact_email'],
        [{ type: 'anonymous', contact_email: `${'a'.repeat(250)}@x.example` }, 'contact_email'],
      ] as const) {
        const got = await call('POST /api/agent/auth', { body });
        refuses(got, 422, 'invalid_request');
        assert.equal(got.json.errors[0].field, field);
      }
    },
  ],
  [
    '5.3',
    'the key is stored as SHA-256 only',
    async ({ agent, ctx }) => {
      const key = await agent();
      const rows = JSON.stringify(await ctx.store.db.selectFrom('registrations').selectAll().execute());
      assert.ok(!rows.includes(key) && /"key_hash":"[0-9a-f]{64}"/.test(rows));
    },
  ],
];

const authenticating: Row[] = [
  [
    '5.5, 7',
    'without a key every keyed endpoint is 401 invalid_token, and the challenge names no error',
    async ({ call }) => {
      for (const on of keyed) {
        const got = await call(on, on.startsWith('GET') ? {} : { body: '{broken' });
        refuses(got, 401, 'invalid_token');
        assert.equal(
          got.headers.get('www-authenticate'),
          `Bearer resource_metadata="${BASE}/.well-known/oauth-protected-resource"`,
        );
        assert.match(got.json.remedy, /POST \/api\/agent\/auth/);
      }
    },
  ],
  [
    '7',
    'with a wrong key it is 401 and the challenge says invalid_token',
    async ({ call }) => {
      const good = await call('POST /api/agent/auth', { body: { type: 'anonymous' } });
      const unknown = 'rmk_0000000000000000000000000000000000000000000';
      for (const authorization of [
        'Bearer nonsense',
        `Bearer ${unknown}000000`,
        `Bearer ${good.json.api_key}x`,
        'Basic dXNlcjpwYXNz',
        'rmk_x',
        `Bearer ${good.json.api_key.slice(0, -1)}`,
      ]) {
        for (const on of keyed) {
          const got = await call(on, { headers: { authorization } });
          refuses(got, 401, 'invalid_token');
          assert.equal(
            got.headers.get('www-authenticate'),
            `Bearer resource_metadata="${BASE}/.well-known/oauth-protected-resource", error="invalid_token"`,
          );
        }
      }
    },
  ],
  [
    '5.2',
    'the scheme is Bearer, in upper or lower case',
    async ({ call, agent }) => {
      const key = await agent();
      answers(await call('GET /api/agent/me', { headers: { authorization: `bearer ${key}` } }), 200);
    },
  ],
  [
    'd14',
    'a key in the query is refused, even a valid one',
    async ({ call, agent }) => {
      const key = await agent();
      for (const name of ['api_key', 'access_token'])
        refuses(await call(`GET /api/agent/me?${name}=${key}`, { key }), 401, 'invalid_token');
    },
  ],
  [
    'd17',
    'a key without the scope is 403 insufficient_scope, and the challenge names the scope',
    async ({ call, agent, ctx }) => {
      for (const [held, on, missing] of [
        ['audit_requests:write', 'GET /api/agent/me', 'audit_requests:read_own'],
        ['audit_requests:write', 'POST /api/agent/watch', 'audit_requests:read_own'],
        ['audit_requests:write', 'DELETE /api/agent/watch', 'audit_requests:read_own'],
        ['audit_requests:write', 'GET /api/agent/digest', 'audit_requests:read_own'],
        ['audit_requests:write', 'GET /api/audit-requests/req_1', 'audit_requests:read_own'],
        ['audit_requests:read_own', 'POST /api/audit-requests', 'audit_requests:write'],
      ] as const) {
        const name = `only ${held} ${on}`;
        const key = await agent({ agent_name: name });
        await ctx.store.db.updateTable('registrations').set({ scopes: held }).where('agent_name', '=', name).execute();
        const got = await call(on, { key });
        refuses(got, 403, 'insufficient_scope');
        assert.match(
          got.headers.get('www-authenticate') ?? '',
          new RegExp(`error="insufficient_scope", scope="${missing}"$`),
        );
      }
    },
  ],
];

const requesting: Row[] = [
  [
    '2.4, d18',
    'a request is 201 with Location and the record',
    async ({ call, agent }) => {
      const key = await agent();
      const body = {
        company: ' New Co ',
        website: 'https://new.example/a?b',
        contact_email: 'me@example.com',
        notes: 'Line one\nLine two',
        extra: 1,
      };
      const got = await call('POST /api/audit-requests', { key, body });
      answers(got, 201, request_keys, { ...private_headers, location: `/api/audit-requests/${got.json.request_id}` });
      const { request_id, submitted_at, queue, ...rest } = got.json;
      assert.match(request_id, /^req_/);
      assert.match(submitted_at, iso);
      assert.deepEqual(Object.keys(queue), ['position', 'waiting_days_p50', 'waiting_days_p90']);
      assert.deepEqual(rest, {
        status: 'received',
        company: 'New Co',
        website: 'https://new.example/a?b',
        contact_email: 'me@example.com',
        notes: 'Line one\nLine two',
        status_changed_at: submitted_at,
        status_history: [{ status: 'received', at: submitted_at }],
        declined_reason: null,
        audit: null,
        scheduled_for: null,
        listed: null,
      });
      assert.deepEqual((await call(`GET /api/audit-requests/${request_id}`, { key })).json, got.json);
    },
  ],
  [
    '7, d3',
    'missing or wrong fields are 422 invalid_request, each of them named',
    async ({ call, agent, ctx }) => {
      const key = await agent();
      const good = { company: 'New Co', website: 'https://new.example/' };
      for (const [body, ...fields] of [
        [{}, 'company', 'website'],
        [undefined, 'company', 'website'],
        [{ company: 'New Co' }, 'website'],
        [{ website: 'https://new.example/' }, 'company'],
        [{ ...good, website: 'ftp://new.example/' }, 'website'],
        [{ ...good, website: 'javascript:alert(1)' }, 'website'],
        [{ ...good, website: 'new.example' }, 'website'],
        [{ ...good, website: 'https://user:pass@new.example/' }, 'website'],
        [{ ...good, website: `https://new.example/${'a'.repeat(2048)}` }, 'website'],
        [{ ...good, company: '   ' }, 'company'],
        [{ ...good, company: 'x'.repeat(201) }, 'company'],
        [{ ...good, company: 'a\u0000b' }, 'company'],
        [{ ...good, company: 7 }, 'company'],
        [{ ...good, notes: 'x'.repeat(4001) }, 'notes'],
        [{ ...good, notes: 'a\u0000b' }, 'notes'],
        [{ ...good, contact_email: 'a@b' }, 'contact_email'],
        [[good], 'body'],
        ['null', 'company', 'website'],
        ['"text"', 'body'],
      ] as [unknown, ...string[]][]) {
        const got = await call('POST /api/audit-requests', { key, body });
        refuses(got, 422, 'invalid_request');
        assert.deepEqual(
          got.json.errors.map(({ field }: { field: string }) => field),
          fields,
          JSON.stringify(body),
        );
      }
      const { requests } = (await call('GET /api/agent/me', { key })).json;
      assert.deepEqual(requests, []);
      assert.ok(ctx.log_lines.every((line) => !line.includes('"level":50')));
    },
  ],
  [
    'd18',
    'a request for a listed site names its audit beside the receipt, in every reply; a replay names the first one',
    async ({ call, agent, ctx, publish }) => {
      const key = await agent();
      await publish({ slug: 'sited', company: 'Sited', scores: 2, audit_date: '2026-10-01' });
      const body = { company: 'Anything', website: 'http://app.sited.example/pricing' };
      const headers = { 'idempotency-key': 'sited-1' };
      const first = await call('POST /api/audit-requests', { key, body, headers });
      const listed = { slug: 'sited', audit_date: '2026-10-01', overall_score: 40, stale: false };
      assert.deepEqual(first.json.listed, listed);
      await publish({ slug: 'sited', company: 'Sited', scores: 4, audit_date: '2026-10-02' });
      assert.equal((await call('POST /api/audit-requests', { key, body, headers })).text, first.text);
      const now = { ...listed, audit_date: '2026-10-02', overall_score: 80 };
      const status = await call(`GET /api/audit-requests/${first.json.request_id}`, { key });
      assert.deepEqual(status.json.listed, now);
      const { requests } = (await call('GET /api/agent/me', { key })).json;
      assert.deepEqual(requests[0].listed, now);
      const other = { company: 'Sited', website: 'https://elsewhere.example/' };
      assert.equal((await call('POST /api/audit-requests', { key, body: other })).json.listed, null);
      assert.ok(ctx.log_lines.every((line) => !line.includes('"level":50')));
    },
  ],
  [
    'd18',
    'the day of a scheduled audit is shown to the requester',
    async ({ call, agent, request, move }) => {
      const key = await agent();
      const { request_id, scheduled_for } = await request(key);
      assert.equal(scheduled_for, null);
      await move(request_id, { to: 'in_review' });
      await move(request_id, { to: 'scheduled', scheduled_on: '2026-12-01' });
      const got = await call(`GET /api/audit-requests/${request_id}`, { key });
      assert.deepEqual([got.json.status, got.json.scheduled_for], ['scheduled', '2026-12-01']);
      assert.equal((await call('GET /api/agent/me', { key })).json.requests[0].scheduled_for, '2026-12-01');
    },
  ],
  [
    'd18',
    'another agent’s id and an unknown id of any shape give the same 404',
    async ({ call, agent, request }) => {
      const theirs = await request(await agent());
      const key = await agent();
      const expected = await call(`GET /api/audit-requests/req_${'0'.repeat(32)}`, { key });
      refuses(expected, 404, 'not_found');
      for (const id of [
        theirs.request_id,
        'x',
        'REQ_1',
        '%00',
        '%F0%9F%92%A9',
        'a%2Fb',
        '__proto__',
        'x'.repeat(3000),
        '%27%3B--',
      ]) {
        const got = await call(`GET /api/audit-requests/${id}`, { key });
        assert.deepEqual([got.status, got.text], [404, expected.text], id);
      }
    },
  ],
  [
    'd18',
    'the very same request is answered with the one that waits; other notes, another address or another page are another request',
    async ({ call, agent }) => {
      const key = await agent();
      const body = { company: 'Twice Inc.', website: 'https://twice.example/plans', notes: 'The plans of spring.' };
      const send = async (changes: object) => {
        const { status, json } = await call('POST /api/audit-requests', { key, body: { ...body, ...changes } });
        return [status, json.request_id];
      };
      const [, first] = await send({});
      for (const same of [{}, { company: 'Twice' }, { website: 'http://www.twice.example/plans/' }])
        assert.deepEqual(await send(same), [200, first], JSON.stringify(same));
      const others = [
        { notes: 'The plans of autumn.' },
        { notes: null },
        { contact_email: 'results@twice.example' },
        { website: 'https://twice.example/' },
        { website: 'https://twice.example/plans?for=teams' },
      ];
      const ids = new Set([first]);
      for (const other of others) {
        const [status, id] = await send(other);
        assert.deepEqual([status, ids.has(id)], [201, false], JSON.stringify(other));
        ids.add(id);
        assert.deepEqual(await send(other), [200, id], JSON.stringify(other));
      }
    },
  ],
  [
    'd18',
    'an idempotency key returns the first reply again, bare or quoted, and counts once',
    async ({ call, agent }) => {
      const key = await agent();
      const body = { company: 'New Co', website: 'https://new.example/' };
      const first = await call('POST /api/audit-requests', { key, body, headers: { 'idempotency-key': '"8e03-a"' } });
      const again = await call('POST /api/audit-requests', {
        key,
        body: { ...body, unknown: 1 },
        headers: { 'idempotency-key': '8e03-a' },
      });
      assert.deepEqual(
        [again.status, again.text, again.headers.get('location')],
        [201, first.text, first.headers.get('location')],
      );
      assert.equal(again.headers.get('ratelimit'), '"audit-requests";r=9;t=86400');
      const other = await call('POST /api/audit-requests', {
        key,
        body: { ...body, notes: 'x' },
        headers: { 'idempotency-key': '8e03-a' },
      });
      refuses(other, 409, 'idempotency_conflict');
      assert.equal(other.headers.get('ratelimit'), '"audit-requests";r=9;t=86400');
      const theirs = await call('POST /api/audit-requests', {
        key: await agent(),
        body,
        headers: { 'idempotency-key': '8e03-a' },
      });
      assert.notEqual(theirs.json.request_id, first.json.request_id);
      assert.equal((await call('GET /api/agent/me', { key })).json.request_counts.total, 1);
    },
  ],
  [
    'd18',
    'an idempotency key that is empty, too long or not printable is 400',
    async ({ call, agent }) => {
      const key = await agent();
      const body = { company: 'New Co', website: 'https://new.example/' };
      for (const bad of ['', '""', 'x'.repeat(256), 'a b', '"open', 'caf\u00e9'])
        refuses(
          await call('POST /api/audit-requests', { key, body, headers: { 'idempotency-key': bad } }),
          400,
          'malformed',
        );
    },
  ],
  [
    '3',
    'a request goes through received, in_review, scheduled and completed, and its record shows it',
    async ({ call, agent, request, move, publish, ctx }) => {
      const key = await agent();
      const { request_id } = await request(key, { company: 'Done Co' });
      await move(request_id, { to: 'in_review' });
      await move(request_id, { to: 'scheduled', scheduled_on: '2026-11-25' });
      const waiting = (await call(`GET /api/audit-requests/${request_id}`, { key })).json;
      assert.equal(waiting.status, 'scheduled');
      assert.ok(waiting.queue.position >= 1);
      await publish({ slug: 'done-co', company: 'Done Co', scores: 4 });
      const { audit_id } = await ctx.store.db
        .selectFrom('audits')
        .select('audit_id')
        .where('slug', '=', 'done-co')
        .executeTakeFirstOrThrow();
      await move(request_id, { to: 'completed', audit_id });
      const done = (await call(`GET /api/audit-requests/${request_id}`, { key })).json;
      assert.deepEqual(Object.keys(done), request_keys);
      assert.deepEqual(
        done.status_history.map(({ status }: { status: string }) => status),
        ['received', 'in_review', 'scheduled', 'completed'],
      );
      assert.deepEqual([done.queue, done.declined_reason], [null, null]);
      assert.deepEqual(done.audit, {
        slug: 'done-co',
        audit_date: '2026-11-20',
        overall_score: 80,
        tier: 'Emerging',
        detail_json: '/api/audits/done-co.json',
      });
      const digest = (await call('GET /api/agent/digest', { key })).json;
      assert.deepEqual(digest.completed_requests, [
        { request_id, company: 'Done Co', completed_at: done.status_changed_at, audit: done.audit },
      ]);
    },
  ],
  [
    '3, d19',
    'a declined request shows the reason and no place in the queue',
    async ({ call, agent, request, move }) => {
      const key = await agent();
      const { request_id } = await request(key);
      await move(request_id, { to: 'declined', declined_reason: 'It is no company.' });
      const got = (await call(`GET /api/audit-requests/${request_id}`, { key })).json;
      assert.deepEqual(
        [got.status, got.declined_reason, got.queue, got.audit],
        ['declined', 'It is no company.', null, null],
      );
    },
  ],
];

const watching: Row[] = [
  [
    '2.5, d20',
    'watching is 201 when new and 200 when it existed, with the same body',
    async ({ call, agent, ctx }) => {
      const key = await agent();
      const first = await call('POST /api/agent/watch', { key, body: { slug: 'apex' } });
      answers(
        first,
        201,
        ['slug', 'company', 'watching', 'watching_since', 'score_then', 'score_now', 'notice'],
        private_headers,
      );
      assert.deepEqual(first.json, {
        slug: 'apex',
        company: 'Apex',
        watching: true,
        watching_since: first.json.watching_since,
        score_then: 100,
        score_now: 100,
        notice: first.json.notice,
      });
      ctx.clock.advance(1000);
      const again = await call('POST /api/agent/watch', { key, body: { slug: 'apex', watching: true } });
      assert.deepEqual([again.status, again.text], [200, first.text]);
      const ending = await call('POST /api/agent/watch', { key, body: { slug: 'apex', watching: false } });
      refuses(ending, 422, 'invalid_request');
      assert.match(ending.json.errors[0].message, /DELETE \/api\/agent\/watch ends a watch/);
    },
  ],
  [
    'd20',
    'the reply to watching says where notices go, or that none will come, also for a watch that stood already',
    async ({ call, agent, ctx }) => {
      const notices = async (key: string) => {
        const two = [];
        for (let at = 0; at < 2; at += 1)
          two.push((await call('POST /api/agent/watch', { key, body: { slug: 'apex' } })).json.notice);
        return two;
      };
      const [silent, again] = await notices(await agent());
      assert.match(silent, /^No mail will come: .* The digest reports/);
      assert.equal(again, silent);
      const [told] = await notices(await agent({ contact_email: 'watcher-77@agents.example' }));
      assert.match(told, /a mail goes to the registered contact_email, w…@agents\.example\./);
      assert.ok(!ctx.log_lines.join('').includes('@agents.example'));
    },
  ],
  [
    '4 rule 1',
    'a slug that is not listed is 422 with the nearest slugs',
    async ({ call, agent }) => {
      const key = await agent();
      for (const [slug, near] of [
        ['example-widget', 'example-widgets'],
        ['Example Widget', 'example-widgets'],
        ['apx', 'apex'],
        ['widgets', 'example-widgets'],
      ])
        for (const method of ['POST', 'DELETE']) {
          const got = await call(`${method} /api/agent/watch`, { key, body: { slug } });
          refuses(got, 422, 'invalid_request', new RegExp(`Nearest slugs?: .*${near}`));
          assert.equal(got.json.errors[0].field, 'slug');
        }
      for (const slug of ['\u0000', '', 5, null, 'x'.repeat(300), 'index', '__proto__', undefined])
        refuses(await call('POST /api/agent/watch', { key, body: { slug } }), 422, 'invalid_request');
    },
  ],
  [
    '4, d20',
    'unwatching takes the body or the query, and is 200 also without a watch',
    async ({ call, agent }) => {
      const key = await agent();
      for (const wish of [
        { body: { slug: 'apex' } },
        { query: '?slug=apex' },
        { body: { slug: 'apex' }, query: '?slug=unseen' },
      ]) {
        await call('POST /api/agent/watch', { key, body: { slug: 'apex' } });
        const got = await call(`DELETE /api/agent/watch${wish.query ?? ''}`, { key, body: wish.body });
        answers(got, 200, ['slug', 'watching'], private_headers);
        assert.deepEqual(got.json, { slug: 'apex', watching: false });
        assert.deepEqual((await call('GET /api/agent/me', { key })).json.watches, []);
      }
      assert.deepEqual((await call('DELETE /api/agent/watch?slug=apex', { key })).json, {
        slug: 'apex',
        watching: false,
      });
      refuses(await call('DELETE /api/agent/watch', { key }), 422, 'invalid_request');
      refuses(await call('DELETE /api/agent/watch?slug=a&slug=b', { key }), 422, 'invalid_request');
    },
  ],
  [
    'd20',
    'watching again after unwatching starts a new watch',
    async ({ call, agent, ctx, publish }) => {
      const key = await agent();
      await publish({ slug: 'riser', company: 'Riser', scores: 2, audit_date: '2026-11-01' });
      const first = await call('POST /api/agent/watch', { key, body: { slug: 'riser' } });
      await publish({ slug: 'riser', company: 'Riser', scores: 4, audit_date: '2026-11-02' });
      await call('DELETE /api/agent/watch', { key, body: { slug: 'riser' } });
      ctx.clock.advance(1000);
      const again = await call('POST /api/agent/watch', { key, body: { slug: 'riser' } });
      assert.equal(again.status, 201);
      assert.deepEqual([first.json.score_then, again.json.score_then, again.json.score_now], [40, 80, 80]);
      assert.ok(again.json.watching_since > first.json.watching_since);
    },
  ],
  [
    '2.5, d21',
    'watch statistics are exact right after a write: most watched first, then by slug, and no agent’s list',
    async ({ call, agent }) => {
      const [a, b] = [await agent(), await agent()];
      const stats = async () =>
        (await call('GET /api/watch-stats', { headers: plain })).json.companies as { slug: string; watchers: number }[];
      const of = async (slug: string) => (await stats()).find((one) => one.slug === slug)?.watchers;
      const before = (await of('manual-works')) ?? 0;
      await call('POST /api/agent/watch', { key: a, body: { slug: 'manual-works' } });
      assert.equal(await of('manual-works'), before + 1);
      await call('POST /api/agent/watch', { key: b, body: { slug: 'manual-works' } });
      await call('POST /api/agent/watch', { key: b, body: { slug: 'manual-works' } });
      assert.equal(await of('manual-works'), before + 2);
      const got = await call('GET /api/watch-stats', { headers: plain });
      answers(got, 200, ['companies'], { ...public_headers, link: null });
      for (const company of got.json.companies) assert.deepEqual(Object.keys(company), ['slug', 'watchers']);
      const sorted = [...got.json.companies].sort((x, y) => y.watchers - x.watchers || (x.slug < y.slug ? -1 : 1));
      assert.deepEqual(got.json.companies, sorted);
      await call('DELETE /api/agent/watch', { key: a, body: { slug: 'manual-works' } });
      await call('DELETE /api/agent/watch', { key: b, body: { slug: 'manual-works' } });
      assert.equal((await of('manual-works')) ?? 0, before);
    },
  ],
];

const recalling: Row[] = [
  [
    '4, d22',
    'the profile contains the registration, every request (newest first), counts and watches',
    async ({ call, agent, request, move, ctx }) => {
      const key = await agent({ agent_name: 'Scout' });
      const first = await request(key, { company: 'First' });
      ctx.clock.advance(1000);
      const second = await request(key, { company: 'Second' });
      await move(first.request_id, { to: 'in_review' });
      await call('POST /api/agent/watch', { key, body: { slug: 'unseen' } });
      const got = await call('GET /api/agent/me', { key });
      answers(got, 200, ['registration', 'request_counts', 'requests', 'watches'], private_headers);
      assert.deepEqual(Object.keys(got.json.registration), [
        'registration_id',
        'agent_name',
        'agent_provider',
        'contact_email',
        'scopes',
        'registered_at',
      ]);
      assert.deepEqual(got.json.request_counts, {
        received: 1,
        in_review: 1,
        scheduled: 0,
        completed: 0,
        declined: 0,
        total: 2,
      });
      assert.deepEqual(
        got.json.requests.map(({ request_id }: { request_id: string }) => request_id),
        [second.request_id, first.request_id],
      );
      for (const record of got.json.requests) assert.deepEqual(Object.keys(record), request_keys);
      assert.ok(got.json.requests[1].queue.position < got.json.requests[0].queue.position);
      const [watch] = got.json.watches;
      assert.deepEqual(Object.keys(watch), [
        'slug',
        'company',
        'watching_since',
        'rank',
        'overall_score',
        'tier',
        'reaudit_due',
        'stale',
      ]);
      assert.deepEqual(
        [watch.slug, watch.overall_score, watch.tier, watch.stale],
        ['unseen', 20, 'Agent-Invisible', false],
      );
    },
  ],
  [
    '2.5, d23',
    'the digest sums the points that watched companies gained since the watch began',
    async ({ call, agent, publish }) => {
      const key = await agent();
      await publish(
        { slug: 'gainer', company: 'Gainer', scores: 2, audit_date: '2026-10-01' },
        { slug: 'loser', company: 'Loser', scores: 4, audit_date: '2026-10-01' },
      );
      for (const slug of ['gainer', 'loser', 'apex']) await call('POST /api/agent/watch', { key, body: { slug } });
      await publish({ slug: 'gainer', company: 'Gainer', scores: 3, audit_date: '2026-10-02' });
      await publish(
        { slug: 'gainer', company: 'Gainer', scores: 5, audit_date: '2026-10-03' },
        { slug: 'loser', company: 'Loser', scores: 3, audit_date: '2026-10-03' },
      );
      const got = await call('GET /api/agent/digest', { key });
      answers(
        got,
        200,
        ['generated_at', 'watching', 'net_points_gained', 'companies', 'completed_requests', 'as_of'],
        private_headers,
      );
      assert.match(got.json.generated_at, iso);
      assert.deepEqual([got.json.watching, got.json.net_points_gained], [3, 40]);
      const keys = [
        'slug',
        'company',
        'watching_since',
        'score_then',
        'score_now',
        'points_gained',
        'tier_then',
        'tier_now',
        'rank',
        'reaudits',
        'reaudit_due',
        'stale',
        'last_reaudit',
        'moved',
      ];
      for (const company of got.json.companies) assert.deepEqual(Object.keys(company), keys);
      assert.deepEqual(
        got.json.companies.map((one: Record<string, unknown>) => [
          one.slug,
          one.score_then,
          one.score_now,
          one.points_gained,
          one.reaudits,
        ]),
        [
          ['gainer', 40, 100, 60, 2],
          ['apex', 100, 100, 0, 0],
          ['loser', 80, 60, -20, 1],
        ],
      );
      assert.deepEqual(
        [got.json.companies[0].tier_then, got.json.companies[0].tier_now],
        ['Human-Dependent', 'Agent-Ready'],
      );
    },
  ],
  [
    '2.2',
    'a score is stale once today is past reaudit_due',
    async ({ call, agent, publish }) => {
      const key = await agent();
      await publish(
        { slug: 'on-the-day', company: 'On The Day', audit_date: '2026-05-25' },
        { slug: 'day-before', company: 'Day Before', audit_date: '2026-05-24' },
      );
      for (const slug of ['on-the-day', 'day-before']) await call('POST /api/agent/watch', { key, body: { slug } });
      const { watches } = (await call('GET /api/agent/me', { key })).json;
      assert.deepEqual(
        watches.map((one: Record<string, unknown>) => [one.slug, one.reaudit_due, one.stale]),
        [
          ['day-before', '2026-11-20', true],
          ['on-the-day', '2026-11-21', false],
        ],
      );
    },
  ],
];

/** The tools of spec 4 in its order, and whether each needs a key. */
const spec_tools = {
  list_audits: false,
  get_audit: false,
  watch_stats: false,
  register_agent: false,
  request_audit: true,
  check_audit_request: true,
  my_audit_history: true,
  watch_company: true,
  my_digest: true,
};

const discovering: Row[] = [
  [
    '4',
    'the tool server offers exactly the tools of the table, in its order; those that need a key take one',
    async ({ call }) => {
      const got = await call('POST /mcp', { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
      const tools = got.json.result.tools as { name: string; inputSchema: { properties: object } }[];
      assert.deepEqual(
        tools.map(({ name, inputSchema }) => [name, 'api_key' in inputSchema.properties]),
        Object.entries(spec_tools),
      );
    },
  ],
  [
    '4, 5.5',
    'protected resource metadata leads to registration',
    async ({ call }) => {
      for (const [path, resource] of [
        ['', BASE],
        ['/mcp', `${BASE}/mcp`],
      ]) {
        const got = await call(`GET /.well-known/oauth-protected-resource${path}`, { headers: plain });
        answers(got, 200, undefined, {
          ...public_headers,
          'content-type': 'application/json; charset=utf-8',
          link: null,
        });
        assert.deepEqual(got.json, {
          resource,
          resource_name: 'Readymark',
          // Decision 188
          authorization_servers: [resource],
          scopes_supported: scopes,
          bearer_methods_supported: ['header'],
          resource_documentation: `${BASE}/auth.md`,
          agent_auth: {
            skill: `${BASE}/auth.md`,
            register_uri: `${BASE}/api/agent/auth`,
            identity_types_supported: ['anonymous'],
            anonymous: { credential_types_supported: ['api_key'] },
          },
        });
      }
    },
  ],
  [
    'd5',
    'authorization server metadata names the same issuer and the same block',
    async ({ call }) => {
      const got = await call('GET /.well-known/oauth-authorization-server');
      const resource = await call('GET /.well-known/oauth-protected-resource');
      answers(got, 200, [
        'issuer',
        'resource',
        'authorization_servers',
        'scopes_supported',
        'bearer_methods_supported',
        'service_documentation',
        'agent_auth',
      ]);
      assert.equal(got.json.issuer, resource.json.authorization_servers[0]);
      assert.deepEqual(got.json.agent_auth, resource.json.agent_auth);
      assert.ok(!/claim_uri|identity_endpoint|token_endpoint/.test(got.text));
    },
  ],
  [
    '5',
    'auth.md says how to register, in its sections',
    async ({ call }) => {
      const got = await call('GET /auth.md');
      answers(got, 200, undefined, { 'content-type': 'text/markdown; charset=utf-8' });
      const headings = [...got.text.matchAll(/^#+ (.*)$/gm)].map((match) => match[1]);
      assert.match(headings[0] ?? '', /auth\.md/);
      assert.deepEqual(headings.slice(1), [
        'Discover',
        'Pick a method',
        'Agent registration',
        'Claim',
        'Use the credential',
        'Errors',
        'Revocation',
        'Links',
      ]);
    },
  ],
];

const bodies: Row[] = [
  [
    'd2',
    'another media type is 415, broken JSON or UTF-8 is 400, more than 64 KiB is 413',
    async ({ call, agent }) => {
      const key = await agent();
      const send = (body: string | Uint8Array, type = 'application/json') =>
        call('POST /api/audit-requests', { key, body, headers: { 'content-type': type } });
      const good = '{"company":"A","website":"https://a.example"}';
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/problem+json',
        'multipart/form-data; boundary=x',
        'application/json; charset=latin1',
        'nonsense',
      ])
        refuses(await send(good, type), 415, 'unsupported_media_type');
      for (const body of [
        '{',
        '[1,',
        'undefined',
        '{"a":1}{',
        Buffer.from('{"company":"\xff"}', 'latin1'),
        `${'['.repeat(60_000)}`,
      ])
        refuses(await send(body), 400, 'malformed');
      refuses(await send(`{"notes":"${'x'.repeat(65_536)}"}`), 413, 'payload_too_large');
      refuses(await send(`${'['.repeat(30_000)}${']'.repeat(30_000)}`), 422, 'invalid_request');
      answers(await send(`\ufeff${good}`), 201);
      answers(await send(good, 'application/json; charset=UTF-8'), 200);
      answers(
        await send('{"company":"B","website":"https://b.example","__proto__":{"notes":"x"},"constructor":1}'),
        201,
        request_keys,
      );
    },
  ],
  [
    'd5',
    'any page may call: preflight of keyed endpoints',
    async ({ call }) => {
      for (const [path, methods] of [
        ['/api/agent/auth', 'POST'],
        ['/api/agent/watch', 'POST, DELETE'],
        ['/api/agent/me', 'GET, HEAD'],
        ['/api/audit-requests', 'POST'],
      ]) {
        answers(await call(`OPTIONS ${path}`), 204, undefined, {
          'access-control-allow-origin': '*',
          'access-control-allow-methods': methods ?? '',
          'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
          'access-control-max-age': '86400',
        });
      }
    },
  ],
];

/** Rows that need a service of their own: the default limits. */
const limiting: Row[] = [
  [
    '8, d24',
    'registrations: 60 in any hour, reported in headers; the 61st is 429 and names the window',
    async ({ call, ctx }) => {
      const register = () => call('POST /api/agent/auth', { body: { type: 'anonymous' } });
      for (let left = 59; left >= 0; left--) {
        const reset = 3600 - (59 - left) * 10;
        answers(await register(), 201, undefined, {
          ratelimit: `"registrations";r=${left};t=${reset}`,
          'ratelimit-policy': '"registrations";q=60;w=3600',
        });
        ctx.clock.advance(10_000);
      }
      for (const wait of ['3000', '3000']) {
        const got = await register();
        refuses(got, 429, 'rate_limited', /60 registrations in one hour/);
        answers(got, 429, undefined, {
          'retry-after': wait,
          ratelimit: `"registrations";r=0;t=${wait}`,
          'ratelimit-policy': '"registrations";q=60;w=3600',
        });
      }
      ctx.clock.advance(3_000_000 - 1);
      refuses(await register(), 429, 'rate_limited');
      ctx.clock.advance(1);
      answers(await register(), 201, undefined, { ratelimit: '"registrations";r=0;t=10' });
      refuses(await register(), 429, 'rate_limited');
      const rows = await ctx.store.db.selectFrom('registrations').select('registration_id').execute();
      assert.equal(rows.length, 61);
    },
  ],
  [
    '8, d24',
    'audit requests: 10 per registration in any 24 hours, the 11th is 429, another agent is free',
    async ({ call, ctx, agent }) => {
      ctx.clock.advance(7_200_000);
      const [key, other] = [await agent(), await agent()];
      const submit = (of: string, headers = {}) =>
        call('POST /api/audit-requests', { key: of, body: { company: 'A', website: 'https://a.example' }, headers });
      for (let left = 9; left >= 0; left--) {
        const got = await submit(key, { 'idempotency-key': `k${left}` });
        answers(got, 201, undefined, {
          ratelimit: `"audit-requests";r=${left};t=${86_400 - (9 - left)}`,
          'ratelimit-policy': '"audit-requests";q=10;w=86400',
        });
        ctx.clock.advance(1000);
      }
      const refused = await submit(key, { 'idempotency-key': 'new' });
      refuses(refused, 429, 'rate_limited', /10 audit requests in 24 hours/);
      answers(refused, 429, undefined, { 'retry-after': '86390', ratelimit: '"audit-requests";r=0;t=86390' });
      answers(await submit(key, { 'idempotency-key': 'k3' }), 201);
      answers(await submit(other), 201, undefined, { ratelimit: '"audit-requests";r=9;t=86400' });
      ctx.clock.advance(86_390_000);
      answers(await submit(key, { 'idempotency-key': 'next' }), 201, undefined, {
        ratelimit: '"audit-requests";r=0;t=1',
      });
      refuses(await submit(key, { 'idempotency-key': 'last' }), 429, 'rate_limited');
      assert.equal((await call('GET /api/agent/me', { key })).json.request_counts.total, 11);
    },
  ],
  [
    'd18',
    'an idempotency key expires after 24 hours',
    async ({ call, ctx, agent }) => {
      ctx.clock.advance(90_000_000);
      const key = await agent();
      const submit = () =>
        call('POST /api/audit-requests', {
          key,
          body: { company: 'A', website: 'https://a.example' },
          headers: { 'idempotency-key': 'k' },
        });
      const first = await submit();
      ctx.clock.advance(86_400_000 - 1);
      assert.equal((await submit()).text, first.text);
      ctx.clock.advance(1);
      assert.notEqual((await submit()).json.request_id, first.json.request_id);
    },
  ],
];

sharedDatabases();
const table = [
  ...reading,
  ...registering,
  ...authenticating,
  ...requesting,
  ...watching,
  ...recalling,
  ...discovering,
  ...bodies,
];

for (const engine of engines) {
  test(`the spec, on ${engine}`, async (t) => {
    const world = await openWorld(engine);
    for (const [part, rule, check] of table) await t.test(`${part}: ${rule}`, () => check(world));
  });
  test(`the limits of the spec, on ${engine}`, async (t) => {
    const world = await openWorld(engine, { REGISTRATIONS_PER_HOUR: '60' });
    for (const [part, rule, check] of limiting) await t.test(`${part}: ${rule}`, () => check(world));
  });
}

test('the spec, on two nodes of which one is killed in the middle', async (t) => {
  const world = await openTwoNodeWorld();
  for (const [at, [part, rule, check]] of table.entries()) {
    if (at === Math.floor(table.length / 2)) await world.second.kill();
    await t.test(`${part}: ${rule}`, () => check(world));
  }
  assert.ok((world.served.get(world.second.url) ?? 0) > 50, 'the node that was killed had its share before');
});

test('the limits of the spec, on two nodes', async (t) => {
  const world = await openTwoNodeWorld({ REGISTRATIONS_PER_HOUR: '60' });
  for (const [part, rule, check] of limiting) await t.test(`${part}: ${rule}`, () => check(world));
});
