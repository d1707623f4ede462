import assert from 'node:assert/strict';
import { test } from 'node:test';
import { madePage, madeSite, proposalFor } from '../../../test/world/made-site.ts';
import { fallingOn } from './falling-prices.ts';

const table = (...rows: string[][]): string =>
  `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
const found = (html: string) => {
  const [page] = madeSite({ '/': madePage(`<h1>Prices</h1>${html}`) }).pages;
  return page && fallingOn(page);
};

test('several of one thing that cost less each are found among other rows, in any language', () => {
  const rows = [
    ['', 'Manual'],
    ['1 hour lesson', '€45'],
    ['6 lessons', '€250'],
    ['90 min pre-test', '€65'],
  ];
  assert.deepEqual(found(table(...rows)), ['1 hour lesson: €45', '6 lessons: €250']);
  assert.deepEqual(found(table(['Gruppe', '1 Halbtag', '3 Halbtage'], ['Gämsli', '52.–', '132.–'])), [
    '1 Halbtag: 52.–',
    '3 Halbtage: 132.–',
  ]);
});

test('sizes that are ages are no amounts of anything', () => {
  assert.equal(
    found(table(['Size', 'Price'], ['3-6 months', '$52'], ['6–9 months', '$54'], ['12-24 mo', '$58'])),
    undefined,
  );
});

test('months and years that are rented are amounts', () => {
  const rent = [
    ['Months', 'A month'],
    ['1-3 months', '$60'],
    ['4-6 months', '$50'],
    ['7-12 months', '$40'],
  ];
  assert.deepEqual(found(table(...rent)), ['1-3 months: $60', '7-12 months: $40']);
  const licence = [
    ['Term', 'Price'],
    ['1-2 years', '$60'],
    ['3-5 years', '$150'],
    ['6-10 years', '$240'],
  ];
  assert.ok(found(table(...licence)));
});

test('rising counts without a common name need three steps', () => {
  assert.deepEqual(found(table(['Copies', 'Price'], ['10', '$20'], ['50', '$80'], ['100', '$120'])), [
    '10: $20',
    '100: $120',
  ]);
  assert.equal(found(table(['Copies', 'Price'], ['10', '$20'], ['50', '$80'])), undefined);
});

test('a single one and packages of it are counts, the largest first or last', () => {
  const packages = [
    ['Strippenkaart', 'Privé', 'Duo'],
    ['Kaart van 20 ritten', '€17,00', '€13,00 pp'],
    ['Kaart van 8 ritten', '€19,50', '€15,00 pp'],
    ['Losse rit', '€22,00', '€18,00 pp'],
  ];
  assert.deepEqual(found(table(...packages)), ['Losse rit: €22,00', 'Kaart van 20 ritten: €17,00']);
  assert.deepEqual(found(table(['Single ride', '$8'], ['Book of 10 rides', '$60'])), [
    'Single ride: $8',
    'Book of 10 rides: $60',
  ]);
  assert.equal(found(table(['Single ride', '$8'], ['Book of 10 rides', '$80'])), undefined, 'the same each');
  for (const other of [
    [
      ['Single room', '€60'],
      ['Room for 4', '€120'],
    ],
    [
      ['Single malt whisky', '£40'],
      ['12 year malt whisky', '£60'],
    ],
    [
      ['Single storey', '£900'],
      ['2 storey', '£1500'],
    ],
    [
      ['Menu of 3 courses', '£35'],
      ['Menu of 5 courses', '£50'],
    ],
    [
      ['18 and over', '£12'],
      ['12 to 17', '£10'],
      ['5 to 11', '£8'],
    ],
    [
      ['14 days before', '£50'],
      ['7 days before', '£40'],
      ['2 days before', '£30'],
    ],
  ])
    assert.equal(found(table(...other)), undefined, other.join(' | '));
});

test('a column of prices a unit that fall where those of the whole rise is found', () => {
  const jars = [
    ['Jar', 'Price', 'Per 100 g'],
    ['Small', '£4.50', '£1.80'],
    ['Middle', '£8', '£1.60'],
    ['Large', '£14', '£1.40'],
  ];
  assert.deepEqual(found(table(...jars)), ['Small: £1.80', 'Large: £1.40']);
  const tins = [
    ['Tin', 'Price', 'Value'],
    ['Leaf 2g', '$30', '$15/g'],
    ['Leaf 5g', '$70', '$14/g'],
    ['Leaf 9g', '$117', '$13/g'],
  ];
  assert.deepEqual(found(table(...tins)), ['Leaf 2g: $15/g', 'Leaf 9g: $13/g']);
  const repairs = [
    ['Work', 'Call-out', 'Per hour'],
    ['Weekend', '£90', '£60'],
    ['Evening', '£70', '£50'],
    ['Day', '£40', '£40'],
  ];
  assert.equal(found(table(...repairs)), undefined, 'what costs less costs less an hour');
  const deals = [
    ['Phone', 'Now', 'Per month'],
    ['A', '£20', '£30'],
    ['B', '£50', '£28'],
    ['C', '£100', '£20'],
  ];
  assert.equal(found(table(...deals)), undefined, 'paid in two parts');
});

test('columns of ranges and plans with rising contents need three steps', () => {
  const head = ['Code', 'What', '1-9', '10-99', '500+'];
  assert.deepEqual(found(table(head, ['OR-31', 'Ring 25 x 2', '0,62', '0,31', '0,09'])), ['1-9: 0,62', '500+: 0,09']);
  assert.equal(found(table(['Seat', '1-9', '10-99', '500+'], ['Row', '0,62', '0,80', '0,90'])), undefined);
  const plans = [
    ['Plan', 'Month', 'Letters included', 'Each more'],
    ['Start', '€39', '500', '€0.09'],
    ['Team', '€149', '3,000', '€0.06'],
    ['Firm', '€590', '20,000', '€0.035'],
  ];
  assert.deepEqual(found(table(...plans)), ['500: €0.09', '20,000: €0.035']);
  assert.equal(found(table(...plans.slice(0, 3))), undefined);
  const prizes = [
    ['Place', 'Of', 'Prize'],
    ['First', '1', '€300'],
    ['Second', '2', '€200'],
    ['Third', '3', '€100'],
  ];
  assert.equal(found(table(...prizes)), undefined, 'nothing costs more');
});

test('a year that costs less than its months is found in a row, under headings and in a sentence', () => {
  assert.deepEqual(found(table(['Plan', 'Monthly', 'Yearly'], ['Solo', '£21', '£210'])), [
    '21 GBP a month',
    '210 a year',
  ]);
  assert.deepEqual(found('<p>Reader costs £21 a month or £210 a year.</p>'), ['21 GBP a month', '210 a year']);
  assert.equal(found('<p>Reader costs £21 a month or £252 a year.</p>'), undefined, 'twelve months');
  for (const [sentence, month, year] of [
    ['Lesezirkel Plus kostet 3,49 € pro Monat oder 34,90 € pro Jahr.', '3.49 EUR', '34.9'],
    ['Der Tarif kostet 12 € monatlich, 120 € jährlich.', '12 EUR', '120'],
    ['Le forfait coûte 15 € par mois ou 150 € par an.', '15 EUR', '150'],
    ['La tarifa cuesta 15 € al mes o 150 € al año.', '15 EUR', '150'],
    ['Il piano costa 15 €/mese oppure 150 € all’anno.', '15 EUR', '150'],
    ['Het abonnement kost 15 € per maand of 150 € per jaar.', '15 EUR', '150'],
    ['Il piano costa 150 € all’anno oppure 15 € al mese.', '15 EUR', '150'],
    ['O plano custa 15 € por mês ou 150 € por ano.', '15 EUR', '150'],
    ['O plano custa 15 € mensais ou 150 € anuais.', '15 EUR', '150'],
    ['Il piano costa 15 € mensili o 150 € annui.', '15 EUR', '150'],
    ['Le forfait coûte 15 € mensuels ou 150 € annuels.', '15 EUR', '150'],
  ] as const)
    assert.deepEqual(found(`<p>${sentence}</p>`), [`${month} a month`, `${year} a year`], sentence);
  assert.deepEqual(found(table(['Tarif', 'Monatlich', 'Jährlich'], ['Solo', '21 €', '210 €'])), [
    '21 EUR a month',
    '210 a year',
  ]);
  for (const other of [
    'Der Kurs kostet 15 € im Monat, 150 € an der Abendkasse.',
    'Die Miete kostet 30 € im Monat, die Versicherung 300 € im Jahr.',
    'Erwachsene 20 € monatlich, Kinder 150 € jährlich.',
    'Les cours coûtent 30 € par mois, plus une adhésion de 210 € par an.',
    'La cuota es de 30 € al mes y la matrícula de 250 € anuales.',
    'Sie zahlen 15 € im Monat und sparen 120 € im Jahr.',
    'Hosting costs $10 per month and the domain is $90 per year.',
    'Comptez 15 € à mes frais, puis 120 € à l’année prochaine.',
    'Der Beitrag war 15 € im Monat, 120 € im Jahr 2019.',
  ])
    assert.equal(found(`<p>${other}</p>`), undefined, other);
  for (const head of [
    ['Platz', 'Mo–Fr', 'An Feiertagen'],
    ['Posten', 'Kosten monatlich', 'Ersparnis jährlich'],
    ['Verein', 'Beitrag monatlich', 'Aufnahme ab 3 Jahren'],
    ['Vaccin', 'Chiot 2 mois', 'Chien 1 an'],
    ['Fondo', 'Rendita mensile', 'Rendita annuale'],
    ['Service', 'Mes tarifs', 'Prix par an'],
  ])
    assert.equal(found(table(head, ['Eins', '20 €', '150 €'])), undefined, head.join(' | '));
});

test('what is heavier, longer or for more people does not fall', () => {
  assert.equal(found(table(['Parcel', 'Price'], ['1 kg', '€5'], ['5 kg', '€9'], ['10 kg', '€12'])), undefined);
  assert.equal(found(table(['Lesson', 'Price'], ['1 hour lesson', '€45'], ['2 hours lesson', '€80'])), undefined);
  assert.equal(
    found(table(['Room', 'Price'], ['1 person', '€60'], ['2 persons', '€90'], ['4 persons', '€120'])),
    undefined,
  );
  assert.equal(found(table(['Umzug', 'Preis'], ['1 Zimmer, 35 m²', '590 €'], ['2 Zimmer, 60 m²', '980 €'])), undefined);
  assert.equal(found(table(['Pass', 'Price'], ['1 visit', '€10'], ['10 visits', '€100'])), undefined, 'the same each');
});

test('prices that fall are an advantage of staying in figures (P5-D)', () => {
  const prices = madePage(`<h1>Prices</h1>${table(['', 'Price'], ['1 lesson', '€45'], ['6 lessons', '€250'])}`);
  const { proposed, evidence } = proposalFor('P5-D', {
    '/': madePage('<h1>School</h1>'),
    '/prices': { role: 'pricing', body: prices },
  });
  assert.equal(proposed, 2);
  assert.match(evidence, /More costs less each: 1 lesson: €45, 6 lessons: €250/);
});

test('of a large table only the beginning is looked at', () => {
  const filler = Array.from({ length: 100 }, () => ['x', 'y']);
  const falling = [
    ['1 visit', '€10'],
    ['10 visits', '€70'],
  ];
  assert.deepEqual(found(table(['Pass', 'Price'], ...falling, ...filler)), ['1 visit: €10', '10 visits: €70']);
  assert.equal(found(table(['Pass', 'Price'], ...filler, ...falling)), undefined);
});
