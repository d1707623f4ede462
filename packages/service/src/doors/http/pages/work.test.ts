import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madeCompany } from '../../../../test/world/made-companies.ts';
import { publish } from '../../../../test/world/operator.ts';
import { testContext } from '../../../../test/world/service.ts';
import { coreOperations as operations } from '../../../operations/index.ts';
import { openSite } from '../public/site.ts';
import { openPages } from './pages.ts';

/** How much work pages do for odd and repeated addresses, counted in sorts and searches of the companies. */
const ctx = await testContext('sqlite');
await publish(
  ctx,
  Array.from({ length: 120 }, (_, at) => madeCompany(at)),
);

const work = { passes: 0 };
const real = ctx.catalogue.current();
const counting = Object.assign([...real.companies], {
  [Symbol.iterator]: () => {
    work.passes += 1;
    return real.companies[Symbol.iterator]();
  },
});
const snapshot = {
  ...real,
  companies: counting,
  get groups() {
    work.passes += 1;
    return real.groups;
  },
};
const pages = openPages({ ...ctx, catalogue: { ...ctx.catalogue, current: () => snapshot } }, operations, openSite([]));

function passes(call: () => unknown): number {
  work.passes = 0;
  call();
  return work.passes;
}

test('a look-up draws nothing, and finds what was drawn under every form of its address', () => {
  assert.equal(
    passes(() => assert.equal(pages.lookup('/', '', 'sort=company&page=2'), undefined)),
    0,
  );
  const drawn = pages.draw('/', '', 'sort=company&page=2');
  assert.ok(drawn);
  for (const query of [
    'sort=company&page=2',
    'x=1&page=2&sort=company',
    'sort=company&page=2&tier=&q=+',
    'sort=company&page=2&sort=P1',
  ])
    assert.equal(
      passes(() => assert.equal(pages.lookup('/', '', query), drawn, query)),
      0,
    );
  const page = pages.draw('/audits/bramstack', '', '');
  assert.equal(pages.lookup('/audits/bramstack', '', 'utm_source=x'), page);
});

test('every order is sorted once, however many addresses show it', () => {
  for (const sort of ['company', 'newest', 'oldest', 'watchers', 'P1']) pages.draw('/', '', `sort=${sort}`);
  for (const sort of ['newest', 'oldest', 'watchers', 'P1'])
    assert.equal(
      passes(() => assert.ok(pages.draw('/', '', `sort=${sort}&page=2`))),
      0,
      sort,
    );
});

test('a query that was refused is refused again without work', () => {
  for (const [path, query] of [
    ['/compare', 'slugs=nobody,no-one'],
    ['/', 'q=nobody&page=2'],
  ] as const) {
    assert.ok(passes(() => assert.equal(pages.draw(path, '', query), undefined)) > 0);
    assert.equal(
      passes(() => assert.equal(pages.refusal(path, query).code, 'not_found')),
      0,
    );
    assert.equal(
      passes(() => assert.equal(pages.draw(path, '', `${query}&x=1`), undefined)),
      0,
    );
  }
});

test('a comparison searches for one unknown slug, however many there are, and refuses more than ten without a search', () => {
  const unknown = (count: number, of = 'nobody') => Array.from({ length: count }, (_, at) => `${of}-${at}`).join(',');
  const draw = (slugs: string) => passes(() => pages.draw('/compare', '', `slugs=${slugs}`));
  assert.equal(draw(unknown(10)), draw(unknown(2, 'anyone')));
  assert.equal(draw(unknown(11)), 0);
  assert.equal(pages.refusal('/compare', `slugs=${unknown(11)}`).code, 'invalid_request');
});

test('addresses of pages are known without drawing them', () => {
  for (const path of [
    '/',
    '/index.md',
    '/audits/nobody',
    '/audits/nobody.md',
    '/badge/nobody.svg',
    '/compare',
    '/audits/a/b',
    '/audits/a/changes.md',
  ])
    assert.ok(pages.owns(path), path);
  for (const path of ['/nowhere', '/api/audits/index.json', '/audits/a/b/c', '/robots.txt'])
    assert.equal(pages.owns(path), false, path);
});
