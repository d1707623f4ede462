import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MadeAnswers, madePage, proposalFor, scores } from '../../../test/world/made-site.ts';
import { isFetched } from '../../evidence/evidence.ts';

/** The ladder of P1-A, rung by rung, on small sites; and what it may not be talked into. */
const ld = (...nodes: object[]) =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': nodes })}</script>`;
const proposed = (answers: MadeAnswers) => proposalFor('P1-A', answers);

const described = '<meta name="description" content="Repairs of bicycles">';
const company = { '@type': 'Organization', name: 'Mill Cycles', url: 'https://example.com/' };
const known = { ...company, sameAs: ['https://social.test/mill', 'https://code.test/mill'] };
const service = (price = '49.00') => ({
  '@type': 'Service',
  name: 'Full service',
  description: 'Everything checked',
  offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
});

/** Three pages of a workshop, each with the same data; prices are in the text. */
const workshop = (data: string, over: MadeAnswers = {}): MadeAnswers => ({
  '/': madePage('<h1>Full service</h1>', { head: described + data }),
  '/prices': { role: 'pricing', body: madePage('<h1>Prices</h1><p>Full service 49.00 EUR</p>', { head: data }) },
  '/about': { role: 'about', body: madePage('<h1>Who we are</h1><p>Full service since 1990</p>', { head: data }) },
  ...over,
});

test('nothing about a page is 0, meta elements alone are 1', () => {
  assert.equal(scores(proposed({ '/': madePage('<h1>Hello</h1>') })), '0 0 0');
  assert.equal(scores(proposed({ '/': madePage('<h1>Hello</h1>', { head: described }) })), '1 1 1');
  const graph = '<meta property="og:title" content="Mill Cycles"><meta name="description" content="">';
  assert.equal(scores(proposed({ '/': madePage('<h1>Hello</h1>', { head: graph }) })), '1 1 1');
});

test('blocks that do not parse, and data that name nobody, stay at 1', () => {
  const broken = '<script type="application/ld+json">{"@type": "Organization", "name": </script>';
  const found = proposed({ '/': madePage('<h1>Hello</h1>', { head: broken }) });
  assert.equal(scores(found), '1 1 1');
  assert.match(found.evidence, /a block that does not parse \(\/\)/);
  const crumbs = ld({ '@type': 'BreadcrumbList', itemListElement: [] });
  assert.equal(proposed({ '/': madePage('<h1>Hello</h1>', { head: crumbs }) }).proposed, 1);
});

test('the company named is 2, what it offers 3', () => {
  assert.equal(proposed(workshop(ld(company))).proposed, 2);
  assert.equal(proposed(workshop(ld(company, service()))).proposed, 3, 'it cannot be looked up elsewhere');
  assert.equal(proposed({ '/': madePage('<h1>x</h1>', { head: ld(company, service()) }) }).proposed, 3);
});

test('types inside others count: a publisher, a seller', () => {
  const article = ld({ '@type': 'Article', headline: 'News', publisher: known });
  assert.equal(proposed({ '/': madePage('<h1>News</h1>', { head: article }) }).proposed, 2);
});

test('company and offer, profiles and a price on most pages are 4; a broken block takes it back', () => {
  assert.equal(proposed(workshop(ld(known, service('0')))).proposed, 4);
  const broken = `${ld(known, service())}<script type="application/ld+json">{</script>`;
  assert.equal(proposed(workshop(broken)).proposed, 3);
  const without = { ...service(), offers: { '@type': 'Offer', url: 'https://example.com/prices' } };
  assert.equal(proposed(workshop(ld(known, without))).proposed, 3, 'an offer without a price');
});

test('a range of prices has two ends: one that begins with nothing is no price of nothing alone', () => {
  const range = { '@type': 'AggregateOffer', lowPrice: '0', highPrice: '49.00', priceCurrency: 'EUR' };
  const found = proposed(workshop(ld(known, { ...service(), offers: range })));
  assert.match(found.evidence, /Offers in the data have the prices 0 and 49\.00 /);
  assert.doesNotMatch(found.evidence, /only price/);
});

test('data that give the visible prices, and names that the pages show, are 5, for a person to confirm', () => {
  const found = proposed(workshop(ld(known, service())));
  assert.equal(found.proposed, 5);
  assert.ok(found.low < 5);
  assert.deepEqual(found.needs_human, ['lexical']);
  assert.equal(proposed(workshop(ld(known, service('39.00')))).proposed, 4, 'the page asks for another price');
  const other = { ...service(), name: 'Another name' };
  assert.equal(proposed(workshop(ld(known, other))).proposed, 4, 'the page does not show the name');
});

test('a local business with its address, hours and telephone describes what it is', () => {
  const dentist = {
    ...{ '@type': 'Dentist', name: 'Mill Dental', url: 'https://example.com/', telephone: '+44 113 496 0000' },
    ...{ address: { '@type': 'PostalAddress', streetAddress: '1 Mill Road' }, openingHours: 'Mo-Fr 09:00-17:00' },
  };
  assert.equal(proposed(workshop(ld(dentist))).proposed, 3);
  const ranged = { ...dentist, priceRange: '£40 to £60' };
  assert.equal(proposed(workshop(ld(ranged))).proposed, 3, 'a range is the price of nothing');
  assert.equal(proposed(workshop(ld({ ...ranged, makesOffer: service().offers }))).proposed, 4);
  const { openingHours, ...closed } = dentist;
  assert.ok(openingHours);
  assert.equal(proposed(workshop(ld(closed))).proposed, 2);
});

test('what a theme writes around every text says nothing of a company', () => {
  const work =
    '<article itemscope itemtype="https://schema.org/CreativeWork"><h2 itemprop="headline">Work</h2></article>';
  assert.equal(proposed(workshop(work)).proposed, 1);
  const written = ld({ '@type': 'CreativeWork', name: 'Wheel', creator: { '@type': 'Person', name: 'Ann' } });
  assert.equal(proposed(workshop(written)).proposed, 2, 'what somebody wrote as data');
});

test('a share of two pages is no share: the rung is open', () => {
  const { '/about': _, ...two } = workshop(ld(known, service()));
  const found = proposed(two);
  assert.equal(found.proposed, 3);
  assert.equal(found.high, 5);
  assert.ok(found.needs_human.includes('low_sample'));
});

test('excerpts are words of the page', () => {
  const { sources } = proposed(workshop(ld(known, service())));
  const page = workshop(ld(known, service()))['/'];
  for (const { url, excerpt } of sources.filter(isFetched))
    if (url === 'https://example.com/') assert.ok(String(page).includes(excerpt), excerpt);
});

test('a page that was not let through may say anything', () => {
  const found = proposed({ '/': { problem: 'challenge' }, '/robots.txt': { problem: 'challenge' } });
  assert.equal(scores(found), '0 0 5');
  assert.deepEqual(found.needs_human, ['unobserved']);
  assert.match(found.evidence, /Nothing of this site could be read \(https:\/\/example\.com\/: challenge\)/);
});
