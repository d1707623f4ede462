import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madePage, proposalFor } from '../../../test/world/made-site.ts';

/** What of pages is printed as proof, and what only names its page (decision 229). */
const rule = 'If you cancel less than 24 hours before the trip, we charge €40.';
const said = (path: string, title: string, ...lines: string[]): string =>
  proposalFor('P2-D', {
    '/': madePage('<h1>Mill</h1><p>We hire out boats on the lake.</p>'),
    [path]: madePage(`<h1>${title}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}`, { title }),
  }).evidence;

test('a rule on a page of prices is quoted', () => {
  assert.match(said('/prices', 'Prices', rule), /stated at \/prices: "If you cancel/);
});

test('a rule on a page of others names its page alone', () => {
  const links = ['ferry', 'harbour', 'climbing', 'cinema'].map(
    (name) => `<a href="https://${name}.example">${name}</a>`,
  );
  assert.doesNotMatch(said('/help/things-to-do', 'Things to do', rule), /"If you cancel/);
  assert.doesNotMatch(said('/help', 'Help', rule, links.join(' ')), /"If you cancel/);
  assert.match(said('/help', 'Help', rule), /"If you cancel/);
});

test('what a customer is quoted with names its page alone', () => {
  const praise = (sentence: string) => `<blockquote><p>${sentence}</p><footer>Ann, Ferry Works</footer></blockquote>`;
  const of = (html: string) =>
    proposalFor('P2-E', { '/': madePage(`<h1>Mill</h1><p>We hire out boats on the lake.</p>${html}`) }).evidence;
  assert.doesNotMatch(of(praise('Our trips went from €40 to €12, and we get home early.')), /"Our trips/);
  assert.match(of('<p>Our trips cost from €12 to €40, and we are on the lake early.</p>'), /"Our trips/);
});

test('a condition that only asks the customer for something is not quoted', () => {
  const asked = 'If your boat arrives with a fault, contact us within 3 days with photos of it.';
  assert.doesNotMatch(said('/prices', 'Prices', asked), /"If your boat/);
  const kept = 'If your boat has a fault, contact us within 3 days and we refund the day.';
  assert.match(said('/prices', 'Prices', kept), /"If your boat has a fault/);
});

test('a figure of size or way is not quoted as what an offer is precise in', () => {
  const of = (sentence: string) =>
    proposalFor('P2-E', {
      '/': madePage('<h1>Mill</h1><p>We hire out boats on the lake.</p>'),
      '/prices': madePage(`<h1>Prices</h1><p>${sentence}</p>`, { title: 'Prices' }),
    }).evidence;
  assert.doesNotMatch(of('You will see our sign after another 5 km along the lake.'), /"You will see/);
  assert.match(of('You pay €12 for each hour on the lake.'), /"You pay €12/);
});
