import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madePage, madeSite } from '../../../test/world/made-site.ts';
import { pricesIn } from '../../read/text/prices.ts';
import { visiblePrices } from './asked-prices.ts';
import { priceForms } from './price-forms.ts';

const amounts = (text: string) => pricesIn(text).map(({ amount }) => amount);

test('an amount counts with its currency, in the ways that people write it', () => {
  for (const [text, ...expected] of [
    ['$29 / month', 29],
    ['29,90 € pro Monat', 29.9],
    ["CHF 1'200.50 per year", 1200.5],
    ['1.234,56 € or €1,234.56', 1234.56, 1234.56],
    ['$1,990/yr', 1990],
    ['kr 399, or 499 kr', 399, 499],
    ['from $0.0015 per request', 0.0015],
    ['A$20 and 12 USD and EUR 30', 20, 12, 30],
    ['2.9% + 30¢ per charge', 2.9, 0.3],
    ['5 % commission', 5],
    ['From R845\nper night', 845],
    ['from R1250 a night', 1250],
    ['From R1,290per night · 2 guests', 1290],
    ['R12,500 / R8,750 / R15,000 / R950', 12500, 8750, 15000, 950],
    ['R360.00 for the site, R90.00 for a guest, R700.00 for the cabin', 360, 90, 700],
  ] as const)
    assert.deepEqual(amounts(text), expected, text);
});

test('a sign belongs to the amount of its own line: the next one is another cell', () => {
  const words = (text: string) => pricesIn(text).map((price) => price.words);
  assert.deepEqual(words('Uhr reinigen\n145 €\n3 Wochen\n390 €\n6 Wochen'), ['145 €', '390 €']);
  assert.deepEqual(words('Le Four\n85 €\n520 €\n2 nuits'), ['85 €', '520 €']);
  // … unless it is alone there.
  assert.deepEqual(amounts('Team\n$\n29\nper month\nFirm\n49\n€\nper month'), [29, 49]);
});

test('what only looks like a price is none', () => {
  for (const text of [
    'We raised $5M and $10 million',
    'R2-D2',
    'from the R250 road',
    'the R900 motorcycle, twice per month',
    'Take the exit from R300 a little further',
    'we moved up from R25\nto the ring',
    '99.9 % uptime',
    'save 20 % on 30 seats',
    '$10k in grants',
    'version 2.0',
  ])
    assert.deepEqual(amounts(text), [], text);
});

test('a period beside the amount is noted', () => {
  assert.deepEqual(
    pricesIn('$29 per user, $5 once, 99 € / Nacht, $7').map(({ period }) => period),
    [true, true, false, false],
  );
});

test('prices are looked for on pages about them, else on the home page; never in articles about others', () => {
  const article = { role: 'blog', body: madePage('<h1>What Acme asks</h1><p>$99 per month</p>') };
  const site = madeSite({
    '/': madePage(
      '<h1>Home</h1><p>Customers saved $500 last year.</p><p>Our clients save from $90 per month.</p><p>From $29 a month</p>',
    ),
    '/blog/acme-pricing': article,
  });
  assert.deepEqual(visiblePrices(site).amounts, [29]);
  const priced = madeSite({
    '/': madePage('<p>From $29 a month</p>'),
    '/pricing': { role: 'pricing', body: madePage('<p>$39</p>') },
  });
  assert.deepEqual(visiblePrices(priced).amounts, [39]);
});

test('the old and the new price of a card are prices', () => {
  const card = madeSite({
    '/': madePage('<h1>Mill</h1><h3>Honey</h3><p><b>₹310</b> <s>₹360</s></p><p>Add to cart</p>'),
  });
  assert.deepEqual(visiblePrices(card).amounts, [310, 360]);
});

test('prices are also answers to questions, where no page of the offer shows any', () => {
  const asked = '<h1>Questions</h1><p>Grown-up lessons are £38 and lessons for children are £24.</p>';
  const fee = '<h2>What does it cost?</h2><p>A first visit costs £60.</p>';
  const page = (role: string, body: string) => ({ role, body: madePage(body) });
  const amounts = (answers: Parameters<typeof madeSite>[0]) => visiblePrices(madeSite(answers)).amounts;
  const home = madePage('<h1>Mill Therapies</h1>');
  assert.deepEqual(amounts({ '/': home, '/faq': page('help', fee) }), [60]);
  assert.deepEqual(amounts({ '/': home, '/about': page('about', fee) }), []);
  for (const other of [
    'Last year we gave £20,000 to children in need.',
    'The minimum wage is £11 per hour.',
    'You can claim up to $5,000 per person from your insurer.',
    'Our students leave with an average salary of $90,000.',
  ])
    assert.deepEqual(amounts({ '/': home, '/faq': page('help', `<h2>Is it so?</h2><p>${other}</p>`) }), [], other);
  assert.deepEqual(amounts({ '/': madePage('<h1>Mill</h1><p>$40,000 / $160,000</p>') }), []);
  assert.deepEqual(amounts({ '/': home, '/faq': page('help', asked) }), [38, 24]);
  assert.deepEqual(amounts({ '/': madePage('<p>From £50 a visit</p>'), '/faq': page('help', fee) }), [50]);
});

test('an amount from which delivery is free is no price, in any of the languages', () => {
  for (const threshold of [
    'Free shipping on orders over $75.',
    'Orders over $75 ship free within the country.',
    'Delivery is free from $75.',
    'Versandkostenfrei ab 75 €.',
    'Ab 75 € Bestellwert liefern wir kostenlos.',
    'Livraison offerte dès 75 € d’achat.',
    'Envío gratis a partir de 75 €.',
    'Spedizione gratuita per ordini superiori a 75 €.',
    'Gratis verzending vanaf 75 €.',
    'Frete grátis a partir de 75 €.',
  ]) {
    const body = madePage(`<h1>Prices</h1><p>The small one is at 29 €.</p><p>${threshold}</p>`);
    assert.deepEqual(
      visiblePrices(madeSite({ '/': madePage('<h1>Mill</h1>'), '/prices': { role: 'pricing', body } })).amounts,
      [29],
      threshold,
    );
  }
  const paid = madePage('<h1>Prices</h1><p>Shipping costs $9 for orders of $30 and is free for members.</p>');
  assert.deepEqual(
    visiblePrices(madeSite({ '/': madePage('<h1>Mill</h1>'), '/prices': { role: 'pricing', body: paid } })).amounts,
    [9, 30],
  );
});

test('what others ask is no price of the offer, in a column beside the one of its name', () => {
  const column = (head: string, line: string) => `<div><h4>${head}</h4><ul><li>${line}</li></ul></div>`;
  const home = (head: string, name: string) =>
    `<h2>Why us?</h2>${column(head, 'They ask for $4–12/month')}${column(name, 'One purchase')}`;
  const visible = (html: string) => visiblePrices(madeSite({ '/': madePage(html) })).amounts;
  assert.deepEqual(visible(home('Most other apps', 'Example')), []);
  assert.deepEqual(visible(home('Most other apps', 'Grinding')), [4], 'nothing is compared');
  assert.deepEqual(visible(home('Monthly', 'Example')), [4]);
  assert.deepEqual(visible(home('Most popular treatments', 'Example')), [4], 'what is sold most');
  assert.deepEqual(visible(home('Other services', 'Example')), [4], 'what is sold too');
});

test('what the offerer pays himself is no price', () => {
  const body = madePage('<h1>Fees</h1><p>Members pay $40 a year. The hall costs us $900 a month.</p>');
  const site = madeSite({ '/': madePage('<h1>Mill</h1>'), '/fees': { role: 'pricing', body } });
  assert.deepEqual(visiblePrices(site).amounts, [40]);
});

test('of data, prices and not limits are read', () => {
  const site = madeSite({
    '/': madePage('<h1>Home</h1>'),
    '/pricing.json': JSON.stringify({
      currency: 'USD',
      plans: [
        { name: 'Team', price: 29, period: 'month', limits: { calls: { amount: 300, unit: 'calls per minute' } } },
        { name: 'Depot', price: { amount: 149, currency: 'USD' }, period: 'month' },
      ],
    }),
  });
  assert.deepEqual(
    priceForms(site).flatMap(({ form, prices }) => prices.map(({ amount }) => `${form} ${amount}`)),
    ['JSON 29', 'JSON 149'],
  );
});

test('a general text that several addresses answer with when asked for Markdown is no form of their prices', () => {
  const overview =
    '# Overview\n\nPlans from $29/mo. We sell what others do not, and have done so for many years now.\n'.repeat(4);
  const page = madePage('<h1>Page</h1><p>Prices from $29 a month</p>');
  const site = madeSite({
    ...{ '/': page, '/a': { role: 'product', body: page }, '/b': { role: 'product', body: page } },
    ...{
      'text/markdown /a': { role: 'product', body: overview },
      'text/markdown /b': { role: 'product', body: overview },
    },
  });
  assert.deepEqual(priceForms(site), []);
});

test('a currency may be in the head of the column only', () => {
  const rows =
    '<tr><th>Tier</th><th>CHF per month</th><th>Lookups</th></tr><tr><td>Path</td><td>39</td><td>25</td></tr>';
  const pricing = { role: 'pricing', body: madePage(`<h1>Pricing</h1><table>${rows}</table>`) };
  assert.deepEqual(visiblePrices(madeSite({ '/': madePage('<h1>Mill</h1>'), '/pricing': pricing })).amounts, [39]);
});
