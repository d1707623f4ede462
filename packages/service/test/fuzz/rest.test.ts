import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../test/world/any-text.ts';
import { keyOf } from '../../src/domain/key.ts';
import { newKey, PROBLEM_MEMBERS } from '../world/call.ts';
import { type Engine, engines, sharedDatabases } from '../world/service.ts';
import { operations } from '../world/site.ts';
import { openWorld, type World } from '../world/spec-world.ts';

/**
 * Bad input to every REST operation: whatever is sent, the status is below 500, every refusal has the one error body,
 * and a refused call writes nothing.
 */
sharedDatabases();

type Sent = { method: string; path: string; headers: [string, string][]; body: Buffer | undefined };
type Answer = { status: number; type: string; text: string };

/** Sends without fetch, so that duplicate headers, odd methods and bodies of GET are sent unchanged. */
function send(url: string, { method, path, headers, body }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const flat = headers.flat();
    const length = body === undefined ? [] : ['Content-Length', String(body.length)];
    const request = httpRequest(
      { hostname, port, method, path, headers: ['Host', 'x', ...flat, ...length], agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        );
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const tables = [
  'registrations',
  'audit_requests',
  'request_moves',
  'waiting_counts',
  'watches',
  'watch_counts',
  'idempotency_keys',
  'audits',
  'desk_actions',
] as const;

async function rowCounts({ ctx }: World): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await ctx.store.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(rows);
  }
  return counts;
}

const nasty = fc.oneof(
  anyText({ maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\u202e',
    '\u2028',
    '\r\n',
    'null',
    '__proto__',
    'constructor',
    'x'.repeat(70_000),
    '💩',
    'https://',
    'http://[',
    'https://a b',
    'apex',
    "';--",
  ),
);
const json = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  nasty,
  fc.constantFrom(Number.MAX_VALUE, -0, 1e-300, true, null, [], {}),
);
const fields = [
  'type',
  'requested_credential_type',
  'agent_name',
  'agent_provider',
  'contact_email',
  'company',
  'website',
  'notes',
  'slug',
  'watching',
  'request_id',
  'api_key',
  '__proto__',
  'audits',
  'replace',
  'reason',
];
const object = fc.oneof(
  fc.dictionary(fc.oneof(fc.constantFrom(...fields), nasty), json, { maxKeys: 6 }),
  fc.record(
    {
      type: fc.constantFrom('anonymous', 'identity_assertion', 1),
      agent_name: fc.oneof(fc.constant('a'), json),
      contact_email: fc.oneof(fc.emailAddress(), json),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      company: fc.oneof(fc.constant('A'), json),
      website: fc.oneof(fc.webUrl(), nasty),
      notes: fc.oneof(fc.constant('n'), json),
      contact_email: json,
    },
    { requiredKeys: ['company', 'website'] },
  ),
  fc.record(
    { slug: fc.oneof(fc.constantFrom('apex', 'unseen', 'apx'), nasty), watching: json },
    { requiredKeys: ['slug'] },
  ),
);
const body = fc.oneof(
  { weight: 5, arbitrary: object.map((value) => Buffer.from(JSON.stringify(value))) },
  { weight: 2, arbitrary: json.map((value) => Buffer.from(JSON.stringify(value) ?? '')) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '{',
        '{"company":"\ud800',
        '['.repeat(50_000),
        '[{"a":'.repeat(8_000),
        `"${'x'.repeat(70_000)}"`,
        '{"a":1}{"b":2}',
        '\ufeff{}',
        '{"company":"\\u0000"}',
      )
      .map((text) => Buffer.from(text)),
  },
  { weight: 1, arbitrary: fc.constant(Buffer.from('{"company":"\xff\xfe","website":"https://a.example"}', 'latin1')) },
);
const headerText = fc
  .string({
    unit: fc.constantFrom(...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)), ' ', '\u00e9'),
    maxLength: 60,
  })
  .map((text) => text.trim());
const type = fc.oneof(
  { weight: 20, arbitrary: fc.constant('application/json') },
  fc.constantFrom(
    'text/plain',
    'application/json; charset=utf-16',
    'application/json;',
    'x',
    '',
    'application/xml',
    'application/json, application/json',
  ),
  headerText,
);

const bindings = operations.flatMap(({ http }) => http.map(({ method, path }) => ({ method: method as string, path })));
const segment = fc
  .oneof(nasty, fc.constant(`req_${'0'.repeat(32)}`), fc.constant('apex'))
  .map((text) => (text.isWellFormed() ? encodeURIComponent(text.slice(0, 3000)) : '%ff'));
const tail = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  fc.constantFrom(
    '?slug=apex',
    '?slug=%00',
    '?slug=%ff',
    '?slug=a&slug=b',
    '?api_key=x',
    '?__proto__=1',
    '?%',
    '?slug[]=1',
    '/',
    '/x',
    '%',
    '%zz',
  ),
  fc.constant(`?slug=${'x'.repeat(5000)}`),
);
const otherMethod = fc.constantFrom('PUT', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', 'TRACE', 'GET', 'POST', 'DELETE');
const target = fc
  .tuple(
    fc.constantFrom(...bindings),
    fc.oneof({ weight: 8, arbitrary: fc.constant(undefined) }, otherMethod),
    segment,
    tail,
  )
  .map(([{ method, path }, other, value, end]) => ({
    method: other ?? method,
    path: path.replaceAll(/\{\w+\}/g, () => value) + end,
  }));

function sendable(keys: readonly string[]) {
  const authorization = fc.oneof(
    { weight: 16, arbitrary: fc.constantFrom(...keys.map((key) => `Bearer ${key}`)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        ...keys.flatMap((key) => [
          `Bearer ${key}x`,
          `Bearer ${key.slice(1)}`,
          `Bearer  ${key}`,
          key,
          `Basic ${key}`,
          `Bearer ${key}, Bearer ${key}`,
          `bearer ${key}`,
        ]),
      ),
    },
    { weight: 1, arbitrary: headerText },
    {
      weight: 1,
      arbitrary: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((random) => `Bearer ${keyOf(random)}`),
    },
  );
  const header = fc.oneof(
    fc.tuple(fc.constant('Authorization'), authorization),
    fc.tuple(fc.constant('Content-Type'), type),
    fc.tuple(fc.constant('Idempotency-Key'), fc.oneof(headerText, fc.constantFrom('"a"', 'a', '""', '"\\""'))),
    fc.tuple(
      fc.constantFrom(
        'Accept',
        'Origin',
        'Accept-Encoding',
        'If-None-Match',
        'If-Modified-Since',
        'X-Forwarded-For',
        'Content-Encoding',
        'Range',
        'Expect-Nothing',
      ),
      headerText,
    ),
  );
  const more = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(header, { maxLength: 3 }));
  const headers = fc
    .tuple(fc.tuple(fc.constant('Authorization'), authorization), fc.tuple(fc.constant('Content-Type'), type), more)
    .map(([a, b, rest]): [string, string][] => [a, b, ...rest]);
  return fc
    .record({ target, headers, body: fc.option(body, { nil: undefined }) })
    .map(({ target, headers, body }) => ({ ...target, headers, body }));
}

function check(sent: Sent, { status, type, text }: Answer): void {
  assert.ok(status >= 200 && status < 500, `${status} ${text}`);
  if (status < 400 || sent.method === 'HEAD') return;
  assert.equal(type, 'application/problem+json; charset=utf-8', text);
  const problem = JSON.parse(text) as Record<string, unknown>;
  const keys = [...PROBLEM_MEMBERS, ...('errors' in problem ? ['errors'] : [])];
  assert.deepEqual(Object.keys(problem), keys);
  assert.equal(problem.status, status);
  for (const [, value] of sent.headers.filter(([name, value]) => name === 'Authorization' && value.length > 12))
    assert.ok(!text.includes(value.slice(7)), 'the key is repeated');
}

const runs: Record<Engine, number> = { sqlite: 700, postgres: 300 };

for (const engine of engines) {
  test(`whatever is sent to any operation, the status is below 500, and refusals have the one error body and write nothing (${engine})`, async () => {
    const world = await openWorld(engine, { AUDIT_REQUESTS_PER_DAY: '20', OPERATOR_TOKENS: '', LOG_LEVEL: 'warn' });
    const keys = [await newKey(world.url), await newKey(world.url)];
    let before = await rowCounts(world);
    await fc.assert(
      fc.asyncProperty(sendable(keys), async (sent) => {
        const answer = await send(world.url, sent);
        check(sent, answer);
        const after = await rowCounts(world);
        if (answer.status >= 400) assert.deepEqual(after, before);
        before = after;
      }),
      { numRuns: runs[engine] },
    );
    assert.deepEqual(
      world.ctx.log_lines.filter((line) => /"level":(50|60)/.test(line)),
      [],
    );
  });
}
