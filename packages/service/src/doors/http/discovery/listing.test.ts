import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, nameMatcher } from './listing.ts';

test('an address and its name lead to one another, with one placeholder and with two', () => {
  for (const [path, name, address] of [
    ['/audits/{slug}', 'acme', '/audits/acme'],
    ['/badge/{slug}.svg', 'acme', '/badge/acme.svg'],
    ['/audits/{slug}/changes', 'acme', '/audits/acme/changes'],
    ['/audits/{slug}/{date}', 'acme/2026-01-02', '/audits/acme/2026-01-02'],
    ['/rubric', '', '/rubric'],
  ] as const) {
    assert.equal(addressOf(path, name), address);
    assert.equal(nameMatcher(path)(address), name);
  }
});

test('a path with another number of parts, or with an empty one, has no name', () => {
  for (const [path, requested] of [
    ['/audits/{slug}', '/audits/'],
    ['/audits/{slug}', '/audits/acme/2026-01-02'],
    ['/audits/{slug}/{date}', '/audits/acme'],
    ['/audits/{slug}/{date}', '/audits/acme/'],
    ['/audits/{slug}/{date}', '/audits//2026-01-02'],
    ['/audits/{slug}/{date}', '/audits/acme/2026-01-02/x'],
    ['/audits/{slug}/changes', '/audits/changes'],
    ['/audits/{slug}/changes', '/audits/a/b/changes'],
    ['/badge/{slug}.svg', '/badge/.svg'],
    ['/rubric', '/rubric/'],
  ] as const)
    assert.equal(nameMatcher(path)(requested), undefined, `${path} ${requested}`);
});
