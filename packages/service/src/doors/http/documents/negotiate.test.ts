import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedEncodings, entityTags, gzip_first, httpDate } from './negotiate.ts';

test('encodings are ordered by q, and at equal q br goes before zstd, gzip and identity', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip identity'],
    ['x-gzip', 'gzip identity'],
    ['GZIP, Br', 'br gzip identity'],
    ['gzip, deflate, br, zstd', 'br zstd gzip identity'],
    ['br;q=0.5, gzip;q=0.8, zstd;q=0.8', 'zstd gzip br identity'],
    ['gzip;q=0.2, identity;q=0.9', 'identity gzip'],
    ['gzip;q=0.5', 'gzip identity'],
    ['*', 'br zstd gzip identity'],
    ['br;q=0, *', 'zstd gzip identity'],
    ['*;q=0.3, gzip', 'gzip br zstd identity'],
    ['identity;q=0, gzip', 'gzip'],
    ['*;q=0, zstd', 'zstd'],
    ['gzip ; q=1.000 , br ; q=0.001', 'gzip br identity'],
  ];
  for (const [header, expected] of cases) assert.equal(acceptedEncodings(header).join(' '), expected, header ?? 'none');
});

test('with gzip first only equal weights change', () => {
  for (const [header, expected] of [
    ['gzip, deflate, br, zstd', 'gzip br zstd identity'],
    ['br, gzip;q=0.9', 'br gzip identity'],
    ['br;q=0.5, gzip;q=0.5, zstd', 'zstd gzip br identity'],
    [undefined, 'identity'],
  ] as const)
    assert.equal(acceptedEncodings(header, gzip_first).join(' '), expected, header ?? 'none');
});

test('identity is sent when nothing is acceptable, and a malformed weight refuses its encoding', () => {
  for (const header of ['*;q=0', 'identity;q=0', 'identity;q=0, *;q=0', 'gzip;q=0, identity;q=0'])
    assert.deepEqual(acceptedEncodings(header), ['identity'], header);
  for (const header of ['br;q=2', 'br;q=-1', 'br;q=', 'br;q=0.0001', 'br;q=NaN', 'br;q=1e-1'])
    assert.deepEqual(acceptedEncodings(header), ['identity'], header);
});

test('entity tags are read from a list, weak or strong, also with commas inside, and * only alone', () => {
  assert.deepEqual(entityTags('"a", W/"b" ,"c,d",, ""'), ['a', 'b', 'c,d', '']);
  assert.equal(entityTags(' * '), '*');
  assert.deepEqual(entityTags('a, b'), []);
  assert.deepEqual(entityTags('"*"'), ['*']);
});

test('an HTTP-date is read in its three forms, and nothing else is', () => {
  const expected = Date.UTC(1994, 10, 6, 8, 49, 37);
  assert.equal(httpDate('Sun, 06 Nov 1994 08:49:37 GMT'), expected);
  assert.equal(httpDate('Sunday, 06-Nov-94 08:49:37 GMT'), expected);
  assert.equal(httpDate('Sun Nov  6 08:49:37 1994'), expected);
  for (const text of [
    '',
    'yesterday',
    '1994-11-06',
    '0',
    'Sun, 06 Nov 1994 08:49:37 +0100',
    'Sun, 06 Nov 1994 99:49:37 GMT',
  ])
    assert.equal(httpDate(text), undefined, text);
});
