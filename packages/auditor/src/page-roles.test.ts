import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purposeOf } from './collect/plan/choice/roles.ts';
import { namedRoles } from './page-roles.ts';
import { roleOf } from './read/roles.ts';

const at = (path: string) => `https://acme.dev${path}`;
const read = (path: string) => roleOf(new URL(at(path)), at('/'), '', '');

/** The planner and the reader take a page at a path for one of a role. */
function isTaken(paths: readonly (readonly [path: string, role: string])[]): void {
  for (const [path, role] of paths) {
    assert.equal(read(path), role, path);
    assert.equal(purposeOf(at(path), '').role, role, path);
  }
}

test('the planner and the reader take a page of a name for the same, in every language', () => {
  for (const [name, { role }] of namedRoles) {
    assert.equal(purposeOf(at(`/${name}`), '').role, role, name);
    assert.equal(read(`/${name}`), role, name);
  }
});

test('of two words of a name both take the same', () => {
  const pairs = [
    'service-pricing',
    'booking-terms',
    'support-plans',
    'privacy-policy',
    'our-services',
    'team-plans',
    'shop-faq',
  ];
  for (const name of pairs) assert.equal(purposeOf(at(`/${name}`), '').role, read(`/${name}`), name);
  assert.equal(read('/service-pricing'), 'pricing');
  assert.equal(read('/tickets/'), 'pricing');
  assert.equal(read('/billing.html'), 'pricing');
  assert.equal(read('/purchase-online'), 'signup');
  isTaken([
    ['/docs/tickets', 'docs'],
    ['/support/tickets', 'help'],
    ['/legal/order-form', 'terms'],
    ['/docs/pricing', 'pricing'],
    // A badge that shows a status, and what finders of holes may expect.
    ['/docs/status-badges', 'docs'],
    ['/status-history', 'status'],
    ['/responsible-disclosure', 'disclosure'],
    ['/vulnerability-disclosure-policy', 'disclosure'],
    ['/product/bug-bounty', 'product'],
    ['/help/system-status', 'status'],
  ]);
});

test('names are found with their accents, in addresses and in links', () => {
  isTaken([
    ['/réserver.html', 'signup'],
    ['/preços', 'pricing'],
    ['/über-uns/', 'about'],
    ['/datenschutzerklärung', 'privacy'],
    ['/datenschutzerklaerung', 'privacy'],
  ]);
  assert.equal(purposeOf(at('/x'), 'Über uns').role, 'about');
  assert.equal(purposeOf(at('/x'), 'Nos prestations').role, 'product');
  assert.equal(purposeOf(at('/%E0%A4%A'), '').role, 'other', 'an address that nobody can write');
});
