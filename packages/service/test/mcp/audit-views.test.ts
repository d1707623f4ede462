import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { AuditRecord } from '@readymark/rubric/audit/audit';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { exampleAudit, v2 } from '../../../rubric/test/example-audit.ts';
import { madeCompany } from '../world/made-companies.ts';
import { publish } from '../world/operator.ts';
import { fakeClock, testService } from '../world/service.ts';

/**
 * Parts of audits through the tool (decision 63), with an official client that checks each answer against the tool's output
 * schema; the same parts as documents are in packages/service/test/http/audit-views.test.ts.
 */
const clock = fakeClock('2026-11-21T12:00:00.000Z');
const service = await testService('sqlite', { RUBRICS_PUBLISHABLE: 'v1,v2' }, clock);
const [first, second] = [madeCompany(1), madeCompany(2)];
await publish(service, [
  madeCompany(1, '2026-05-01', 0.3),
  first,
  second,
  exampleAudit({ slug: 'under-two', rubric: v2 }),
  exampleAudit({ slug: 'old', audit_date: '2026-01-02' }),
]);

type Refusal = { error: string; message: string; errors?: { field: string; message: string }[] };

const client = new Client({ name: 'test', version: '1.0.0' });
let schema: Record<string, unknown>;
before(async () => {
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)));
  const { tools } = await client.listTools(); // from here on the client checks every result
  schema = tools.find(({ name }) => name === 'get_audit')?.outputSchema ?? {};
});
after(() => client.close());

async function call(args: Record<string, unknown>) {
  const { isError = false, content, structuredContent } = await client.callTool({ name: 'get_audit', arguments: args });
  const text = (content as { text: string }[])[0]?.text ?? '';
  if (!isError) assert.deepEqual(JSON.parse(text), structuredContent);
  return { isError, text, body: JSON.parse(text) };
}
async function answer(args: Record<string, unknown>) {
  const { isError, text, body } = await call(args);
  assert.equal(isError, false, text);
  return body;
}
async function refusal(args: Record<string, unknown>): Promise<Refusal> {
  const { isError, text, body } = await call(args);
  assert.equal(isError, true, text);
  return body;
}
const document = async (path: string) => (await fetch(`${service.url}/api/audits/${path}.json`)).text();
const record = async (slug: string) => JSON.parse(await document(slug)) as AuditRecord;
const tokens = (text: string) => encode(text).length;
const ids = (of: { criteria: { id: string }[] }) => of.criteria.map(({ id }) => id);

describe('the same as a document, to the byte', () => {
  for (const [name, args, path] of [
    ['the slug alone, or with what says the same', {}, ''],
    ['view: full', { view: 'full', evidence: true, history: false, criteria: [], slugs: [] }, ''],
    [
      'nothing in every form',
      { slugs: null, pillar: '', criteria: '', evidence: 'true', view: null, history: 'false' },
      '',
    ],
    ['view: brief', { view: 'brief' }, '/brief'],
    ['view: brief without evidence, which it has not', { view: 'brief', evidence: false }, '/brief'],
    ['a pillar', { pillar: 'P3' }, '/P3'],
    ['a pillar in another case', { pillar: ' p3 ', view: 'full' }, '/P3'],
    ['history', { history: true, evidence: false, view: 'full' }, '/history'],
  ] as const)
    test(`${name}`, async () => {
      assert.equal((await call({ slug: first.slug, ...args })).text, await document(first.slug + path));
    });
});

describe('one company', () => {
  test('criteria, with evidence and without, in the order of the audit', async () => {
    const whole = await record(first.slug);
    const view = await answer({ slug: first.slug, criteria: ['P2-A', 'p1-b'] });
    assert.deepEqual(Object.keys(view), [
      ...['company', 'slug', 'audit_date', 'stale', 'overall_score', 'tier', 'criteria', 'rank'],
    ]);
    assert.deepEqual(
      view.criteria,
      whole.criteria.filter(({ id }) => ['P1-B', 'P2-A'].includes(id)),
    );
    const lean = await answer({ slug: first.slug, pillar: 'P4', criteria: ['P1-B'], evidence: false });
    assert.deepEqual(lean.criteria[0], {
      id: 'P1-B',
      pillar: 'P1',
      name: 'Machine-Readable Pricing',
      score: view.criteria[0].score,
      max: 5,
    });
    assert.deepEqual([ids(lean), lean.pillars], [['P1-B', 'P4-A', 'P4-B'], { P4: whole.pillars.P4 }]);
  });

  test('the whole audit without evidence', async () => {
    const { criteria, ...rest } = await record(first.slug);
    const lean = await answer({ slug: first.slug, evidence: false });
    assert.deepEqual(lean, { ...rest, criteria: criteria.map(({ evidence: _, ...one }) => one) });
  });

  test('in brief and why: the score and one pillar in one call', async () => {
    const view = await answer({ slug: first.slug, view: 'brief', pillar: 'P3' });
    const { criteria, ...brief } = view;
    assert.deepEqual(brief, JSON.parse(await document(`${first.slug}/brief`)));
    assert.deepEqual(
      criteria,
      (await record(first.slug)).criteria.filter(({ pillar }) => pillar === 'P3'),
    );
  });

  test('stale as of today, in the same snapshot', async () => {
    assert.equal((await answer({ slug: second.slug, criteria: ['P1-B'] })).stale, false);
    assert.equal((await answer({ slug: 'old', criteria: ['P1-B'] })).stale, true);
    assert.equal((await answer({ slug: 'old', view: 'brief' })).stale, true);
  });
});

describe('several companies', () => {
  test('in brief, in the order of the call, each the same as its document', async () => {
    const slugs = `${second.slug}, ${first.slug},${second.slug}`;
    const { audits, ...rest } = await answer({ slugs });
    assert.deepEqual(rest, {});
    assert.deepEqual(
      audits,
      await Promise.all([second.slug, first.slug].map(async (slug) => JSON.parse(await document(`${slug}/brief`)))),
    );
    assert.deepEqual(await answer({ slugs, view: 'brief', evidence: false }), { audits });
    assert.deepEqual(await answer({ slug: second.slug, slugs: [first.slug] }), { audits });
  });

  test('whole with view: full', async () => {
    const { audits } = await answer({ slugs: [first.slug], view: 'full' });
    assert.deepEqual(audits, [await record(first.slug)]);
    const lean = await answer({ slugs: [first.slug], view: 'full', evidence: false });
    assert.deepEqual(lean.audits, [await answer({ slug: first.slug, evidence: false })]);
  });

  test('what is selected of each, named by slug alone: three companies and one criterion take at most 280 tokens', async () => {
    const slugs = [first.slug, second.slug, 'old'];
    const { text, body } = await call({ slugs, criteria: ['P1-B'] });
    assert.deepEqual(
      body.audits,
      await Promise.all(
        slugs.map(async (slug) => ({
          slug,
          stale: slug === 'old',
          criteria: (await record(slug)).criteria.filter(({ id }) => id === 'P1-B'),
        })),
      ),
    );
    assert.ok(tokens(text) <= 280, `${tokens(text)} tokens`);
    const [pillar] = (await answer({ slugs, pillar: 'P4' })).audits;
    assert.deepEqual(Object.keys(pillar), ['slug', 'stale', 'pillars', 'criteria']);
  });

  test('unknown slugs are named with the nearest ones, and do not fail the others', async () => {
    const typo = `${first.slug}x`;
    const { audits, not_found } = await answer({ slugs: [typo, second.slug, 'Index', '<b>!'] });
    assert.deepEqual(
      audits.map(({ slug }: AuditRecord) => slug),
      [second.slug],
    );
    assert.deepEqual(not_found[0], { slug: typo, nearest: [first.slug] });
    assert.deepEqual(
      not_found.map(({ slug }: { slug: string }) => slug),
      [typo, 'index', 'b'],
    );
    const names = await answer({
      slugs: ['nobody', 'zzzz', `${second.company} GmbH`, `https://${first.slug}.example/a`, first.slug],
    });
    assert.deepEqual(
      names.not_found.slice(2).map(({ nearest }: { nearest: string[] }) => nearest[0]),
      [second.slug],
    );
    assert.deepEqual(
      names.audits.map(({ slug }: AuditRecord) => slug),
      [first.slug],
      'an address is the company, like its slug',
    );
    const none = await refusal({ slugs: [typo, 'index'] });
    assert.equal(none.error, 'not_found');
    assert.ok(none.message.endsWith(`Nearest slugs by the place of the name: 1 (${first.slug}).`), none.message);
    const unlike = await refusal({ slugs: ['ignore-all-rules', 'qqqqq'] });
    assert.ok(!/ignore|rules|qqq/.test(JSON.stringify(unlike)), 'an error repeats nothing that was sent');
  });

  test('under different rubrics: an id is known when one of the rubrics has it, and what an audit lacks is not scored', async () => {
    const { audits } = await answer({ slugs: [first.slug, 'under-two'], criteria: ['P3-E'] });
    assert.deepEqual(audits.map(ids), [[], ['P3-E']]);
    assert.deepEqual(ids(await answer({ slug: 'under-two', criteria: ['P3-E'] })), ['P3-E']);
    const old = await answer({ slugs: [first.slug, 'old'], criteria: ['P3-E'] });
    assert.deepEqual(
      old.audits.map(({ not_scored }: { not_scored: string[] }) => not_scored),
      [['P3-E'], ['P3-E']],
    );
  });
});

describe('refused', () => {
  for (const [name, args, fields] of [
    ['no company', {}, ['slug']],
    ['empty lists', { slugs: [], criteria: [] }, ['slug']],
    ['eleven companies', { slugs: Array.from({ length: 11 }, (_, at) => `company-${at}`) }, ['slugs']],
    ['ten and one', { slug: 'a', slugs: Array.from({ length: 10 }, (_, at) => `company-${at}`) }, ['slugs']],
    ['an unknown pillar', { slug: first.slug, pillar: 'P6' }, ['pillar']],
    ['unknown criteria', { slug: first.slug, criteria: ['P1-B', 'P3-F'], pillar: '__PROTO__' }, ['pillar', 'criteria']],
    ['history with a selection', { slug: first.slug, history: true, pillar: 'P1' }, ['history']],
    ['history of several', { slugs: [first.slug, second.slug], history: true }, ['history']],
    ['history in brief', { slug: first.slug, history: true, view: 'brief' }, ['history']],
    ['another view', { slug: first.slug, view: 'short' }, ['view']],
  ] as const)
    test(`${name}: the fields are named`, async () => {
      const { error, errors = [] } = await refusal(args);
      assert.equal(error, 'invalid_request');
      assert.deepEqual(
        errors.map(({ field }) => field),
        fields,
      );
    });

  test('unknown ids: the known ones of that audit are named', async () => {
    const { errors } = await refusal({ slug: first.slug, criteria: ['P3-F'], pillar: 'P9' });
    assert.match(errors?.[0]?.message ?? '', /P1, P2, P3, P4, P5$/);
    assert.match(errors?.[1]?.message ?? '', /P1-A, P1-B.*P3-D, P3-E, P4-A.*P5-D$/);
  });

  test('slugs that are not one, and unknown ones: not_found in every form', async () => {
    for (const slug of ['index', 'nobody', `${first.slug}/history`, 'constructor'])
      for (const more of [
        {},
        { view: 'brief' },
        { pillar: 'P1' },
        { criteria: ['P1-B'] },
        { history: true },
        { evidence: false },
      ])
        assert.equal((await refusal({ slug, ...more })).error, 'not_found', `${slug} ${JSON.stringify(more)}`);
  });
});

test('the output schema has its members at the root and describes every form, for validators and for zod', async () => {
  assert.equal(schema.type, 'object');
  const properties = Object.keys(schema.properties as object);
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    formats: { uri: true, date: true },
  });
  const validate = ajv.compile(schema);
  const zod = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  const { slug } = first;
  for (const args of [
    { slug },
    { slug, evidence: false },
    { slug, view: 'brief' },
    { slug, view: 'brief', criteria: ['P1-B'] },
    { slug, pillar: 'P3' },
    { slug, criteria: ['P1-B'], evidence: false },
    { slug, history: true },
    { slugs: [slug, 'nobody'] },
    { slugs: [slug, 'old'], view: 'full' },
    { slugs: [slug, 'old'], pillar: 'P3', evidence: false },
  ]) {
    const body = await answer(args);
    assert.ok(validate(body), `${JSON.stringify(args)} ${ajv.errorsText(validate.errors)}`);
    assert.deepEqual(zod.parse(body), body, JSON.stringify(args));
    for (const name of Object.keys(body as object)) assert.ok(properties.includes(name), `${name} is described`);
  }
  for (const wrong of [{ slug: 5 }, { audits: {} }, { criteria: [{ id: 'P1-B', score: 'four' }] }])
    assert.equal(validate(wrong), false, JSON.stringify(wrong));
});
