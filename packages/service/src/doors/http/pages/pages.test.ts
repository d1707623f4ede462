import assert from 'node:assert/strict';
import { test } from 'node:test';
import { v1 } from '../../../../../rubric/test/example-audit.ts';
import { hostileCompany, madeCompany } from '../../../../test/world/made-companies.ts';
import { publish } from '../../../../test/world/operator.ts';
import { testService } from '../../../../test/world/service.ts';

const service = await testService('sqlite');
await publish(service, [
  madeCompany(1, '2026-05-01', 0.3),
  ...Array.from({ length: 130 }, (_, at) => madeCompany(at)),
  hostileCompany(),
]);

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(service.url + path, { headers: { accept: 'text/html', ...headers }, redirect: 'manual' });
const text = async (path: string, headers: Record<string, string> = {}) => (await get(path, headers)).text();

test('the leaderboard shows a hundred companies, and the rest on further pages', async () => {
  const rows = async (path: string) => [...(await text(path)).matchAll(/<tr>\s*<td class="rank">/g)].length;
  assert.equal(await rows('/'), 100);
  assert.equal(await rows('/?page=2'), 31);
  assert.equal(await rows('/?q=quill'), 9);
});

test('every column sorts in both directions, by links alone, and each state has one address', async () => {
  const page = await text('/');
  const links = (html: string) =>
    [
      ...(/<thead>[\s\S]*?<\/thead>/.exec(html)?.[0] ?? '').matchAll(
        /<th [^>]*?(?: aria-sort="(\w+)")?><a href="([^"]+)"/g,
      ),
    ].map(([, sorted, href = '']) => ({ sorted, href: href.replaceAll('&#61;', '=').replaceAll('&#38;', '&') }));
  const columns = links(page);
  assert.equal(columns.length, 11);
  assert.deepEqual(columns.map(({ sorted }) => sorted).filter(Boolean), ['ascending']);
  const names = async (path: string) =>
    [...(await text(path)).matchAll(/<th scope="row" class="name"><a href="\/audits\/([^"]+)"/g)].map(
      ([, slug]) => slug,
    );
  for (const { href } of columns) {
    const once = await text(href);
    const [current, ...others] = links(once).filter((column) => column.sorted);
    assert.equal(others.length, 0, href);
    const reverse = links(await text(current?.href ?? '')).find((column) => column.sorted);
    assert.deepEqual(new Set([current?.sorted, reverse?.sorted]), new Set(['ascending', 'descending']), href);
    // The link of the column that is sorted turns it round, and its link leads back to one and the same address.
    assert.equal(reverse?.href, href);
    if (!/watchers/.test(href)) assert.notDeepEqual(await names(href), await names(current?.href ?? ''), href);
    const canonical = /<link rel="canonical" href="([^"]+)">/.exec(once)?.[1] ?? '';
    assert.ok(canonical.replaceAll('&#61;', '=').replaceAll('&#38;', '&').endsWith(href), `${canonical} ${href}`);
  }
  assert.equal(await text('/?sort=newest'), await text('/?sort=audit_date'));
  assert.equal(await text('/?sort=oldest'), await text('/?order=asc&sort=audit_date'));
  assert.equal(await text('/?sort=P1&order=desc'), await text('/?sort=P1'));
});

test('columns of pillars have short names with their maxima, and the full names in a legend for everybody', async () => {
  const page = await text('/');
  const legend = /<details class="legend">[\s\S]*?<\/details>/.exec(page)?.[0] ?? '';
  for (const { id, name, max, description } of v1.pillars) {
    const [short = ''] = name.split(' ');
    assert.match(
      page,
      new RegExp(`>${short}<span class="unseen">${name.slice(short.length)},</span> <span>of ${max}</span></a></th>`),
    );
    assert.match(legend, new RegExp(`<a href="/rubric#${id}">${name}</a> <span>${max} points</span>`));
    assert.ok(legend.includes(description.replaceAll("'", '&#39;')), description);
  }
  assert.equal(
    [...page.matchAll(/<th scope="col" class="pillar"[^>]*><a [^>]*title="([^"]+)"/g)].map(([, title]) => title).join(),
    v1.pillars.map(({ description }) => description.replaceAll("'", '&#39;')).join(),
    'a pillar says on the spot what it is about',
  );
  assert.equal(
    [...page.matchAll(/<label><input type="checkbox"[^>]*><span aria-hidden="true">Compare<\/span>/g)].length,
    100,
  );
});

test('above the list: how scores are distributed, the counts of the tiers, what moved and the latest audits', async () => {
  const { audits } = (await (await get('/api/audits/index.json')).json()) as {
    audits: { overall_score: number; tier: string; slug: string }[];
  };
  const [page, twin] = [await text('/'), await text('/index.md')];
  const scores = audits.map(({ overall_score }) => overall_score).sort((a, b) => b - a);
  const half = scores[Math.ceil(scores.length / 2) - 1];
  assert.match(page, new RegExp(`role="img" aria-label="131 companies by score; half of them score ${half} or more"`));
  assert.match(twin, new RegExp(`Half of the companies score ${half} or more`));
  for (const tier of new Set(audits.map((one) => one.tier))) {
    const count = audits.filter((one) => one.tier === tier).length;
    assert.match(page, new RegExp(`</svg>${tier}</span> <b>${count}</b></a></li>`));
  }
  const moved = madeCompany(1).slug;
  const [before, after] = [madeCompany(1, '2026-05-01', 0.3), madeCompany(1)].map((one) => one.overall_score);
  assert.match(page, new RegExp(`/audits/${moved}"><bdi>[^<]*</bdi></a> <span>${before} → ${after}</span>`));
  assert.match(twin, new RegExp(`Largest (?:rises|falls): .*${before} → ${after}`));
  assert.match(page, /<h2>Latest audits<\/h2><ul><li><a href="\/audits\/hostile-but-valid"/);
  for (const path of ['/?q=quill', '/?page=2', '/?tier=Emerging'])
    assert.doesNotMatch(await text(path), /class="glance"/, path);
});

test('a search that finds nothing says what was probably meant, and where an audit is requested', async () => {
  const page = await text('/?q=bramstak');
  assert.match(page, /No company matches “<bdi>bramstak<\/bdi>”/);
  assert.match(page, /Did you mean <a href="\/audits\/bramstack">/);
  assert.match(page, /Request an audit<\/a>/);
  assert.match(await text('/index.md?q=bramstak'), /Did you mean \[Bramstack\]/);
  const tier = await text('/?q=bramstack&tier=Agent-Ready');
  assert.match(tier.replaceAll('&#61;', '='), /<a href="\/\?q=bramstack">Search in all tiers<\/a>/);
});

test('a company is found by its name with or without legal form, by parts of it, its slug and its web address', async () => {
  for (const query of [
    'Bramstack',
    'Bramstack GmbH',
    'ramsta',
    'bramstack',
    'https://www.bramstack.example/pricing?x=1',
    'bramstack.example',
    'BRAM stack',
  ])
    assert.match(await text(`/?q=${encodeURIComponent(query)}`), /<a href="\/audits\/bramstack">/, query);
});

test('a page out of range and an unknown value get an error page with their status and a next step', async () => {
  for (const [path, status] of [
    ['/?page=3', 404],
    ['/?page=0', 422],
    ['/?page=x', 422],
    ['/?tier=Best', 422],
    ['/?sort=__proto__', 422],
    ['/?order=up', 422],
    [`/?q=${'x'.repeat(201)}`, 422],
    ['/audits/no-such-company', 404],
    ['/audits/%00', 404],
    ['/audits/%E0%A4%A', 400],
    ['/badge/no-such-company.svg', 404],
    ['/badge/bramstack.svg.md', 404],
    ['/badge/bramstack', 404],
    ['/nothing', 404],
  ] as const) {
    const page = await get(path);
    assert.equal(page.status, status, path);
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/, path);
    assert.match(await page.text(), /Search the leaderboard/);
    const data = await get(path, { accept: '*/*' });
    assert.equal(data.status, status, path);
    assert.equal(data.headers.get('content-type'), 'application/problem+json; charset=utf-8', path);
  }
});

test('addresses for programs send errors as JSON to browsers too', async () => {
  const reply = await get('/api/audits/none/none');
  assert.equal(reply.headers.get('content-type'), 'application/problem+json; charset=utf-8');
});

test('unknown parameters change nothing', async () => {
  assert.equal(await text('/?utm_source=x'), await text('/'));
  assert.equal(await text('/audits/bramstack?x=1'), await text('/audits/bramstack'));
});

test('no address, however odd, causes an internal error', async () => {
  const odd = [
    '%',
    '%00',
    '%ff',
    '../..',
    '__proto__',
    'constructor',
    '‮',
    '\u0000',
    "'",
    '"><script>',
    '<',
    ',',
    ',,,',
    '😀'.repeat(50),
    'x'.repeat(3000),
    '-1',
    '1e9',
    'NaN',
    '[]',
    ' ',
  ];
  for (const word of odd) {
    const value = encodeURIComponent(word);
    for (const path of [
      `/?q=${value}`,
      `/?tier=${value}`,
      `/?sort=${value}`,
      `/?page=${value}`,
      `/compare?slugs=${value}`,
      `/audits/${value}`,
      `/badge/${value}.svg`,
      `/problems/${value}`,
      `/audits/${value}.md`,
      `/audits/bramstack/${value}`,
      `/audits/bramstack?order=${value}`,
      `/audits/bramstack/changes?from=${value}`,
      `/?${value}`,
      `/?q[]=${value}&q=${value}`,
    ]) {
      const { status } = await get(path);
      assert.ok(status < 500 && status >= 200, `${status} ${path.slice(0, 80)}`);
    }
  }
  assert.deepEqual(
    service.log_lines.filter((line) => JSON.parse(line).level >= 50),
    [],
  );
});

test('a comparison accepts slugs, names and repeated fields, and reports unknown companies', async () => {
  const columns = async (path: string) =>
    [...(await text(path)).matchAll(/<th scope="col"><a href="\/audits\/([^"]+)"/g)].map(([, slug]) => slug);
  assert.deepEqual(await columns('/compare?slugs=bramstack,oxstack'), ['bramstack', 'oxstack']);
  assert.deepEqual(await columns('/compare?slugs=Bramstack&slugs=oxstack.example&slugs=&slugs=bramstack'), [
    'bramstack',
    'oxstack',
  ]);
  assert.deepEqual(await columns('/compare?slugs=bramstack'), []);
  assert.equal((await get('/compare?slugs=bramstack')).status, 200);
  const all_unknown = await get('/compare?slugs=oxstak,nobody-at-all');
  assert.equal(all_unknown.status, 404);
  assert.match(await all_unknown.text(), /Did you mean[\s\S]*\/audits\/oxstack/);
});

test('an address may name ten companies to compare, as many as the tool takes, in both forms', async () => {
  const slugs = Array.from({ length: 11 }, (_, at) => madeCompany(at).slug);
  for (const path of ['/compare', '/compare.md']) {
    const ten = await text(`${path}?slugs=${slugs.slice(0, 10).join(',')}`);
    for (const slug of slugs.slice(0, 10)) assert.ok(ten.includes(`/audits/${slug}`), `${path}: ${slug}`);
    const refused = await get(`${path}?slugs=${slugs.join(',')}`);
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /at most 10 companies/);
  }
});

test('of a comparison unknown companies are named, each with what it may mean, and the others stay', async () => {
  const path = '/compare?slugs=bramstack,oxstak,velstack';
  const reply = await get(path);
  assert.equal(reply.status, 200);
  const page = (await reply.text()).replaceAll('&#61;', '=');
  assert.match(
    page,
    /<b>oxstak<\/b> is not on the leaderboard\. Similar: <a href="\/compare\?slugs=bramstack,velstack,oxstack">add <bdi>Oxstack<\/bdi><\/a>/,
  );
  assert.deepEqual(
    [...page.matchAll(/<th scope="col"><a href="\/audits\/([^"]+)"/g)].map(([, slug]) => slug),
    ['bramstack', 'velstack'],
  );
  assert.match(
    await text('/compare.md?slugs=bramstack,oxstak,velstack'),
    /^Not on the leaderboard: oxstak \(nearest: oxstack[^)]*\)\.$/m,
  );
  const one = await text('/compare?slugs=bramstack,oxstak');
  assert.match(one, /<ul class="picked"><li><a href="\/audits\/bramstack">/);
  assert.notEqual(one, await text('/compare?slugs=bramstack'));
});

test('any company is found for a comparison, by name, slug or website, and each result is a link that adds it', async () => {
  const found = async (query: string) => {
    const page = (await text(`/compare?${query}`)).replaceAll('&#61;', '=');
    return [...page.matchAll(/<li><span><a href="([^"]+)" aria-label="Add/g)].map(([, href]) => href);
  };
  const last = JSON.parse(await text('/api/audits/index.json')).audits.at(-1) as { slug: string; company: string };
  for (const q of [last.slug, last.company, `https://${last.slug}.example/`])
    assert.deepEqual(
      await found(`slugs=oxstack&q=${encodeURIComponent(q)}`),
      [`/compare?slugs=oxstack,${last.slug}`],
      q,
    );
  const some = await found('slugs=oxstack&q=stack&pillar=P3');
  assert.equal(some.length, 8);
  for (const href of some) assert.match(href ?? '', /^\/compare\?slugs=oxstack,[a-z]+&#38;pillar=P3$/);
  assert.deepEqual(await found('slugs=velstack&q=oxstak'), ['/compare?slugs=velstack,oxstack']);
  assert.deepEqual(await found('slugs=oxstack&q=oxstack'), []);
  assert.match(
    await text('/compare?slugs=velstack&q=zzzzzzzzzz'),
    /No company matches\. <a href="\/request\?company&#61;zzzzzzzzzz">/,
  );
  assert.match(
    await text('/compare?q=none-such.example'),
    /<a href="\/request\?website&#61;https%3A%2F%2Fnone-such.example%2F">/,
  );
  const full = await text('/compare?slugs=bramstack,oxstack,velstack,tarnstack,mirestack');
  assert.doesNotMatch(full, /data-find/);
  assert.match(full, /aria-label="Remove Tarnstack"/);
  assert.match(full, /Scroll the table sideways to see all 5 companies/);
  assert.equal((await found('')).length, 5);
});

test('text of others is never markup', async () => {
  for (const path of ['/audits/hostile-but-valid', '/?q=hostile']) {
    const page = await text(path);
    assert.doesNotMatch(page, /<script>|<img src=x|<b>Ünï/);
    assert.match(page, /&#60;b&#62;Ünï/);
  }
});
