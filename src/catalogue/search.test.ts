import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, named, nearest, search, searchGroup } from './search.ts';
import type { Listed, Snapshot } from './snapshot.ts';

const companyOf = (slug: string, company = slug) => ({ slug, company, website: `https://${slug}.example/` }) as Listed;
const snapshotOf = (companies: readonly Listed[], size = 1_000) => {
  const groups = Array.from({ length: Math.ceil(companies.length / size) }, (_, at) =>
    searchGroup(companies.slice(at * size, (at + 1) * size)),
  );
  return { companies, groups, count: companies.length } as unknown as Snapshot;
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

test('folded text has no case, accents or width variants', () => {
  assert.deepEqual(['Café', 'ÜBER', 'ＡＢＣ', 'plain', 'Łódź'].map(fold), ['cafe', 'uber', 'abc', 'plain', 'łodz']);
});

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

test('words that all companies have cost little beside one that few have, and eight words are searched for at most', () => {
  const common = 'company of many words c o m p a n y';
  const rare = took(() => assert.equal(search(snapshot, 'nowhere').length, 0));
  const time = took(() => assert.equal(search(snapshot, `${common} nowhere`).length, 0));
  assert.ok(time < 20 * rare + 5, `${time} ms, and ${rare} ms for the rare word alone`);
  const letters = [...'company-fwrdsxl.'].join(' ');
  assert.equal(search(snapshot, `${letters} 0`).length, search(snapshot, [...'company-'].join(' ')).length);
});

test('a name is found by itself or by words of its own, and not when two companies have it', () => {
  const board = snapshotOf([
    companyOf('acme', 'Acme'),
    companyOf('acme-labs', 'Acme Labs'),
    companyOf('twin-1', 'Twin'),
    companyOf('twin-2', 'Twin'),
  ]);
  assert.deepEqual(
    ['ACME', 'labs', 'acme-labs.example', 'Twin', 'twin 2', 'nobody', ' '].map((name) => named(board, name)?.slug),
    ['acme', 'acme-labs', 'acme-labs', undefined, 'twin-2', undefined, undefined],
  );
});
