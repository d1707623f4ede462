import assert from 'node:assert/strict';
import { test } from 'node:test';
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

test('a page out of range and an unknown value get an error page with their status and a next step', async () => {
  for (const [path, status] of [
    ['/?page=3', 404],
    ['/?page=0', 422],
    ['/?page=x', 422],
    ['/?tier=Best', 422],
    ['/?sort=__proto__', 422],
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
  const unknown = await get('/compare?slugs=bramstack,oxstak');
  assert.equal(unknown.status, 404);
  assert.match(await unknown.text(), /Did you mean[\s\S]*\/audits\/oxstack/);
  assert.equal((await get('/compare?slugs=bramstack,oxstack,velstack,tarnstack,mirestack,saltstack')).status, 422);
});

test('text of others is never markup', async () => {
  for (const path of ['/audits/hostile-but-valid', '/?q=hostile']) {
    const page = await text(path);
    assert.doesNotMatch(page, /<script>|<img src=x|<b>Ünï/);
    assert.match(page, /&#60;b&#62;Ünï/);
  }
});
