import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry, Snapshot } from '../../../../catalogue/snapshot.ts';
import { nearest, search } from './rows.ts';

const entries = Array.from({ length: 100_000 }, (_, number) => {
  const slug = `company-of-many-words-${number}`;
  return { slug, company: `Company of many words ${number}`, website: `https://${slug}.example/` } as Entry;
});
const snapshot = { entries } as unknown as Snapshot;

/** Milliseconds that the quicker of two runs takes. */
function took(work: () => unknown): number {
  return Math.min(
    ...[1, 2].map(() => {
      const begun = performance.now();
      work();
      return performance.now() - begun;
    }),
  );
}

test('a search takes time in proportion to the companies, however often it says a word', () => {
  const all = search(snapshot, 'c o m '.repeat(33));
  assert.equal(all.length, entries.length);
  const often = took(() => search(snapshot, 'c o m '.repeat(33)));
  assert.ok(often < 4 * took(() => search(snapshot, 'c o m')) + 20, `it took ${often} ms`);
});

test('what a wrong address may have meant is found in bounded time, however long it is', () => {
  assert.deepEqual(
    nearest(snapshot, 'words-company', 2).map(({ slug }) => slug),
    ['company-of-many-words-0', 'company-of-many-words-1'],
  );
  assert.deepEqual(nearest(snapshot, 'xyz'), []);
  const long = Array.from({ length: 3_000 }, (_, number) => `x${number}x`).join('-');
  const time = took(() => nearest(snapshot, long));
  assert.ok(time < 400, `it took ${time} ms`);
});
