import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { canonicalHash } from './canonical-json.ts';

test('equal values have one hash, in whatever order their members are written', () => {
  const text = '{"a":[{"b":1,"c":null}],"d":"é"}';
  const hash = createHash('sha256').update(text).digest('hex');
  assert.equal(canonicalHash({ d: 'é', a: [{ c: null, b: 1 }] }), hash);
  const shuffled = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shuffled)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([name, inner]) => [name, shuffled(inner)]),
          )
        : value;
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const read = JSON.parse(JSON.stringify(value));
      assert.equal(canonicalHash(shuffled(read)), canonicalHash(read));
    }),
  );
});

test('another value, or another order of a list, has another hash', () => {
  assert.notEqual(canonicalHash({ a: 1 }), canonicalHash({ a: 2 }));
  assert.notEqual(canonicalHash([1, 2]), canonicalHash([2, 1]));
});
