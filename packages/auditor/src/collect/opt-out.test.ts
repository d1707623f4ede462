import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOptedOut } from './opt-out.ts';

test('an opt-out holds for the domain and everything below it, and for nothing else', () => {
  const domains = ['acme.dev', 'example.org'];
  for (const host of ['acme.dev', 'www.acme.dev', 'ACME.dev', 'acme.dev.', 'a.b.example.org'])
    assert.ok(isOptedOut(host, domains), host);
  for (const host of ['notacme.dev', 'acme.dev.evil.net', 'dev', '', 'example.com'])
    assert.ok(!isOptedOut(host, domains), host);
  assert.ok(!isOptedOut('acme.dev', []));
});
