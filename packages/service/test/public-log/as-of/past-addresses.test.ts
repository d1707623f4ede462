import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleAudit } from '../../../../rubric/test/example-audit.ts';
import { correctCompany } from '../../../src/operations/desk/companies/correct-company.ts';
import { retractCompany } from '../../../src/operations/desk/companies/retract-company.ts';
import { execute } from '../../../src/operations/run.ts';
import { commit, operator, publish } from '../../world/operator.ts';
import { fakeClock, testService } from '../../world/service.ts';

/** The addresses of past days, with right and wrong requests (decision 151). */
const clock = fakeClock('2026-11-01T12:00:00.000Z');
const service = await testService(
  'sqlite',
  { BASE_URL: 'https://readymark.test', CLIENT_REQUESTS_PER_MINUTE: '0' },
  clock,
);

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const reply = await fetch(service.url + path, { headers, method, redirect: 'manual' });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text };
}

const as_browser = { accept: 'text/html, */*;q=0.8' };

async function refused(path: string): Promise<[status: number, message: string]> {
  const { status, text } = await get(path);
  const body = JSON.parse(text);
  return [status, body.errors?.[0]?.message ?? body.message];
}

type Listed = { rank: number; slug: string; company: string; overall_score: number };
const listed = async (day: string): Promise<Listed[]> =>
  JSON.parse((await get(`/api/audits/as-of/${day}/index.json`)).text).audits;
const ranks = async (day: string) => (await listed(day)).map(({ rank, slug }) => `${rank} ${slug}`);

test('without a day that has ended there is nothing, in words', async () => {
  const none = 'No day has ended since the first publication. Days are those of UTC.';
  const address = '/api/audits/as-of/2026-11-01/index.json';
  assert.deepEqual(await refused(address), [404, none]);
  await publish(service, [
    exampleAudit({ slug: 'one', scores: 5, audit_date: '2026-10-31' }),
    exampleAudit({ slug: 'two', scores: 4, audit_date: '2026-10-31' }),
    exampleAudit({ slug: 'three', scores: 2, audit_date: '2026-10-31' }),
    exampleAudit({ slug: 'as-of', scores: 1, audit_date: '2026-10-31' }),
  ]);
  assert.deepEqual(await refused(address), [404, none]);
  assert.deepEqual(await refused('/?as-of=2026-11-01'), [404, none]);
  assert.match((await get('/changes.md')).text, new RegExp(none));
  clock.set('2026-11-02T00:00:00.000Z');
  assert.deepEqual(await ranks('2026-11-01'), ['1 one', '2 two', '3 three', '4 as-of']);
  // Its documents are in the folder of past days.
  assert.equal(JSON.parse((await get('/api/audits/as-of/proof.json')).text).statement.slug, 'as-of');
  assert.deepEqual(await refused('/api/audits/as-of/2026-11-02/index.json'), [
    404,
    'This day is not over (UTC). The only day that can be shown is 2026-11-01.',
  ]);
  // A node whose clock is a little behind.
  clock.set('2026-11-01T23:59:59.500Z');
  await publish(service, [exampleAudit({ slug: 'late', scores: 0, audit_date: '2026-10-31' })]);
  clock.set('2026-11-10T12:00:00.000Z');
  assert.deepEqual((await ranks('2026-11-01')).length, 5);
});

test('a wrong day is refused with what a day is, and which there are', async () => {
  const written = 'must be a day of the calendar, written YYYY-MM-DD, such as 2026-11-20';
  for (const day of [
    '2026-02-30',
    '2026-1-1',
    '20261101',
    'yesterday',
    '1999-12-31',
    '2026-11-01T00:00',
    '%00',
    '..%2f',
  ])
    for (const path of [`/api/audits/as-of/${day}/index.json`, `/?as-of=${day}`, `/changes?from=${day}`])
      assert.deepEqual(await refused(path), [422, written], path);
  const days = 'Days from 2026-11-01 to 2026-11-09 can be shown.';
  for (const path of [
    '/api/audits/as-of/DAY/index.json',
    '/api/audits/as-of/DAY/one.json',
    '/?as-of=DAY',
    '/changes?to=DAY',
  ]) {
    const of = (day: string) => refused(path.replace('DAY', day));
    assert.deepEqual(await of('2026-11-10'), [404, `This day is not over (UTC). ${days}`]);
    assert.deepEqual(await of('2999-01-01'), [404, `This day is not over (UTC). ${days}`]);
    assert.deepEqual(await of('2026-10-31'), [404, `Nothing was published by the end of this day (UTC). ${days}`]);
  }
  for (const path of [
    '',
    '2026-11-02',
    '2026-11-02/',
    '2026-11-02/one',
    '2026-11-02/one/x.json',
    '2026-11-02/a/b/proof.json',
  ])
    assert.equal((await get(`/api/audits/as-of/${path}`)).status, 404, path);
  assert.equal((await get('/api/audits/as-of/2026-11-02/index.json', {}, 'POST')).status, 405);
  assert.deepEqual(await refused('/changes?from=2026-11-02&to=2026-11-02'), [422, 'must be another day than to']);
  assert.deepEqual(await refused('/changes?page=0'), [422, 'must be a whole number from 1']);
  assert.deepEqual(await refused('/?as-of=2026-11-02&sort=watchers'), [
    422,
    'must be one of rank, company, overall_score, tier, P1, P2, P3, P4, P5, audit_date',
  ]);
});

test('documents are cached like others, and answer conditions, HEAD and encodings', async () => {
  for (const [path, original] of [
    ['index.json', '/api/audits/index.json'],
    ['one.json', '/api/audits/one.json'],
    ['one/proof.json', '/api/audits/one/proof.json'],
  ]) {
    const address = `/api/audits/as-of/2026-11-01/${path}`;
    const first = await get(address, { 'accept-encoding': 'br' });
    assert.equal(first.status, 200, first.text);
    assert.equal(first.headers.get('cache-control'), 'public, max-age=60, stale-if-error=604800');
    assert.equal(first.headers.get('content-encoding'), 'br');
    assert.equal(first.headers.get('memento-datetime'), 'Sun, 01 Nov 2026 23:59:59 GMT');
    assert.match(first.headers.get('link') ?? '', new RegExp(`<${original}>; rel="original"`));
    const tag = first.headers.get('etag') ?? '';
    assert.equal((await get(address, { 'if-none-match': tag })).status, 304);
    assert.equal((await get(address, { 'if-modified-since': first.headers.get('last-modified') ?? '' })).status, 304);
    const head = await get(address, {}, 'HEAD');
    assert.deepEqual([head.status, head.text], [200, '']);
  }
  assert.deepEqual(JSON.parse((await get('/api/audits/as-of.json')).text).slug, 'as-of');
  assert.deepEqual(JSON.parse((await get('/api/audits/as-of/2026-11-01/as-of.json')).text).rank, 4);
});

test('a day shows what stood then; a retraction takes the company out of every past day', async () => {
  await execute(service, correctCompany, operator, { slug: 'two', new_slug: 'zwei', company: 'Zwei' }, {});
  await commit(service, [exampleAudit({ slug: 'three', scores: 5, audit_date: '2026-11-10' })]);
  clock.set('2026-11-12T12:00:00.000Z');
  await service.catalogue.refresh();
  assert.deepEqual((await ranks('2026-11-09')).slice(0, 3), ['1 one', '2 two', '3 three']);
  assert.deepEqual((await ranks('2026-11-10')).slice(0, 3), ['1 one', '1 three', '3 zwei']);
  assert.equal((await listed('2026-11-09'))[1]?.company, 'Example Widgets');
  for (const [asked, day, at] of [
    ['zwei', '2026-11-09', 'two'],
    ['two', '2026-11-11', 'zwei'],
  ]) {
    const { status, headers } = await get(`/api/audits/as-of/${day}/${asked}.json`);
    assert.deepEqual([status, headers.get('location')], [301, `/api/audits/as-of/${day}/${at}.json`]);
    const proof = await get(`/api/audits/as-of/${day}/${asked}/proof.json`);
    assert.deepEqual([proof.status, proof.headers.get('location')], [301, `/api/audits/as-of/${day}/${at}/proof.json`]);
    assert.equal((await get(headers.get('location') ?? '')).status, 200);
  }
  assert.deepEqual(await refused('/api/audits/as-of/2026-11-01/nobody.json'), [
    404,
    'No audit is published under this slug.',
  ]);

  const before = await get('/api/audits/as-of/2026-11-09/index.json');
  assert.match((await get('/?as-of=2026-11-09', as_browser)).text, /audits\/one\/2026-10-31/);
  await execute(service, retractCompany, operator, { slug: 'one', reason: 'Another company <b>.' }, {});
  await service.catalogue.refresh();
  const after = await get('/api/audits/as-of/2026-11-09/index.json', {
    'if-none-match': before.headers.get('etag') ?? '',
  });
  assert.equal(after.status, 200);
  assert.ok((after.headers.get('last-modified') ?? '') !== before.headers.get('last-modified'));
  assert.equal(JSON.parse(after.text).retracted_since, 1);
  assert.deepEqual((await ranks('2026-11-09')).slice(0, 2), ['1 two', '2 three']);
  const gone = 'The audits of this company were retracted on 2026-11-12. The reason: Another company <b>.';
  for (const path of ['one.json', 'one/proof.json'])
    assert.deepEqual(await refused(`/api/audits/as-of/2026-11-09/${path}`), [410, gone]);
  const page = (await get('/?as-of=2026-11-09', as_browser)).text;
  assert.doesNotMatch(page, /audits\/one/);
  assert.match(page, /1 company listed on that day has been retracted since/);
  assert.match(page, /<meta name="robots" content="noindex">/);
  assert.match(page, /As it stood at the end of 2026-11-09 \(UTC\)/);
  assert.match(page, /href="\/audits\/zwei\/2026-10-31"><bdi>Example Widgets/);
  assert.match(page, /type="application\/json" href="\/api\/audits\/as-of\/2026-11-09\/index.json"/);
  assert.match((await get('/index.md?as-of=2026-11-09')).text, /^# Readymark: the leaderboard of 2026-11-09/);
});

test('what moved between two days is told on a page, as Markdown and as JSON', async () => {
  await publish(service, [
    exampleAudit({ slug: 'new', scores: { 'P1-A': 5 }, audit_date: '2026-11-12' }),
    exampleAudit({ slug: 'zwei', scores: 3, audit_date: '2026-11-12' }),
  ]);
  clock.set('2026-11-14T12:00:00.000Z');
  const json = async (query: string) =>
    JSON.parse((await get(`/changes${query}`, { accept: 'application/json' })).text);
  const found = await json('?from=2026-11-09&to=2026-11-13');
  assert.deepEqual(
    [found.count, found.totals],
    [
      { before: 4, after: 5 },
      { up: 1, down: 1, same: 0, tier_up: 1, tier_down: 0 },
    ],
  );
  assert.deepEqual(
    found.moved.map(({ slug, points, before, after }: Record<string, { rank: number }>) => [
      slug,
      points,
      before?.rank,
      after?.rank,
    ]),
    [
      ['three', 60, 2, 1],
      ['zwei', -20, 1, 3],
    ],
  );
  assert.deepEqual(
    found.entered.map(({ slug, rank }: Listed) => [slug, rank]),
    [['new', 2]],
  );
  assert.deepEqual(found.gone, [
    { slug: 'one', retracted_at: found.gone[0].retracted_at, reason: 'Another company <b>.' },
  ]);
  assert.deepEqual(await json('?to=2026-11-09&from=2026-11-13'), found, 'in either order');
  assert.deepEqual([(await json('')).from, (await json('')).to], ['2026-11-01', '2026-11-13']);
  const nothing = await json('?from=2026-11-01&to=2026-11-09');
  assert.deepEqual([nothing.moved, nothing.entered, nothing.gone], [[], [], []]);
  assert.match((await get('/changes?from=2026-11-01&to=2026-11-09')).text, /Nothing moved between these two days/);

  const page = (await get('/changes?from=2026-11-09&to=2026-11-13')).text
    .replaceAll('&#61;', '=')
    .replaceAll('&#38;', '&');
  assert.match(page, /<a href="\/audits\/three\/changes\?from=2026-10-31&to=2026-11-10#P1-A">P1-A<\/a> 2 → 5/);
  assert.match(page, /Another company &#60;b&#62;\./);
  assert.match(page, /What was retracted is not counted on either day\./);
  const linked = /href="(\/audits\/three\/changes[^"#]*)/.exec(page)?.[1];
  assert.equal((await get(linked ?? '')).status, 200);
  const markdown = (await get('/changes.md?from=2026-11-09&to=2026-11-13')).text;
  assert.match(
    markdown,
    /\| \[Example Widgets\]\(https:\/\/readymark.test\/audits\/three.md\); Human-Dependent → Agent-Ready; .* \| 40 → 100 \| \+60 \| 2 → 1 \|/,
  );
  assert.match(markdown, /- \[one\]\(.*\/audits\/one\.md\), 2026-11-12: Another company \\<b\\>\./);
  assert.match((await get('/', as_browser)).text, /<a href="\/changes">What moved between two days<\/a>/);
});

test('a long list of changes has pages', async () => {
  clock.set('2026-11-15T12:00:00.000Z');
  const many = (scores: number) =>
    Array.from({ length: 105 }, (_, at) =>
      exampleAudit({ slug: `m-${at}`, scores: { 'P1-A': scores }, audit_date: '2026-11-14' }),
    );
  await publish(service, many(1));
  clock.set('2026-11-16T12:00:00.000Z');
  assert.equal((await refused('/changes?from=2026-11-14&to=2026-11-15&page=3'))[0], 404);
  const second = (await get('/changes?from=2026-11-14&to=2026-11-15&page=2')).text;
  assert.equal(second.match(/<li><a href="\/audits\/m-/g)?.length, 5);
  assert.match(second, /rel="prev"/);
  assert.match((await get('/?as-of=2026-11-15&page=2&sort=company', as_browser)).text, /as-of&#61;2026-11-15/);
});

test('whoever walks all days is counted, and what is in memory is not', async () => {
  const counted = await testService('sqlite', { DATA_DIR: service.data_dir, CLIENT_REQUESTS_PER_MINUTE: '3' }, clock);
  const status = async (day: string) => (await fetch(`${counted.url}/api/audits/as-of/${day}/index.json`)).status;
  const walked = [];
  for (let day = 1; day <= 5; day += 1) walked.push(await status(`2026-11-0${day}`));
  assert.deepEqual(walked, [200, 200, 200, 429, 429]);
  assert.equal(await status('2026-11-01'), 200);
  assert.equal((await fetch(`${counted.url}/?as-of=2026-11-01`)).status, 429, 'a page that must be drawn');
});
