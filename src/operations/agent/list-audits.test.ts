import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../test/world/example-audit.ts';
import { testContext } from '../../../test/world/service.ts';
import { leaderboard } from '../../../test/world/spec-world.ts';
import { searchGroup } from '../../catalogue/search.ts';
import type { Listed } from '../../catalogue/snapshot.ts';
import { Fault } from '../../domain/fault.ts';
import { publishAudits } from '../desk/publish-audits.ts';
import { execute } from '../run.ts';
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
const list = async (input: object) => (await execute(ctx, listAudits, { kind: 'anonymous' }, input, {})).body;
const slugs = async (input: object) => (await list(input)).audits.map(({ slug }) => slug);
const bytes = (path: string) => Buffer.from(ctx.catalogue.current().document(path)?.bodies.identity ?? []).toString();

test('without arguments the reply is index.json to the byte, and a record is its document to the byte', async () => {
  assert.equal(JSON.stringify(await list({})), bytes('/api/audits/index.json'));
  const { body } = await execute(ctx, getAudit, { kind: 'anonymous' }, { slug: 'apex' }, {});
  assert.equal(JSON.stringify(body), bytes('/api/audits/apex.json'));
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
  const part = await list({ min_score: 60, limit: 2 });
  assert.deepEqual(Object.keys(part), ['count', 'rubric_version', 'audits']);
  assert.deepEqual([part.count, part.rubric_version], [2, 'v1']);
  assert.deepEqual(part.audits, (await list({})).audits.slice(0, 2));
});

test('a call that narrows nothing is answered with the document of the index, and so is one that lists all of it', async () => {
  const index = ctx.catalogue.current().document('/api/audits/index.json');
  const reply = (input: object) => execute(ctx, listAudits, { kind: 'anonymous' }, input, {});
  for (const input of [{}, { min_score: 0 }, { query: ' ' }, { limit: 1000 }, { offset: 0, min_score: 1 }])
    assert.equal((await reply(input)).document, index, JSON.stringify(input));
  assert.equal((await reply({ min_score: 60 })).document, undefined);
});

test('a narrowed list has at most 1,000 entries, taken from the JSON of each company', async () => {
  const [first] = ctx.catalogue.current().companies;
  const companies = Array.from({ length: 1_500 }, () => first);
  let made = 0;
  const json = () => {
    made += 1;
    return '{"rank":1}';
  };
  const snapshot = {
    ...ctx.catalogue.current(),
    companies,
    groups: [searchGroup(companies as Listed[])],
    json,
    count: companies.length,
  };
  const crowded = { ...ctx, catalogue: { ...ctx.catalogue, current: () => snapshot as never } };
  const counts: number[] = [];
  for (const input of [
    { tier: first?.tier },
    { min_score: 1 },
    { query: first?.slug },
    { limit: 1 },
    { offset: 600 },
  ]) {
    const reply = await execute(crowded, listAudits, { kind: 'anonymous' }, input, {});
    counts.push(JSON.parse(reply.json ?? '{}').count);
  }
  assert.deepEqual(counts, [1000, 1000, 1000, 1, 900]);
  assert.equal(made, 3901);
});

test('every part of the list equals the entries of the index, byte for byte', async () => {
  const { audits } = await list({});
  for (const input of [{ limit: 2 }, { offset: 1 }, { tier: 'Emerging' }, { min_score: 60 }, { query: 'widgets' }]) {
    const reply = await execute(ctx, listAudits, { kind: 'anonymous' }, input, {});
    const part = audits.filter(({ slug }) => reply.body.audits.some((one) => one.slug === slug));
    assert.equal(reply.json, JSON.stringify({ count: part.length, rubric_version: 'v1', audits: part }));
    assert.ok(listAudits.output.safeParse(reply.body).success);
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
  for (const slug of ['index', 'nobody', '../index', '__proto__', 'APEX'])
    await assert.rejects(
      execute(ctx, getAudit, { kind: 'anonymous' }, { slug }, {}),
      (error) => error instanceof Fault && error.code === 'not_found',
    );
});

test('the nearest of 100,000 slugs are found in bounded time', async () => {
  const [first] = ctx.catalogue.current().companies;
  const companies = Array.from({ length: 100_000 }, (_, number) => ({
    ...first,
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
