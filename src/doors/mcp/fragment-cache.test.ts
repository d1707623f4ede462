import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragmentCache } from './fragment-cache.ts';

test('what was made of a document is kept up to the limit, and what was not asked for longest goes first', () => {
  const made: number[] = [];
  const keep = fragmentCache(22);
  const documents = [0, 1, 2].map((n) => Uint8Array.of(n));
  const ask = (n: number) =>
    keep(documents[n] as Uint8Array, (document) => {
      made.push(n);
      return new Uint8Array(10).fill(document[0] ?? 0);
    })[0];
  assert.deepEqual([ask(0), ask(1), ask(0), ask(2), ask(0), ask(1)], [0, 1, 0, 2, 0, 1]);
  assert.deepEqual(made, [0, 1, 2, 1]);
});
