import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { canonicalJson } from '@readymark/verify';
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

test('canonical JSON is that of RFC 8785', () => {
  // The examples of its sections 3.2.2, 3.2.3 and appendix B.
  const example = {
    numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
    string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
    literals: [null, true, false],
  };
  assert.equal(
    canonicalJson(example),
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  assert.deepEqual(
    [...canonicalJson(Object.fromEntries(names.map((name) => [name, 0]))).matchAll(/("[^"]*"):0/g)].map(([, name]) =>
      JSON.parse(name ?? ''),
    ),
    ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'],
  );
  assert.deepEqual(
    [-0, 5e-324, -1.7976931348623157e308, 9007199254740992, 999999999999999900000, 1e21, 333333333.3333332].map(
      canonicalJson,
    ),
    [
      '0',
      '5e-324',
      '-1.7976931348623157e+308',
      '9007199254740992',
      '999999999999999900000',
      '1e+21',
      '333333333.3333332',
    ],
  );
});

test('names that are whole numbers are in the order of their digits too', () => {
  assert.equal(canonicalJson({ 9: 1, 10: 2, b: 3 }), '{"10":2,"9":1,"b":3}');
});

test('what JSON cannot say has no canonical JSON', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { a: ['\udc00'] }, undefined, 1n, () => 1])
    assert.throws(() => canonicalJson(value), TypeError);
});
