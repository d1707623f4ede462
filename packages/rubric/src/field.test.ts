import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import {
  companyField,
  emailField,
  freeText,
  isDate,
  pathsWithNul,
  singleLine,
  slugField,
  slugInput,
  websiteField,
} from './field.ts';

const message = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message);

test('lengths count characters after trimming', () => {
  const name = singleLine(3);
  assert.equal(name.parse('  abc\n'), 'abc');
  assert.equal(name.parse('💥💥💥'), '💥💥💥');
  for (const wrong of ['', '   ', 'abcd', '💥💥💥💥', 'x'.repeat(1_000_000)])
    assert.deepEqual(message(name, wrong), ['must be 1 to 3 characters long']);
});

test('a company is one line of 1 to 200 characters, without control characters and lone surrogates', () => {
  assert.equal(companyField.parse('Æther & Söhne 株式会社'), 'Æther & Söhne 株式会社');
  assert.equal(companyField.parse('x'.repeat(200)).length, 200);
  for (const wrong of [
    'x'.repeat(201),
    'a\nb',
    'a\tb',
    'a\u0000b',
    'a\u007fb',
    'a\u009fb',
    'a\u2028b',
    'a\u202eb',
    'a\ud800b',
    '\udc00',
  ])
    assert.equal(message(companyField, wrong)?.length, 1, JSON.stringify(wrong));
});

test('a missing field and one of the wrong type have different messages', () => {
  assert.deepEqual(message(companyField, undefined), ['is required']);
  for (const wrong of [null, 5, {}, ['x'], true]) assert.deepEqual(message(companyField, wrong), ['must be a string']);
});

test('a website is an absolute http or https URL without credentials, at most 2,048 characters', () => {
  for (const right of [
    'http://example.com',
    'HTTPS://Example.com/a?b#c',
    'https://例え.jp/',
    ' https://example.com:8443 ',
    'http://[::1]/',
  ])
    assert.equal(websiteField.parse(right), right.trim());
  const long = `https://example.com/${'a'.repeat(2028)}`;
  assert.equal(websiteField.parse(long).length, 2048);
  const wrong = [
    'example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'https:example.com',
    'https://',
    'https://user@example.com',
    'https://:secret@example.com',
    'https://exa mple.com',
    'https://example.com/a\nb',
    'data:text/html,x',
    '//example.com',
    `${long}a`,
    '',
    '\ud800',
  ];
  for (const value of wrong) assert.equal(message(websiteField, value)?.length, 1, value);
});

test('an e-mail address is one address of at most 254 characters', () => {
  const right = [
    'a@example.com',
    "o'brien+x_y@mail.example.co.uk",
    'A.B@EXAMPLE.COM',
    'x@xn--bcher-kva.example',
    'a/b=c@example.org',
  ];
  for (const value of right) assert.equal(emailField.parse(value), value);
  const wrong = [
    'a',
    'a@',
    '@example.com',
    'a@localhost',
    'a@@example.com',
    '.a@example.com',
    'a..b@example.com',
    'a@-example.com',
    'a@example.com, b@example.com',
    'A <a@example.com>',
    'a@example.com\r\nBcc: b@example.com',
    'a b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(126)}com`,
    'ä@example.com',
    'a@[127.0.0.1]',
    '',
  ];
  for (const value of wrong) assert.equal(message(emailField, value)?.length, 1, value);
});

test('notes may have line breaks and tabs, but no other control character', () => {
  const notes = freeText(10);
  assert.equal(notes.parse(' a\n\tb '), 'a\n\tb');
  assert.equal(notes.parse(''), '');
  for (const wrong of ['x'.repeat(11), 'a\u0000', 'a\u001b[0m', '\ud800'])
    assert.equal(message(notes, wrong)?.length, 1);
});

test('records have strict slugs; callers may send any line, so that similar slugs can be suggested', () => {
  assert.ok(!slugField.safeParse('Example Widgets').success);
  assert.ok(!slugField.safeParse('index').success);
  assert.equal(slugInput.parse('Example Widgets'), 'Example Widgets');
});

test('a message never repeats what was sent', () => {
  for (const schema of [companyField, websiteField, emailField, freeText(5), slugField]) {
    const error = schema.safeParse('SECRET\u0000VALUE').error;
    assert.ok(error && !/SECRET|VALUE/.test(JSON.stringify(error.issues)));
  }
});

test('a day exists in the calendar', () => {
  for (const right of ['2024-02-29', '2026-12-31', '2000-01-01']) assert.ok(isDate(right));
  for (const wrong of ['2025-02-29', '2026-00-10', '2026-04-31', '1999-12-31', '3000-01-01', '2026-1-1', '٢026-01-01'])
    assert.ok(!isDate(wrong));
});

test('NUL is found in every string of an input, however deep', () => {
  assert.deepEqual(pathsWithNul({ a: 'x\0', b: [{ c: '\0' }, 'fine', null, 5], d: 'fine' }), [['a'], ['b', '0', 'c']]);
  assert.deepEqual(pathsWithNul('\0'), [[]]);
  let deep: unknown = '\0';
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  assert.equal(pathsWithNul(deep)[0]?.length, 100_000);
});
