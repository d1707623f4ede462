import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '../../domain/companies/company-name.ts';
import { compareTexts } from '../leaderboard.ts';
import type { Listed, Snapshot } from '../snapshot.ts';
import { nearest, unknownSlug } from './nearest.ts';
import { named, search, searchGroup } from './search.ts';

const companyOf = (slug: string, company = slug) => ({ slug, company, website: `https://${slug}.example/` }) as Listed;
const snapshotOf = (companies: readonly Listed[], size = 1_000) => {
  const groups = Array.from({ length: Math.ceil(companies.length / size) }, (_, at) =>
    searchGroup(companies.slice(at * size, (at + 1) * size)),
  );
  const by_name = companies.toSorted((a, b) => compareTexts(a.company, b.company));
  const by_slug = new Map(companies.map((company) => [company.slug, company]));
  const entry = (slug: string) => by_slug.get(slug);
  const none = { former: () => undefined, former_slugs: new Map() };
  return { companies, groups, by_name, entry, count: companies.length, ...none } as unknown as Snapshot;
};
const many = Array.from({ length: 100_000 }, (_, number) =>
  companyOf(`company-of-many-words-${number}`, `Company of many words ${number}`),
);
const snapshot = snapshotOf(many);

/** Milliseconds of processor time of the fastest of three runs. */
function took(work: () => unknown): number {
  return Math.min(
    ...[1, 2, 3].map(() => {
      const before = process.cpuUsage();
      work();
      return process.cpuUsage(before).user / 1000;
    }),
  );
}

test('a search takes time in proportion to the companies, however often a word is repeated', () => {
  const all = search(snapshot, 'c o m '.repeat(33));
  assert.equal(all.length, many.length);
  const often = took(() => search(snapshot, 'c o m '.repeat(33)));
  assert.ok(often < 4 * took(() => search(snapshot, 'c o m')) + 20, `it took ${often} ms`);
});

test('suggestions for a wrong address take bounded time, however long it is', () => {
  assert.deepEqual(
    nearest(snapshot, 'words-company', 2).map(({ slug }) => slug),
    ['company-of-many-words-0', 'company-of-many-words-1'],
  );
  assert.deepEqual(nearest(snapshot, 'xyz', 5), []);
  const long = Array.from({ length: 3_000 }, (_, number) => `x${number}x`).join('-');
  const time = took(() => nearest(snapshot, long, 5));
  assert.ok(time < 400, `it took ${time} ms`);
});

test('a mistyped slug finds the most similar slugs first', () => {
  const board = snapshotOf(['acme', 'acme-labs', 'acne', 'zebra'].map((slug) => companyOf(slug)));
  const near = (text: string) => nearest(board, text, 3).map(({ slug }) => slug);
  assert.deepEqual(near('acm'), ['acme', 'acme-labs']);
  assert.deepEqual(near('ACME LAB'), ['acme-labs']);
  assert.deepEqual(near('zebar'), ['zebra']);
  assert.deepEqual(near(''), []);
});

test('a search finds what a look at every company finds, in the same order', () => {
  const names = ['Ada', 'ada ada', 'Bode', 'Ada Bode', 'Çelik', '株式会社', 'bod', 'e'];
  const companies = names.map((name, at) => companyOf(`${at % 3 ? 'ada' : 'x'}-${at}`, name));
  for (const size of [1, 3, 100])
    for (const query of [
      'ada',
      'ada bode',
      'celik',
      '株',
      'x-',
      'e',
      '.example',
      'a b',
      'ada-1 ada',
      'nothing',
      '0',
      '\n',
    ])
      assert.deepEqual(
        search(snapshotOf(companies, size), query),
        companies.filter(({ slug, company, website }) =>
          fold(query)
            .split(/\s+/)
            .every((word) => fold(`${company} ${slug} ${website}`).includes(word)),
        ),
        `${query}, groups of ${size}`,
      );
});

test('words that all companies have cost little beside one that few have, and every word counts', () => {
  const common = 'company of many words c o m p a n y';
  const rare = took(() => assert.equal(search(snapshot, 'nowhere').length, 0));
  const time = took(() => assert.equal(search(snapshot, `${common} nowhere`).length, 0));
  assert.ok(time < 20 * rare + 5, `${time} ms, and ${rare} ms for the rare word alone`);
  assert.equal(search(snapshot, `${common} d s w f e r 99999`).length, 1);
  assert.equal(search(snapshot, `${common} d s w f e r 9 q`).length, 0);
});

/** What a query finds among companies of these names and websites; slugs are their numbers. */
const found = (query: string, ...board: readonly (readonly [company: string, website: string])[]) =>
  search(
    snapshotOf(board.map(([company, website], at) => ({ ...companyOf(`n${at}`, company), website }) as Listed)),
    query,
  ).map(({ company }) => company);

test('legal forms need not match, and are looked at only as whole words', () => {
  const board = [
    ['Tidequorl', 'https://tidequorl.example/'],
    ['Tidequorl Services', 'https://services.example/'],
    ['Spa Booking', 'https://spa.example/'],
    ['Court Booking', 'https://court.example/'],
    ['Prices Inc.', 'https://prices.example/'],
    ['Prices', 'https://other.example/'],
  ] as const;
  for (const form of ['Ltd', 'GmbH', 'Inc.', 'S.A.', '株式会社', 'SE', 'Sp. z o.o.', '& Co. KG'])
    assert.deepEqual(found(`Tidequorl ${form}`, ...board), ['Tidequorl', 'Tidequorl Services'], form);
  assert.deepEqual(found('株式会社Tidequorl', ...board), ['Tidequorl', 'Tidequorl Services']);
  assert.deepEqual(found('spa booking', ...board), ['Spa Booking']);
  assert.deepEqual(found('AG booking', ...board), ['Spa Booking', 'Court Booking']);
  assert.deepEqual(found('Prices, Inc', ...board), ['Prices Inc.']);
  assert.deepEqual(found('inc', ...board), ['Prices Inc.']);
});

test('a web address finds its host or the site that the host belongs to, and no other', () => {
  const board = [
    ['Tide', 'https://www.tidequorl.example/'],
    ['Quorl', 'https://quorl.example/'],
    ['Path', 'https://shared.example/path'],
    ['Other', 'https://shared.example/other/'],
    ['App', 'https://app.sub.example/start?x=1'],
    ['Port', 'http://port.example:8080'],
    ['Umlaut', 'https://bücher.example/'],
  ] as const;
  for (const [query, names] of [
    ['tidequorl.example', ['Tide']],
    ['www.tidequorl.example', ['Tide']],
    ['https://www.tidequorl.example/pricing?x=1', ['Tide']],
    ['HTTPS://Tidequorl.Example/#top', ['Tide']],
    ['http://docs.tidequorl.example:8443/a/b/', ['Tide']],
    ['docs.tidequorl.example', ['Tide']],
    ['sales@tidequorl.example', ['Tide']],
    ['(https://tidequorl.example).', ['Tide']],
    ['tide https://tidequorl.example/x', ['Tide']],
    ['quorl.example', ['Tide', 'Quorl']],
    ['https://quorl.example/', ['Quorl']],
    ['https://orl.example/', []],
    ['https://shared.example/path', ['Path']],
    ['https://shared.example/other/page?x', ['Other']],
    ['https://shared.example/elsewhere', ['Path', 'Other']],
    ['https://sub.example/', ['App']],
    ['https://www.sub.example/x', ['App']],
    ['https://app.sub.example/start?x=1', ['App']],
    ['https://port.example/', ['Port']],
    ['https://xn--bcher-kva.example/x', ['Umlaut']],
    ['https://tidequorl.example/ nothing', []],
    ['https://example/', []],
    ['://', []],
  ] as const)
    assert.deepEqual(found(query, ...board), names, query);
});

test('words may be joined by hyphens, and letters be written as on other keyboards', () => {
  const board = [
    ['Språkvimla Language Tutoring', 'https://a.example/'],
    ['Smørrebrød & Søn', 'https://b.example/'],
    ['Straßenæther Łódź', 'https://c.example/'],
  ] as const;
  for (const [query, name] of [
    ['Sprakvimla Language', 0],
    ['tutoring SPRÅKVIMLA', 0],
    ['sprakvimla-language_tutoring', 0],
    ['smorrebrod son', 1],
    ['Smorrebrod & Son A/S', 1],
    ['strassenaether lodz', 2],
    ['“Straßenæther”', 2],
  ] as const)
    assert.deepEqual(found(query, ...board), [board[name][0]], query);
});

test('odd texts of any length take bounded time', () => {
  for (const text of [
    'a.b/'.repeat(5_000),
    'www.'.repeat(5_000),
    '@:/?#'.repeat(5_000),
    "'".repeat(20_000),
    'ltd '.repeat(5_000),
    'sa de cv '.repeat(3_000),
    '-'.repeat(20_000),
    'x.'.repeat(10_000),
    '株式会社'.repeat(5_000),
    'xn--'.repeat(5_000),
    'https://a.b.c.d.e.f.g.example/a/b/c/d?x#y',
  ]) {
    const time = took(() => [search(snapshot, text), named(snapshot, text), nearest(snapshot, text, 3)]);
    assert.ok(time < 400, `${text.slice(0, 10)}: ${time} ms`);
  }
});

test('a name, an address or a slug with a mistake suggests the company that was meant', () => {
  const board = snapshotOf([
    companyOf('court', 'Court Tide Booking'),
    { ...companyOf('tidequorl', 'Tidequorl Tide Tables'), website: 'https://www.tidequorl.example/' } as Listed,
    companyOf('sprakvimla', 'Språkvimla Language Tutoring'),
  ]);
  for (const [text, slug] of [
    ['Tidequorl Tide Tables', 'tidequorl'],
    ['TIDEQUORL', 'tidequorl'],
    ['tidequorl tide tables ltd', 'tidequorl'],
    ['tidequorl-tide-tables', 'tidequorl'],
    ['https://www.tidequorl.example/pricing?x=1', 'tidequorl'],
    ['https://tidequrol.example/', 'tidequorl'],
    ['tidequorl.com', 'tidequorl'],
    ['tidequrol', 'tidequorl'],
    ['Sprakvimla Langage', 'sprakvimla'],
    ['sprakvimla-language', 'sprakvimla'],
  ] as const)
    assert.equal(nearest(board, text, 3)[0]?.slug, slug, text);
  for (const text of ['', ' ', '&', 'https://', 'nobody', 'https://www.nothing-like-it.example/pricing'])
    assert.deepEqual(nearest(board, text, 3), [], text);
  assert.equal(unknownSlug(board, 'nobody').message, 'No audit is published under this slug.');
  assert.equal(
    unknownSlug(board, 'tidequrol').message,
    'No audit is published under this slug. Nearest slug: tidequorl.',
  );
  assert.equal(
    unknownSlug(board, 'Tide').message,
    'No audit is published under this slug. Nearest slugs: court, tidequorl.',
  );
});

test('a name is found by itself or by words of its own, and not when two companies have it', () => {
  const board = snapshotOf([
    companyOf('acme', 'Acme'),
    companyOf('acme-labs', 'Acme Labs'),
    companyOf('twin-1', 'Twin'),
    companyOf('twin-2', 'Twin'),
  ]);
  assert.deepEqual(
    ['ACME', 'Acme Inc', 'labs', 'acme-labs.example', 'https://acme.example/x', 'Twin', 'twin 2', 'nobody', ' '].map(
      (name) => named(board, name)?.slug,
    ),
    ['acme', 'acme', 'acme-labs', 'acme-labs', 'acme', undefined, 'twin-2', undefined, undefined],
  );
});
