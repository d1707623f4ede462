import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purposeOf } from './collect/plan/choice/roles.ts';
import { namedRoles } from './page-roles.ts';
import { roleOf } from './read/roles.ts';

const at = (path: string) => `https://acme.dev${path}`;
const read = (path: string) => roleOf(new URL(at(path)), at('/'), '', '');

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
  for (const [path, role] of [
    ['/docs/tickets', 'docs'],
    ['/support/tickets', 'help'],
    ['/legal/order-form', 'terms'],
    ['/docs/pricing', 'pricing'],
  ] as const) {
    assert.equal(read(path), role, path);
    assert.equal(purposeOf(at(path), '').role, role, path);
  }
});

test('names are found with their accents, in addresses and in links', () => {
  for (const [path, role] of [
    ['/réserver.html', 'signup'],
    ['/preços', 'pricing'],
    ['/über-uns/', 'about'],
    ['/datenschutzerklärung', 'privacy'],
    ['/datenschutzerklaerung', 'privacy'],
  ] as const) {
    assert.equal(read(path), role, path);
    assert.equal(purposeOf(at(path), '').role, role, path);
  }
  assert.equal(purposeOf(at('/x'), 'Über uns').role, 'about');
  assert.equal(purposeOf(at('/x'), 'Nos prestations').role, 'product');
  assert.equal(purposeOf(at('/%E0%A4%A'), '').role, 'other', 'an address that nobody can write');
});
