import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Audit } from '@readymark/rubric/audit/audit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { exampleAudit, v2 } from '../../../../rubric/test/example-audit.ts';
import { type Engine, engines, testContext } from '../../../test/world/service.ts';
import { leaderboard } from '../../../test/world/spec-world.ts';
import { searchGroup } from '../../catalogue/search/search.ts';
import type { Listed } from '../../catalogue/snapshot.ts';
import { Fault } from '../../domain/fault.ts';
import { publishAudits } from '../desk/publish-audits.ts';
import { execute } from '../run.ts';
import { entryFields } from './fields/entry-fields.ts';
import { getAudit } from './get-audit.ts';
import { listAudits } from './list-audits.ts';
import { watchCompany } from './watch-company.ts';

const ctx = await testContext('sqlite');
await execute(
  ctx,
  publishAudits,
  { kind: 'operator', name: 'test' },
  { audits: leaderboard.map((wish) => exampleAudit(wish)) },
  {},
);
await ctx.catalogue.refresh();
const body = async (input: object) => (await execute(ctx, listAudits, { kind: 'anonymous' }, input, {})).body;
const list = async (input: object) => (await body(input)).audits as { [field: string]: unknown; slug: string }[];
const slugs = async (input: object) => (await list(input)).map(({ slug }) => slug);
const bytes = (path: string) => Buffer.from(ctx.catalogue.current().document(path)?.bodies.identity ?? []).toString();

test('without arguments the entries are those of index.json to the byte, with what follows them', async () => {
  const reply = await execute(ctx, listAudits, { kind: 'anonymous' }, {}, {});
  assert.equal(
    reply.json,
    bytes('/api/audits/index.json').replace(/\}$/, `,"total":${leaderboard.length},"next_offset":null}`),
  );
  const record = await execute(ctx, getAudit, { kind: 'anonymous' }, { slug: 'apex' }, {});
  assert.equal(JSON.stringify(record.body), bytes('/api/audits/apex.json'));
});

test('filters narrow the list, in leaderboard order, and count is the number of entries', async () => {
  assert.deepEqual(await slugs({ tier: 'Emerging' }), ['example-widgets', 'second-widgets']);
  assert.deepEqual(await slugs({ min_score: 60 }), ['apex', 'example-widgets', 'second-widgets']);
  assert.deepEqual(await slugs({ query: ' WIDGETS ' }), ['example-widgets', 'second-widgets']);
  assert.deepEqual(await slugs({ query: 'https://unseen.example' }), ['unseen']);
  assert.deepEqual(await slugs({ query: 'nobody' }), []);
  assert.deepEqual(await slugs({ limit: 2 }), ['apex', 'example-widgets']);
  assert.deepEqual(await slugs({ offset: 3 }), ['manual-works', 'unseen']);
  assert.deepEqual(await slugs({ offset: 1, limit: 1, tier: 'Emerging' }), ['second-widgets']);
  assert.deepEqual(await slugs({ offset: 99 }), []);
  assert.deepEqual(await slugs({ query: 'widgets', tier: 'Emerging', min_score: 61 }), []);
  const part = await body({ min_score: 60, limit: 2 });
  assert.deepEqual(Object.keys(part), ['count', 'rubric_version', 'audits', 'total', 'next_offset']);
  assert.deepEqual([part.count, part.rubric_version, part.total, part.next_offset], [2, 'v1', 3, 2]);
  assert.deepEqual(part.audits, (await list({})).slice(0, 2));
});

test('pages follow next_offset until it is null, and total stays', async () => {
  const seen: string[] = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Awaited<ReturnType<typeof body>> = await body({ limit: 2, offset });
    assert.deepEqual([page.total, page.count], [5, page.audits.length]);
    seen.push(...page.audits.map(({ slug }) => String(slug)));
    offset = page.next_offset;
  }
  assert.deepEqual(seen, await slugs({}));
  const beyond = await body({ offset: 99 });
  assert.deepEqual([beyond.count, beyond.total, beyond.next_offset], [0, 5, null]);
});

/** The same leaderboard with other companies, dates and a second rubric. */
async function variedContext(engine: Engine) {
  const other = await testContext(engine, { RUBRICS_PUBLISHABLE: 'v1,v2' });
  const publish = async (...audits: Audit[]) => {
    await execute(other, publishAudits, { kind: 'operator', name: 'test' }, { audits }, {});
    await other.catalogue.refresh();
  };
  const ask = async (input: object) =>
    (await execute(other, listAudits, { kind: 'anonymous' }, input, {})).body.audits as { [field: string]: unknown }[];
  const order = async (input: object) => (await ask(input)).map(({ slug }) => slug).join(' ');
  await publish(
    exampleAudit({ slug: 'b', company: 'Éclair', audit_date: '2026-01-02', scores: { 'P1-A': 5, 'P1-B': 0 } }),
    exampleAudit({ slug: 'c', company: 'alpha', audit_date: '2026-11-01', scores: { 'P1-B': 5, 'P5-D': 0 } }),
    exampleAudit({ slug: 'd', company: 'Zeta', audit_date: '2026-06-01', scores: 2 }),
    exampleAudit({ slug: 'e', company: 'Beta', audit_date: '2026-06-01', rubric: v2, scores: { 'P3-E': 4 } }),
  );
  return { publish, ask, order };
}

for (const engine of engines) {
  test(`thresholds and sorts by criteria follow a re-audit (${engine})`, async () => {
    const { publish, ask, order } = await variedContext(engine);
    assert.equal(await order({}), 'e c b d');
    assert.equal(await order({ min: { 'P1-B': 3 } }), 'e c');
    assert.equal(await order({ min: { 'p1-b': 3, P5: 12 } }), 'e');
    assert.equal(await order({ min: { 'P3-E': 0 } }), 'e');
    assert.equal(await order({ min: { 'P1-B': 0 } }), 'e c b d');
    assert.equal(await order({ min: {} }), 'e c b d');
    assert.equal(await order({ sort: 'P1-B' }), 'c e d b');
    assert.equal(await order({ sort: 'P1-B', order: 'asc' }), 'b d e c');
    assert.equal(await order({ sort: 'P3-E' }), 'e c b d');
    assert.equal(await order({ sort: 'P3-E', order: 'asc' }), 'e c b d');
    assert.deepEqual(await ask({ query: 'eclair', fields: ['P1-B', 'P3-E', 'P1'] }), [
      { P1: 14, 'P1-B': 0, 'P3-E': null },
    ]);
    await publish(
      exampleAudit({ slug: 'b', company: 'Éclair', audit_date: '2026-11-20', scores: { 'P1-A': 0, 'P1-B': 5 } }),
    );
    assert.equal(await order({ min: { 'P1-B': 4 } }), 'c b');
    assert.equal(await order({ sort: 'P1-B', limit: 2 }), 'c b');
    assert.deepEqual(await ask({ query: 'eclair', fields: ['P1-B'] }), [{ 'P1-B': 5 }]);
  });
}

test('a list is sorted by any field in either direction, equal companies in leaderboard order', async () => {
  const { order } = await variedContext('sqlite');
  for (const [input, slugs] of [
    [{ sort: 'rank' }, 'e c b d'],
    [{ sort: 'rank', order: 'desc' }, 'd c b e'],
    [{ sort: 'overall_score' }, 'e c b d'],
    [{ sort: 'overall_score', order: 'asc' }, 'd c b e'],
    [{ sort: 'company' }, 'c e b d'],
    [{ sort: 'COMPANY', order: 'desc' }, 'd b e c'],
    [{ sort: 'audit_date' }, 'c e d b'],
    [{ sort: 'audit_date', order: 'asc' }, 'b e d c'],
    [{ sort: 'P5' }, 'e b c d'],
    [{ order: 'desc' }, 'd c b e'],
    [{ sort: 'audit_date', tier: 'Emerging' }, 'e'],
    [{ sort: 'company', query: 'eta' }, 'e d'],
    [{ sort: 'company', offset: 1, limit: 2 }, 'e b'],
  ] as const)
    assert.equal(await order(input), slugs, JSON.stringify(input));
});

test('entries have the fields that are asked for, each once, in the order of the record', async () => {
  const [apex] = await list({});
  const only = async (...fields: string[]) => JSON.stringify((await list({ limit: 1, fields }))[0]);
  const lean = '{"rank":1,"company":"Apex","slug":"apex","overall_score":100,"tier":"Agent-Ready"';
  assert.equal(await only('brief'), `${lean}}`);
  assert.equal(await only('tier', 'overall_score', 'slug', 'company', 'rank', 'RANK'), `${lean}}`);
  assert.equal(await only('P1-B', 'brief', 'P3'), `${lean},"P1-B":5,"P3":20}`);
  assert.equal(await only('slug'), '{"slug":"apex"}');
  assert.equal(await only('rank', 'company'), '{"rank":1,"company":"Apex"}');
  assert.equal(await only(...Object.keys(apex ?? {})), JSON.stringify(apex));
  assert.equal(await only(), JSON.stringify(apex));
  assert.equal(
    await only('website', 'stale', 'reaudit_due', 'audit_date'),
    '{"audit_date":"2026-11-20","reaudit_due":"2027-05-19","stale":false,"website":"https://apex.example/"}',
  );
});

test('a score is stale in a list once its re-audit is overdue', async () => {
  const stale = async () => (await list({ query: 'apex', fields: ['stale'] }))[0];
  const now = ctx.now().toISOString();
  ctx.clock.set('2027-05-19T23:59:59.000Z');
  assert.deepEqual(await stale(), { stale: false });
  ctx.clock.set('2027-05-20T00:00:00.000Z');
  assert.deepEqual(await stale(), { stale: true });
  ctx.clock.set(now);
});

test('every part of the list equals the entries of the index, byte for byte, and fits the schema', async () => {
  const audits = await list({});
  const schema = z.toJSONSchema(listAudits.output, { io: 'output' });
  const fits = new Ajv2020({ formats: { date: true, 'date-time': true } }).compile(schema);
  for (const input of [
    { limit: 2 },
    { offset: 1 },
    { tier: 'Emerging' },
    { min_score: 60 },
    { query: 'widgets' },
    { min: { P1: 15 } },
    { sort: 'company' },
    { query: 'none' },
  ]) {
    const reply = await execute(ctx, listAudits, { kind: 'anonymous' }, input, {});
    const part = reply.body.audits.map(({ slug }) => audits.find((one) => one.slug === slug));
    const { total, next_offset, nearest } = reply.body;
    assert.equal(
      reply.json,
      JSON.stringify({ count: part.length, rubric_version: 'v1', audits: part, total, next_offset, nearest }),
    );
    assert.ok(fits(reply.body), JSON.stringify(fits.errors));
  }
  for (const fields of [['brief'], ['P3-E', 'stale'], ['website', 'audit_date', 'reaudit_due'], entryFields]) {
    assert.ok(fits(await body({ fields })), JSON.stringify(fits.errors));
    assert.ok(listAudits.output.safeParse(await body({ fields })).success);
  }
  for (const wrong of [{ rank: '1' }, { stale: 1 }, { 'P1-B': '4' }, { P1: true }])
    assert.ok(!fits({ ...(await body({})), audits: [wrong] }), JSON.stringify(wrong));
});

test('unknown names are refused, naming the known ones', async () => {
  for (const [input, field, names] of [
    [{ fields: ['brief', 'evidence'] }, 'fields', ['brief', 'website', 'P1', 'P3-E', 'P5-D']],
    [{ sort: '-rank' }, 'sort', ['rank', 'company', 'overall_score', 'audit_date', 'P1', 'P3-E']],
    [{ sort: 'website' }, 'sort', ['audit_date']],
    [{ min: { P9: 1 } }, 'min', ['P1', 'P1-A', 'P3-E']],
    [{ min: { __proto__: 1, constructor: 1 } }, 'min', ['P1']],
    [{ fields: ['toString'] }, 'fields', ['rank']],
  ] as const) {
    const refused = await list(input).then(
      () => undefined,
      (error: Fault) => error,
    );
    assert.equal(refused?.code, 'invalid_request', JSON.stringify(input));
    const [error, ...more] = refused?.details.errors ?? [];
    assert.deepEqual([error?.field, more], [field, []]);
    assert.equal(field === 'sort', / order is asc or desc$/.test(error?.message ?? ''));
    for (const name of names) assert.match(error?.message ?? '', new RegExp(`[ ,]${name}(,|$)`), name);
  }
});

test('an argument out of range is refused by name', async () => {
  const wrong = { tier: 'agent-ready', min_score: 101, query: 5, limit: 1001, offset: -1 };
  const right = {
    tier: /one of Agent-Ready/,
    min_score: /from 0 to 100/,
    query: /a string/,
    limit: /from 1 to 1,000$/,
    offset: /from 0 to/,
  };
  for (const [field, value] of Object.entries(wrong)) {
    const refused = await list({ [field]: value }).catch((error: Fault) => error.details.errors?.[0]);
    assert.equal(refused && 'field' in refused && refused.field, field);
    assert.match(refused && 'message' in refused ? refused.message : '', right[field as keyof typeof right]);
  }
});

test('an unknown slug is not found, even where another document has that name', async () => {
  for (const slug of ['index', 'nobody', '../index', '__proto__', 'APEXX'])
    await assert.rejects(
      execute(ctx, getAudit, { kind: 'anonymous' }, { slug }, {}),
      (error) => error instanceof Fault && error.code === 'not_found',
    );
});

test('the nearest of 100,000 slugs are found in bounded time', async () => {
  // A company of a snapshot reads its fields when they are asked for.
  const { company, website } = ctx.catalogue.current().companies[0] ?? assert.fail();
  const companies = Array.from({ length: 100_000 }, (_, number) => ({
    ...{ company, website },
    slug: `company-of-many-words-${number}`,
  }));
  const groups = [searchGroup(companies as Listed[])];
  const snapshot = { ...ctx.catalogue.current(), companies, groups, entry: () => undefined };
  const crowded = { ...ctx, catalogue: { ...ctx.catalogue, current: () => snapshot as never } };
  const caller = { kind: 'agent', registration_id: 'reg_x', scopes: ['audit_requests:read_own'] } as const;
  const refused = (slug: string) =>
    execute(crowded, watchCompany, caller, { slug }, {}).catch((error) => (error as Fault).message);
  await refused('company-of-many-words-x');
  // Processor time, which other processes on a busy machine do not add to.
  const before = process.cpuUsage();
  assert.match(String(await refused('company-of-many-wrds-77')), /Nearest slugs: company-of-many-words-7/);
  await refused('x'.repeat(200));
  const { user } = process.cpuUsage(before);
  assert.ok(user < 1_000_000, `it took ${user} µs`);
});
