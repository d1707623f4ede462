import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../test/world/any-text.ts';
import { bearerOf, hashKey, hasKeyInQuery, isWellFormedKey, keyMistake, keyOf, misplacedHeader } from './key.ts';

const random32 = fc.uint8Array({ minLength: 32, maxLength: 32 });

test('a key is rmk_, 43 base62 characters for 32 bytes and 6 of checksum', () => {
  assert.match(keyOf(new Uint8Array(32)), /^rmk_0{43}[0-9A-Za-z]{6}$/);
  const highest = keyOf(new Uint8Array(32).fill(255));
  assert.equal(highest.length, 53);
  assert.ok(isWellFormedKey(highest));
  fc.assert(
    fc.property(random32, (bytes) => /^rmk_[0-9A-Za-z]{49}$/.test(keyOf(bytes)) && isWellFormedKey(keyOf(bytes))),
  );
});

test('different bytes give different keys', () => {
  fc.assert(fc.property(random32, random32, (a, b) => Buffer.compare(a, b) === 0 || keyOf(a) !== keyOf(b)));
  assert.throws(() => keyOf(new Uint8Array(31)), RangeError);
});

test('a key with one character changed, added or missing is not well formed', () => {
  const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_- é'];
  fc.assert(
    fc.property(random32, fc.nat(52), fc.constantFrom(...alphabet), (bytes, at, letter) => {
      const key = keyOf(bytes);
      const changed = key.slice(0, at) + letter + key.slice(at + 1);
      return (
        (changed === key || !isWellFormedKey(changed)) &&
        !isWellFormedKey(key + letter) &&
        !isWellFormedKey(key.slice(0, at) + key.slice(at + 1))
      );
    }),
    { numRuns: 500 },
  );
});

test('any other text is not well formed', () => {
  fc.assert(fc.property(anyText(), (text) => !isWellFormedKey(text)));
  assert.equal(isWellFormedKey(`${keyOf(new Uint8Array(32))}\n`), false);
});

test('what is stored is the SHA-256 in hex', () => {
  assert.equal(hashKey('rmk_x'), createHash('sha256').update('rmk_x').digest('hex'));
});

test('a bearer credential is read in any case of the scheme; a well-formed key also without it, or with it twice', () => {
  const key = keyOf(new Uint8Array(32));
  for (const header of ['Bearer abc', 'bearer  abc', 'BEARER abc  ', ' Bearer abc', 'Bearer Bearer abc'])
    assert.equal(bearerOf(header), 'abc', header);
  for (const header of [key, ` ${key} `, `Bearer ${key}`]) assert.equal(bearerOf(header), key, header);
  for (const header of ['', ' ', 'Bearer', 'bearer ', 'Bearer Bearer'])
    assert.equal(bearerOf(header), undefined, header);
  for (const header of ['Basic abc', 'Bearer a b', 'Bearer a, Bearer b', 'abc', `x ${key}`, `${key} x`])
    assert.equal(typeof bearerOf(header), 'object', header);
  fc.assert(
    fc.property(anyText(), (text) => {
      const read = bearerOf(text);
      return typeof read === 'string' ? text.includes(read) : !/["<]/.test(read?.mistake ?? '');
    }),
  );
});

test('the mistake in a key is named without repeating it', () => {
  const key = keyOf(new Uint8Array(32).fill(3));
  for (const [text, what] of [
    [key.slice(0, 30), /cut off/],
    [`${key}0`, /too long/],
    [`${key.slice(0, -1)}!`, /checksum/],
    ['rmo_secret', /operator/],
    [`"${key}"`, /other characters around the API key/],
    ['anything', /begin with rmk_/],
  ] as const) {
    assert.match(keyMistake(text), what);
    assert.ok(!keyMistake(text).includes(text.slice(4, 12)));
  }
});

test('a key in another header or in the query is seen', () => {
  const key = keyOf(new Uint8Array(32));
  assert.equal(misplacedHeader({ 'x-api-key': key }), 'X-API-Key');
  assert.equal(misplacedHeader({ accept: '*/*', 'x-api-key': '' }), undefined);
  for (const query of ['api_key=', 'a=1&Access_Token=x', `q=${key}`, '?key=1'])
    assert.ok(hasKeyInQuery(query.replace('?', '')));
  for (const query of ['', 'slug=apex', 'q=rmk_', 'monkey=1']) assert.ok(!hasKeyInQuery(query), query);
});
