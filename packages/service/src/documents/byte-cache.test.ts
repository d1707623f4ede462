import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteCache } from './byte-cache.ts';

const open = (budget_bytes: number) => new ByteCache<string, { bytes: number }>(budget_bytes, ({ bytes }) => bytes);

test('the cache stays within its budget and drops what was used least recently', () => {
  const cache = open(100_000);
  for (let at = 0; at < 1000; at++) {
    cache.set(`/?q=${at}`, { bytes: 7000 });
    assert.ok(cache.bytes() <= 100_000, `${cache.bytes()} bytes`);
  }
  assert.equal(cache.get('/?q=0'), undefined);
  assert.ok(cache.get('/?q=999'));
});

test('a value that is used again and again outlives the others', () => {
  const cache = open(100_000);
  const front = { bytes: 7000 };
  cache.set('/', front);
  for (let at = 0; at < 1000; at++) {
    cache.set(`/?q=${at}`, { bytes: 7000 });
    assert.equal(cache.get('/'), front);
  }
});

test('a replaced value counts with its new size only', () => {
  const cache = open(1000);
  cache.set('/', { bytes: 400 });
  cache.set('/', { bytes: 100 });
  assert.equal(cache.bytes(), 100);
});

test('a value larger than half of the budget is cached and survives its own hits', () => {
  const cache = open(1000);
  const large = { bytes: 900 };
  cache.set('/index', large);
  cache.set('/small', { bytes: 50 });
  for (let round = 0; round < 3; round++) assert.equal(cache.get('/index'), large);
  assert.ok(cache.get('/small'));
});

test('a value larger than the whole budget is not cached', () => {
  const cache = open(1000);
  cache.set('/', { bytes: 5000 });
  assert.deepEqual([cache.get('/'), cache.bytes()], [undefined, 0]);
});

test('a cleared cache is empty', () => {
  const cache = open(1000);
  cache.set('/', { bytes: 400 });
  cache.clear();
  assert.deepEqual([cache.get('/'), cache.bytes()], [undefined, 0]);
});
