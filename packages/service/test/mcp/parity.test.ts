import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { until } from '../../../../test/world/wait.ts';
import { exampleAudit } from '../../../rubric/test/example-audit.ts';
import { type FaultCode, faults } from '../../src/domain/fault.ts';
import { makeDatasets } from '../../src/features/dataset/operations/make-datasets.ts';
import { execute } from '../../src/operations/run.ts';
import { publish } from '../world/operator.ts';
import { testService } from '../world/service.ts';
import { operations } from '../world/site.ts';

/**
 * Every tool through REST and through the official client, however it negotiates: the same answer, the same error, each
 * with the remedy of its door (decisions 26 and 27).
 */
const eras = {
  legacy: { mode: 'legacy' },
  auto: { mode: 'auto' },
  pinned: { mode: { pin: '2026-07-28' } },
} as const satisfies Record<string, ClientOptions['versionNegotiation']>;

const service = await testService('sqlite', {
  REGISTRATIONS_PER_HOUR: '1000',
  AUDIT_REQUESTS_PER_DAY: '1000',
});
await publish(service, [exampleAudit(), exampleAudit({ slug: 'other', scores: 4 })]);

type Answer = { ok: boolean; body: unknown };

async function rest(
  method: string,
  path: string,
  { key, body }: { key?: string; body?: unknown } = {},
): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const response = await fetch(service.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  return { ok: response.ok, body: response.ok ? answer : saidBy(answer as Record<string, unknown>) };
}

async function connect(versionNegotiation: (typeof eras)[keyof typeof eras], key?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation });
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }));
  await client.listTools(); // from here on the client checks every result against its output schema
  return client;
}

async function tool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
  const [block] = content as { type: string; text: string }[];
  const body = JSON.parse(block?.text ?? '');
  if (!isError) assert.deepEqual(body, structuredContent);
  else {
    const { error, message, remedy, errors, retry_after, ...more } = body;
    assert.deepEqual([Object.keys(body).slice(0, 3), more], [['error', 'message', 'remedy'], {}]);
    const next = [faults[error as FaultCode].tool_remedy];
    // An unlisted slug is an invalid request that leads to the list of companies.
    if (error === 'invalid_request' && errors[0].field === 'slug') next.push(faults.not_found.tool_remedy);
    assert.ok(next.includes(remedy), remedy);
    for (const one of errors ?? []) assert.ok(!message.includes(one.message), `${message} repeats ${one.message}`);
    assert.equal(typeof retry_after, error === 'rate_limited' || error === 'unavailable' ? 'number' : 'undefined');
    assert.equal(block?.text, JSON.stringify(body), 'compact');
  }
  return { ok: isError !== true, body: isError ? saidBy(body) : body };
}

/** What both doors say of an error in the same words; the rest is in each door's own (decision 26). */
const saidBy = ({ error, message, errors }: Record<string, unknown>) => ({ error, message, errors });

const register = async () =>
  (await rest('POST', '/api/agent/auth', { body: { type: 'anonymous' } })).body as {
    registration_id: string;
    api_key: string;
  };

/**
 * An answer without what differs between two equal calls: ids and keys that they create, and the place in the queue.
 */
const alike = (answer: Answer) =>
  JSON.parse(
    JSON.stringify(answer).replaceAll(/\b(req|reg|rmk)_\w+|(?<="position":)\d+/g, (made) =>
      /^\d/.test(made) ? '0' : made.slice(0, 3),
    ),
  );

const unknown_id = 'req_00000000000000000000000000000000';
const offer = { company: 'New Widgets', website: 'https://new.example/', notes: 'Two\nlines — “quoted”.' };

/** One agent with its key, and a client without. */
type Session = { open: Client; mine: Client; key: string };

/** One case for each tool, by its name: the tool and the REST call give the same answers, right and wrong. */
const cases: Record<string, (session: Session) => Promise<void>> = {
  async list_audits({ open }) {
    const { ok, body } = await rest('GET', '/api/audits/index.json');
    const listed = { ok, body: { ...(body as object), total: 2, next_offset: null } };
    assert.deepEqual(await tool(open, 'list_audits'), listed);
    assert.deepEqual(await tool(open, 'list_audits', { offset: 0, fields: null, min: null, sort: '' }), listed);
    const brief = await tool(open, 'list_audits', { fields: 'brief, p1-b', min: '{"P1-B": "4"}', order: 'DESC' });
    assert.deepEqual((brief.body as { audits: unknown[] }).audits, [
      { rank: 1, company: 'Example Widgets', slug: 'other', overall_score: 80, tier: 'Emerging', 'P1-B': 4 },
    ]);
  },
  async get_audit({ open }) {
    assert.deepEqual(await tool(open, 'get_audit', { slug: 'other' }), await rest('GET', '/api/audits/other.json'));
    for (const slug of ['nobody', 'index', 'othr'])
      assert.deepEqual(
        await tool(open, 'get_audit', { slug }),
        await rest('GET', `/api/audits/${slug === 'index' ? 'nobody' : slug}.json`),
        slug,
      );
    for (const slug of ['other/history', '../audits/other'])
      assert.deepEqual(await tool(open, 'get_audit', { slug }), await rest('GET', '/api/audits/othr.json'), slug);
  },
  async watch_stats({ open, mine }) {
    assert.deepEqual(await tool(open, 'watch_stats'), await rest('GET', '/api/watch-stats'));
    await tool(mine, 'watch_company', { slug: 'other' });
    assert.deepEqual(await tool(open, 'watch_stats'), await rest('GET', '/api/watch-stats'));
  },
  async register_agent({ open }) {
    for (const input of [
      { type: 'anonymous', agent_name: 'Scout' },
      { type: 'other' },
      { type: 'anonymous', contact_email: 'x' },
    ])
      assert.deepEqual(
        alike(await tool(open, 'register_agent', input)),
        alike(await rest('POST', '/api/agent/auth', { body: input })),
        JSON.stringify(input),
      );
  },
  async request_audit({ open, mine, key }) {
    const [first, second] = [await register(), await register()];
    assert.deepEqual(
      alike(await tool(open, 'request_audit', { ...offer, api_key: first.api_key })),
      alike(await rest('POST', '/api/audit-requests', { key: second.api_key, body: offer })),
    );
    const listed = { company: 'Other', website: 'https://other.example/' };
    assert.deepEqual(
      alike(await tool(open, 'request_audit', { ...listed, api_key: first.api_key })),
      alike(await rest('POST', '/api/audit-requests', { key: second.api_key, body: listed })),
    );
    for (const body of [{}, { company: 'X' }, { ...offer, website: 'ftp://x' }, { ...offer, company: 5 }])
      assert.deepEqual(
        await tool(mine, 'request_audit', body),
        await rest('POST', '/api/audit-requests', { key, body }),
      );
  },
  async check_audit_request({ open, mine, key }) {
    const made = (await tool(mine, 'request_audit', offer)).body as { request_id: string };
    const path = `/api/audit-requests/${made.request_id}`;
    assert.deepEqual(await tool(mine, 'check_audit_request', made), await rest('GET', path, { key }));
    const other = await register();
    const theirs = await tool(open, 'check_audit_request', { ...made, api_key: other.api_key });
    assert.deepEqual(theirs, await rest('GET', path, { key: other.api_key }));
    assert.deepEqual(theirs, await tool(mine, 'check_audit_request', { request_id: unknown_id }));
    assert.deepEqual(theirs, await rest('GET', `/api/audit-requests/${unknown_id}`, { key }));
  },
  async my_audit_history({ mine, key }) {
    await tool(mine, 'request_audit', offer);
    assert.deepEqual(await tool(mine, 'my_audit_history'), await rest('GET', '/api/agent/me', { key }));
  },
  async watch_company({ mine }) {
    await tool(mine, 'watch_company', { slug: 'other', watching: false });
    const second = (await register()).api_key;
    const watch = (body: unknown) => rest('POST', '/api/agent/watch', { key: second, body });
    for (const body of [{ slug: 'other' }, { slug: 'other' }, { slug: 'othr' }, {}, { slug: 5 }])
      assert.deepEqual(await tool(mine, 'watch_company', body), await watch(body), JSON.stringify(body));
    assert.deepEqual(
      await tool(mine, 'watch_company', { slug: 'example-widgets' }),
      await watch({ slug: 'example-widgets' }),
    );
    const body = { slug: 'other' };
    assert.deepEqual(
      await tool(mine, 'watch_company', { ...body, watching: false }),
      await rest('DELETE', '/api/agent/watch', { key: second, body }),
    );
  },
  async my_digest({ mine, key }) {
    await tool(mine, 'watch_company', { slug: 'other' });
    assert.deepEqual(await tool(mine, 'my_digest'), await rest('GET', '/api/agent/digest', { key }));
    for (const since of ['2026-11-20', '2026-11-20T09:30:00Z', 'yesterday', '2999-01-01'])
      assert.deepEqual(
        await tool(mine, 'my_digest', { since }),
        await rest('GET', `/api/agent/digest?since=${since}`, { key }),
      );
  },
};

test('every tool has a case here, and every case a tool', () => {
  const tools = operations.filter(({ tool }) => tool).map(({ name }) => name);
  assert.deepEqual(
    tools.filter((name) => !(name in cases)),
    [],
    'tools without a case in packages/service/test/mcp/parity.test.ts',
  );
  assert.deepEqual(
    Object.keys(cases).filter((name) => !tools.includes(name)),
    [],
    'cases without a tool',
  );
});

test('what HTTP serves as a document, the operation answers with the same bytes, or members if it has more', async () => {
  const served = operations.filter(({ http }) => http.some(({ document }) => document));
  assert.ok(served.length > 0);
  // A dataset is made of a day that is over.
  service.clock.advance(86_400_000);
  const made = async () => {
    await makeDatasets(service);
    return (await fetch(`${service.url}/dataset/latest/datapackage.json`)).ok;
  };
  await until(made, 'a dataset was made');
  for (const operation of served) {
    const input = { slug: 'other' };
    const { document, body } = await execute(service, operation, { kind: 'anonymous' }, input, {});
    const path = operation.http[0]?.path.replace('{slug}', input.slug) ?? '';
    const response = await fetch(service.url + path, { headers: { 'accept-encoding': 'identity' } });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (document) assert.ok(Buffer.from(document.bodies.identity).equals(bytes), operation.name);
    else assert.deepEqual({ ...(body as object), ...JSON.parse(bytes.toString()) }, body, operation.name);
  }
});

for (const [era, versionNegotiation] of Object.entries(eras))
  describe(`through the official client: ${era}`, () => {
    let session: Session;
    before(async () => {
      const key = (await register()).api_key;
      session = { key, open: await connect(versionNegotiation), mine: await connect(versionNegotiation, key) };
    });

    for (const [name, check] of Object.entries(cases)) test(`${name} gives the same answers`, () => check(session));

    test('a missing key and a bad one are the same error, and never an HTTP 401', async () => {
      const { open, key } = session;
      assert.deepEqual(await tool(open, 'my_digest'), await rest('GET', '/api/agent/digest'));
      const bad = await tool(open, 'my_digest', { api_key: `${key.slice(0, -1)}!` });
      assert.deepEqual(bad, await rest('GET', '/api/agent/digest', { key: `${key.slice(0, -1)}!` }));
      assert.equal((bad.body as { error: string }).error, 'invalid_token');
    });

    test('a key in the argument and a different one in the header are refused', async () => {
      const { mine, key } = session;
      const { api_key } = await register();
      const { ok, body } = await tool(mine, 'my_digest', { api_key });
      assert.deepEqual([ok, (body as { error: string }).error], [false, 'invalid_request']);
      assert.equal((await tool(mine, 'my_digest', { api_key: key })).ok, true);
    });
  });
