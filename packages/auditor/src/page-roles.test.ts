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
  // How one gets started, and what a product can do: below documentation and help these are its subjects.
  isTaken([
    ['/getting-started', 'signup'],
    ['/docs/intro/getting-started/', 'docs'],
    ['/help/getting-started.html', 'help'],
    ['/docs/features/search', 'docs'],
    ['/docs/products', 'docs'],
    ['/guides/booking-rules', 'docs'],
    ['/support/booking', 'help'],
    ['/hilfe/buchung', 'help'],
    ['/aide/boutique', 'help'],
    // A word that is no subject says what a page is for.
    ['/help/plans-and-billing', 'pricing'],
    ['/help/billing-plans.html', 'pricing'],
    ['/help/booking-terms', 'terms'],
    ['/legal/booking-refunds', 'refund'],
    ['/help/booking-fees', 'pricing'],
    ['/legal/shop-privacy', 'privacy'],
    ['/help/billing', 'help'],
    ['/docs/refunds', 'refund'],
  ]);
  // What holds for members of a club, for guests of a house and for a stay.
  isTaken([
    ['/satzung.html', 'terms'],
    ['/verein/vereinssatzung', 'terms'],
    ['/statuts', 'terms'],
    ['/reglement-interieur.html', 'terms'],
    ['/about/bylaws', 'terms'],
    ['/beitrittserkl%C3%A4rung.html', 'signup'],
  ]);
  // Of two names that `and` joins the same one decides; the name of a firm is none.
  isTaken([
    ['/zimmer-und-preise', 'pricing'],
    ['/rooms-and-rates', 'pricing'],
    ['/food-and-stories/menu', 'product'],
    ['/news-en-de/preise', 'pricing'],
  ]);
});

test('pages of a host of documentation are that, also where it is the whole site', () => {
  const role = (path: string, home: string, hint = '') => roleOf(new URL(path, home), home, 'Keys — Mill', hint);
  assert.equal(role('/authentication.html', 'https://docs.acme.dev/', 'signup'), 'docs');
  for (const path of ['/authentication.html', '/features', '/getting-started', '/start'])
    for (const host of ['https://docs.acme.dev', 'https://developer.acme.dev']) {
      assert.equal(role(path, `${host}/`), 'docs', host + path);
      assert.equal(purposeOf(host + path, '').role, 'docs', host + path);
    }
  assert.equal(role('/pricing', 'https://docs.acme.dev/'), 'pricing');
  assert.equal(role('/', 'https://docs.acme.dev/'), 'home');
  assert.equal(role('/keys', 'https://docs.dev/'), 'other', 'a name is no purpose');
  for (const host of ['news', 'guide', 'api']) assert.equal(role('/restaurants', `https://${host}.acme.dev/`), 'other');
  for (const title of ['Smith and Company | Mills', 'Bread and Stories | Mill', 'Law and Order'])
    assert.equal(roleOf(new URL(at('/x')), at('/'), title, ''), 'other', title);
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
