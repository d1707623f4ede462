import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, SettingsError } from './settings.ts';

const base = (BASE_URL: string) => readSettings({ BASE_URL }).BASE_URL;

test('the base address is an origin in its normal form (decision 1)', () => {
  assert.equal(base('https://Readymark.EXAMPLE'), 'https://readymark.example');
  assert.equal(base('https://readymark.example:443'), 'https://readymark.example');
  assert.equal(base('http://readymark.example:8080'), 'http://readymark.example:8080');
  assert.equal(base('https://例え.jp'), 'https://xn--r8jz45g.jp', 'headers are ASCII only');
  assert.equal(base('http://[::1]:8080\n'), 'http://[::1]:8080');
});

test('a base address with a path is refused: links within the service begin at the root', () => {
  for (const wrong of [
    'https://example.com/readymark',
    'https://example.com/',
    'https://example.com?a',
    'https://u:p@example.com',
    'https:example.com',
    'ftp://a.b',
  ])
    assert.throws(
      () => base(wrong),
      (error) => error instanceof SettingsError && /BASE_URL is .*; expected .*without .*path/.test(error.message),
      wrong,
    );
});

test('unset and empty mean the same, and blanks around a value do not count', () => {
  assert.equal(readSettings({ PORT: ' 9000\n' }).BASE_URL, 'http://localhost:9000');
  assert.equal(readSettings({ PORT: '', HOST: '', DATA_DIR: '' }).BASE_URL, 'http://localhost:8080');
});

test('a host in brackets is the address inside them', () => {
  assert.equal(readSettings({ HOST: '[::1]' }).HOST, '::1');
});

test('the address of a database or mail server must name a host, and its password is never shown', () => {
  for (const env of [
    { SMTP_URL: 'smtp://' },
    { SMTP_URL: 'smtp:mail.example' },
    { DATABASE_URL: 'mysql://u:hunter2@h/d' },
    { SMTP_URL: 'http://u:hunter2@h' },
  ])
    assert.throws(
      () => readSettings(env),
      (error) => error instanceof SettingsError && !error.message.includes('hunter2'),
      JSON.stringify(env),
    );
  // A socket has no host.
  assert.ok(readSettings({ DATABASE_URL: 'postgres:///readymark?host=/run/postgresql' }));
});

test('domains that opted out are names in their normal form', () => {
  assert.deepEqual(readSettings({}).AUDIT_OPT_OUT, []);
  const given = readSettings({ AUDIT_OPT_OUT: 'Acme.dev, bücher.example ,sub.example.org' });
  assert.deepEqual(given.AUDIT_OPT_OUT, ['acme.dev', 'xn--bcher-kva.example', 'sub.example.org']);
  for (const wrong of [
    'acme',
    'https://acme.dev',
    'acme.dev/x',
    'acme.dev,,b.dev',
    '1.2.3.4',
    'a b.dev',
    'acme.dev:80',
    '*.acme.dev',
  ])
    assert.throws(() => readSettings({ AUDIT_OPT_OUT: wrong }), /AUDIT_OPT_OUT is .*; expected domain names/, wrong);
});

test('registries that audits ask are known ones, each once, and none by default', () => {
  assert.deepEqual(readSettings({}).AUDIT_REGISTRIES, []);
  assert.deepEqual(readSettings({ AUDIT_REGISTRIES: 'pypi, npm,npm' }).AUDIT_REGISTRIES, ['npm', 'pypi']);
  for (const wrong of ['crates', 'npm,', 'npm;pypi', 'https://registry.npmjs.org', 'NPM'])
    assert.throws(
      () => readSettings({ AUDIT_REGISTRIES: wrong }),
      /AUDIT_REGISTRIES is .*; expected names of registries/,
      wrong,
    );
});
