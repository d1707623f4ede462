import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import type { JudgedClaim } from '../../src/evidence/claim.ts';
import { scoreSite } from '../../src/score/score-site.ts';
import { madePage, madeSite } from '../world/made-site.ts';

/** What a draft prints in quotation marks is proof to a reader who sees nothing else (decision 229). */
const ladders = readLadders().get('v1') ?? assert.fail();
const quotes = (text: string): string[] => [...text.matchAll(/"([^"]*)"/g)].map(([, quote = '']) => quote);

const filler = 'We hire out boats on the lake by the harbour, and we look after each of them ourselves in winter.';
const site = madeSite({
  '/': madePage(`<h1>Boats</h1><p>${filler}</p><a href="/pricing">Prices</a><a href="/terms">Terms</a>`, {
    head: '<meta name="description" content="Boats by the hour and by the day on the lake, from the pier in the harbour.">',
  }),
  '/pricing': madePage(
    `<h1>Prices</h1><table><tr><th>Boat</th><th>Limit of seats</th><th>Per hour</th></tr><tr><td>Dinghy</td><td>4</td><td>$12</td></tr></table>
     <p>If you cancel less than 24 hours before the trip, we charge $10.</p><ul><li>Free parking for 8 hours</li></ul>`,
    { title: 'Prices' },
  ),
  '/terms': madePage(
    `<h1>Terms</h1><p>${filler}</p><p>If PayPal refuses a payment, we keep the boat for 2 hours.</p>
     <p>If it rains for more than 2 hours, you can come on another day at no charge.</p>`,
    { title: 'Terms' },
  ),
});
const proposals = scoreSite(site, ladders);

test('each quotation is a whole sentence, a description, a link or a row with its headings, word for word', () => {
  const known = new Set(
    site.pages.flatMap(({ sentences, meta, links }) => [
      ...sentences,
      meta.get('description') ?? '',
      ...links.map(({ text }) => text),
    ]),
  );
  const cells = new Set(site.pages.flatMap(({ tables }) => tables.flatMap(({ rows }) => rows.flat())));
  const isRow = (quote: string) => quote.split('; ').every((pair) => pair.split(': ').every((cell) => cells.has(cell)));
  const all = proposals.filter(({ id }) => !id.startsWith('P1')).flatMap(({ evidence }) => quotes(evidence));
  assert.ok(all.length >= 3, String(all));
  for (const quote of all) assert.ok(known.has(quote) || isRow(quote), quote);
  assert.ok(all.includes('If you cancel less than 24 hours before the trip, we charge $10.'));
});

test('an entry of a list, what names another party and what points at something else are not quoted', () => {
  const text = proposals.map(({ evidence }) => evidence).join(' ');
  assert.doesNotMatch(text, /Free parking|PayPal refuses|If it rains/);
});

test('nothing is called absent that the draft quotes under another criterion', () => {
  const ending = proposals.find(({ id }) => id === 'P5-C') ?? assert.fail();
  assert.doesNotMatch(ending.evidence, /Nothing is said on/);
  assert.match(ending.evidence, /What is quoted under [P0-9A-E, and-]+ may be about it/);
});

test('where nothing is quoted the page is named, and it says for whom it waits; what a person confirms is quoted there', () => {
  const said = 'You can cancel your season at any time in your account, and PayPal sends the rest back within 14 days.';
  const made = madeSite({
    '/': madePage(`<h1>Club</h1><p>${filler}</p><a href="/terms">Terms</a>`),
    '/terms': madePage(`<h1>Terms</h1><p>${filler}</p><p>${said}</p>`, {
      title: 'Terms',
    }),
  });
  const of = (judged: readonly JudgedClaim[] = []) =>
    scoreSite(made, ladders, { judged, only: 'P5-C' })[0] ?? assert.fail();
  const before = of();
  assert.match(before.evidence, /spoken of at \/terms\. .*wait for a person/);
  const claim = before.claims?.find(({ quote }) => quote === said) ?? assert.fail();
  const after = of([
    { claim: claim.claim, criterion: 'P5-C', types: claim.types, quote: claim.quote, verdict: 'supports' },
  ]);
  assert.ok(after.evidence.includes(`spoken of at /terms: "${said}"`), after.evidence);
  assert.ok(after.proposed >= before.proposed && after.low >= before.low);
});

test('a mark of inches in a name opens no quotation', () => {
  const row = (name: string, price: string) => `<tr><td>${name}</td><td>${price}</td><td>6</td></tr>`;
  const head = '<tr><th>Plate</th><th>Price</th><th>Seats</th></tr>';
  const plates = madeSite({
    '/': madePage(`<h1>Plates</h1><p>${filler}</p>`),
    '/pricing': madePage(`<h1>Prices</h1><table>${head}${row('Dinner 10½"', '$4')}${row('Side 6½"', '$3')}</table>`),
  });
  const [choice] = scoreSite(plates, ladders, { only: 'P2-C' });
  assert.match(choice?.evidence ?? '', /Dinner 10½″ and Side 6½″ can be compared/);
});
