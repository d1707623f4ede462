import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, nearest, search } from './search.ts';
import type { Entry, Snapshot } from './snapshot.ts';

const entries = Array.from({ length: 100_000 }, (_, number) => {
  const slug = `company-of-many-words-${number}`;
  return { slug, company: `Company of many words ${number}`, website: `https://${slug}.example/` } as Entry;
});
const snapshot = { entries, entry: () => undefined } as unknown as Snapshot;

/** Milliseconds of the faster of two runs. */
function took(work: () => unknown): number {
  return Math.min(
    ...[1, 2].map(() => {
      const started = performance.now();
      work();
      return performance.now() - started;
    }),
  );
}

test('folded text has no case, accents or width variants', () => {
  assert.deepEqual(['Café', 'ÜBER', 'ＡＢＣ', 'plain', 'Łódź'].map(fold), ['cafe', 'uber', 'abc', 'plain', 'łodz']);
});

test('a search takes time in proportion to the companies, however often a word is repeated', () => {
  const all = search(snapshot, 'c o m '.repeat(33));
  assert.equal(all.length, entries.length);
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
  const slugs = ['acme', 'acme-labs', 'acne', 'zebra'].map((slug) => ({ slug, company: slug, website: '' }) as Entry);
  const board = { entries: slugs, entry: () => undefined } as unknown as Snapshot;
  const near = (text: string) => nearest(board, text, 3).map(({ slug }) => slug);
  assert.deepEqual(near('acm'), ['acme', 'acme-labs']);
  assert.deepEqual(near('ACME LAB'), ['acme-labs']);
  assert.deepEqual(near('zebar'), ['zebra']);
  assert.deepEqual(near(''), []);
});
