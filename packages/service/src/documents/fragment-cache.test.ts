import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragmentCache } from './fragment-cache.ts';

test('a fragment is made once while the budget lasts, and the least recently used goes first', () => {
  const made: number[] = [];
  const cached = fragmentCache(22);
  const documents = [0, 1, 2].map((n) => Uint8Array.of(n));
  const read = (n: number) =>
    cached(documents[n] as Uint8Array, (document) => {
      made.push(n);
      return new Uint8Array(10).fill(document[0] ?? 0);
    })[0];
  assert.deepEqual([read(0), read(1), read(0), read(2), read(0), read(1)], [0, 1, 0, 2, 0, 1]);
  assert.deepEqual(made, [0, 1, 2, 1]);
});

test('the whole buffer beneath a view counts', () => {
  let made = 0;
  const cached = fragmentCache(100);
  const document = new Uint8Array(new ArrayBuffer(200), 0, 1);
  for (let round = 0; round < 2; round++)
    cached(document, () => {
      made++;
      return new Uint8Array(1);
    });
  assert.equal(made, 2);
});
