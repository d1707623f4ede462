import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDocument } from '../../../documents/document.ts';
import { pageCache } from './page-cache.ts';

const drawn = (size: number) => ({
  document: makeDocument('x'.repeat(size), { content_type: 'text/html', modified: new Date(0), scores: false }),
  watched: '',
  stamp: 0,
});

test('whatever is asked for, the cache stays within its bytes', () => {
  const cache = pageCache(100_000);
  for (let at = 0; at < 1000; at++) {
    cache.put(`/?q=${at}`, drawn(3000));
    assert.ok(cache.bytes() <= 110_000, `${cache.bytes()} bytes`);
  }
  assert.equal(cache.get('/?q=0'), undefined);
  assert.ok(cache.get('/?q=999'));
});

test('a page that is asked for again and again outlives those that are not', () => {
  const cache = pageCache(100_000);
  const front = drawn(3000);
  cache.put('/', front);
  for (let at = 0; at < 1000; at++) {
    cache.put(`/?q=${at}`, drawn(3000));
    assert.equal(cache.get('/'), front);
  }
});

test('a page larger than the whole cache is not kept for long and breaks nothing', () => {
  const cache = pageCache(1000);
  cache.put('/', drawn(5000));
  cache.put('/a', drawn(5000));
  assert.ok(cache.bytes() <= 15_000);
  cache.clear();
  assert.equal(cache.bytes(), 0);
});
