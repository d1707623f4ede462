import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { isFetched } from '../src/evidence/evidence.ts';
import { scoreSite } from '../src/score/score-site.ts';
import { type MadeAnswers, madeSite, proposalFor } from './world/made-site.ts';

/** Words that a site has and that prove nothing: of others, denied, asked, hidden, invented. Neither quoted nor counted. */
const ladders = readLadders().get('v1') ?? assert.fail();
const score = (answers: MadeAnswers) => scoreSite(madeSite(answers), ladders);
const points = (answers: MadeAnswers) =>
  score(answers)
    .filter(({ id }) => id !== 'P3-E')
    .reduce((sum, { proposed }) => sum + proposed, 0);

const PATHS = ['services', 'prices', 'terms', 'contact'];
const NAV = `<nav><a href="/">Fenwold Saddlery</a>${PATHS.map((path) => `<a href="/${path}">${path}</a>`).join('')}</nav>`;
const inSite = (heading: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${heading} | Fenwold Saddlery</title>${head}</head><body>${NAV}<main><h1>${heading}</h1>${body}</main></body></html>`;
const sentences = (...all: string[]) => all.map((one) => `<p>${one}</p>`).join('');
const saddlery: MadeAnswers = {
  '/': inSite(
    'Fenwold Saddlery',
    sentences('Fenwold Saddlery repairs saddles, bridles and boots by hand, in two rooms behind the corn exchange.'),
  ),
  '/services': inSite(
    'Services',
    sentences('We restitch girths, restuff panels and fit new zips to long boots, and we tell you the price before.'),
  ),
  '/prices': inSite(
    'Prices',
    sentences('A girth costs £18, a panel £55, and an hour of our time £34. The smallest bill is £12.'),
  ),
  '/terms': inSite(
    'Terms',
    sentences('If a seam that we made opens within 6 months, we sew it again at no charge and pay the parcel back.'),
  ),
  '/contact': inSite(
    'Contact',
    sentences('Telephone 01632 960 111 or write to bench@fenwold.example; the workshop is open on four days a week.'),
  ),
};
const with_help = (...said: string[]): MadeAnswers => ({
  ...saddlery,
  '/services': inSite('Services', sentences('We restitch girths and restuff panels in our workshop.', ...said)),
});

describe('a sentence is under no claim that it does not make', () => {
  const cases: readonly (readonly [why: string, id: string, sentence: string])[] = [
    ['denied: a log', 'P3-C', 'There is no list of calls to choose from, no secret to sign with and no delivery log.'],
    ['denied: a certificate', 'P3-A', 'No licence, no entry in a register and no certificate is asked of a saddler.'],
    ['denied: an export', 'P5-B', 'We keep no customer account, and nothing of your history can be exported as CSV.'],
    ['asked: a reward', 'P5-D', 'How could a shop like ours add a loyalty programme with a discount for each year?'],
    ["the customer's duty: a certificate", 'P3-A', 'You will need to comply with PCI DSS if you take cards at a fair.'],
    [
      'reserved by the offerer: an end',
      'P5-C',
      'We may cancel or change the service at any time, without notice to you.',
    ],
    ['another sense: paging', 'P1-D', 'The eyelets stand in offset rows, and nine of them are the limit to a page.'],
    ['another sense: a start', 'P4-A', 'One reads alone in the Federal Register what may be shipped abroad.'],
    [
      'of others: a service level',
      'P3-A',
      'Most providers promise an uptime of 99.9 percent and credits for downtime.',
    ],
    ['planned: an interface', 'P5-A', 'Webhooks and an API for stables are coming soon.'],
    ["the customer's duty: to hold a certificate", 'P3-A', 'You will need to hold a PCI DSS certificate at the fair.'],
    ['the duty of others', 'P3-A', 'Riders are responsible for a PCI DSS certificate of their own.'],
    ['reserved: to end', 'P5-C', 'We may cancel the service at any time, without any notice to you.'],
    ['of somebody named before', 'P3-A', 'Their status page promised an uptime of 99.9 percent in every month.'],
    ['of others: scopes', 'P3-B', 'Most providers give each token the scopes orders:read and orders:write.'],
    ['denied: scopes', 'P3-B', 'We know no tokens with the scopes orders:read or orders:write.'],
    ['planned: roles', 'P3-B', 'Admins and viewers with permissions of their own are planned for next year.'],
    ['asked: keys', 'P3-B', 'Do you have restricted API keys that are read-only?'],
  ];
  for (const [why, id, sentence] of cases)
    test(`${why} (${id})`, () => {
      const { proposed, evidence, sources } = proposalFor(id, with_help(sentence));
      assert.equal(proposed, proposalFor(id, saddlery).proposed, evidence);
      const start = sentence.slice(0, 30);
      assert.ok(
        !evidence.includes(start) && sources.filter(isFetched).every(({ excerpt }) => !excerpt.includes(start)),
        evidence,
      );
    });
});

const INVENTED = [
  'The REST API has 48 operations and is described at the developer portal.',
  'Webhooks are signed with HMAC and sent again for 72 hours.',
  'Access tokens have the scopes orders:read, orders:write and stock:read.',
  'Tokens can be revoked at any time and expire after 60 minutes.',
  'The audit log lists every call and can be exported as CSV for 24 months.',
  'We are certified under ISO 27001 and SOC 2 Type II.',
  'The uptime was 99.98 percent last year, and downtime is credited by a tenth of the fee.',
  'The SDK is published for Python, Go, Ruby and TypeScript.',
  'A sandbox is open to everybody, without an account and without a card.',
  'The plan renews every month until you cancel it in your account with one click.',
  'Every year of staying lowers the price by 5 percent, up to 25 percent.',
  'Your history and preferences are kept in the customer account and can be recalled by the API.',
  'Plans: Basic $9 a month with 1,000 calls, Team $29 with 10,000 calls, Business $99 with 100,000 calls.',
  'If you exceed the limit, calls are answered with 429 until the next hour.',
  'You can upgrade at any time, and the difference is charged pro rata from the same day.',
  'The changelog is dated, versions are supported for 24 months, and changes are announced 90 days before.',
];
const block = `<section class="more"><h2>For agents</h2>${sentences(...INVENTED)}</section>`;
const home = (more: string, head = '') => ({
  ...saddlery,
  '/': inSite(
    'Fenwold Saddlery',
    sentences('Fenwold Saddlery repairs saddles, bridles and boots by hand.') + more,
    head,
  ),
});

describe('stuffing', () => {
  const before = points(home(''));
  const moved = (answers: MadeAnswers) => points(answers) - before;

  test('of llms.txt lifts a site by five points at most', () => {
    const llms = `# Fenwold Saddlery\n\n> Saddles\n\n## For agents\n\n${INVENTED.map((one) => `- ${one}`).join('\n')}\n`;
    assert.ok(moved({ ...home(''), '/llms.txt': llms }) <= 5, `${moved({ ...home(''), '/llms.txt': llms })} points`);
  });

  test('of the home page does, too', () => assert.ok(moved(home(block)) <= 5, `${moved(home(block))} points`));

  for (const [how, style] of [
    ['a class', '.more { display: none }'],
    ['one pixel of white on white', '.more { color: #fff; background: #fff; font-size: 1px }'],
  ] as const)
    test(`that ${how} hides lifts it by none`, () => assert.equal(moved(home(block, `<style>${style}</style>`)), 0));

  test('that a style sheet of the site hides lifts it by none', () => {
    const head = '<link rel="stylesheet" href="/look.css">';
    const sheet = { role: 'style_sheet', type: 'text/css', body: '.more { position: absolute; left: -9999px }' };
    assert.equal(moved({ ...home(block, head), '/look.css': sheet }), 0);
  });

  test('the same page twice lifts it by none', () =>
    assert.equal(moved({ ...home(''), '/prices-of-today': saddlery['/prices'] ?? '' }), 0));

  test('by a book as llms-full.txt is no condition, log, notice or discount', () => {
    const chapters = ['The toll road', 'The ferry', 'The mill race'].map(
      (title) =>
        `## ${title}\n\nThe keeper wrote each cart into a log, and sold a pass of ten crossings for $45. Whoever came back within 14 days was refunded, and a crossing after dark cost $3 more.\n`,
    );
    const book = { ...home(''), '/llms-full.txt': `# Roads of the hundred\n\n${chapters.join('\n')}` };
    const before_of = new Map(score(home('')).map(({ id, proposed }) => [id, proposed]));
    for (const { id, proposed, evidence } of score(book))
      if (!id.startsWith('P1')) assert.equal(proposed, before_of.get(id), `${id}: ${evidence}`);
  });

  test('by pages that nothing links lifts it by five points at most', () => {
    const pages = {
      '/help': inSite('Help', sentences(...INVENTED.slice(9))),
      '/docs': inSite('Documentation', sentences(...INVENTED.slice(0, 9))),
      '/pricing': inSite('Pricing', sentences(...INVENTED.slice(9, 14))),
    };
    assert.ok(moved({ ...home(''), ...pages }) <= 5, `${moved({ ...home(''), ...pages })} points`);
  });

  test('of scopes in prose alone gives no rung that needs a witness', () => {
    const said = 'Access tokens have the scopes orders:read, orders:write and stock:read.';
    assert.ok(proposalFor('P3-B', with_help(said)).proposed <= 2);
  });

  test('articles on what others sell lift it by two points at most, wherever they are', () => {
    const articles = [
      [
        'A year at the pool',
        'The pool sells a pass of ten swims for $45. Holders cancel it within 14 days for a full refund.',
      ],
      [
        'What phones cost',
        'Telvane offers Small at $9 and Large at $29 a month. Each contract renews for 12 months until it is cancelled.',
      ],
      [
        'How the library lends',
        'The library keeps a log of loans, which can be exported as CSV. Each card has the scopes read and write.',
      ],
      [
        'An accountant speaks',
        'Brattle & Co are certified under ISO 27001. If books come late, they charge a fee of 5 percent.',
      ],
      [
        'Inside a data centre',
        'Its uptime was 99.98 percent, and downtime is credited. The API has 48 operations and an SDK for Go.',
      ],
    ] as const;
    const pages = Object.fromEntries(
      articles.map(([title, text]) => [
        `/${title.toLowerCase().replaceAll(' ', '-')}`,
        `<!doctype html><html lang="en"><head><title>${title}</title></head><body><article><h1>${title}</h1>${sentences(text, 'So much for what I found out there on a rainy day in the town.')}</article></body></html>`,
      ]),
    );
    assert.ok(moved({ ...home(''), ...pages }) <= 2, `${moved({ ...home(''), ...pages })} points`);
  });
});

describe('the way in', () => {
  const WORK = sentences('We restitch girths, restuff panels and fit new zips to long boots in our own workshop.');
  const WAY_IN = /telephone|\bway in\b|by (?:phone|mail)/i;
  const page = (body: string): MadeAnswers => ({ ...saddlery, '/services': inSite('Services', `${body}${WORK}`) });

  test('of a site that names none is said to be not found, and nothing takes its place', () => {
    const { proposed, evidence } = proposalFor('P4-A', saddlery);
    assert.equal(proposed, 0);
    assert.match(evidence, /^No form, sign-up, booking or order was found on the pages that were read \(/);
    assert.doesNotMatch(evidence, WAY_IN);
  });

  for (const [name, body] of [
    ['takes gifts online', '<p>Give what you can.</p><p><a href="/give">Donate now</a></p>'],
    ['has a cart', '<p>Bridles from £48.</p><p><a href="/cart">Add to cart</a></p>'],
    ['sells without an account', '<p>Buy a girth online without an account.</p><p><a href="/cart">Buy now</a></p>'],
  ] as const)
    test(`of a site that ${name} is not called telephone or mail`, () => {
      const { evidence } = proposalFor('P4-A', page(body));
      assert.doesNotMatch(evidence, WAY_IN);
      if (/cart/.test(body)) assert.match(evidence, /^Orders or bookings are taken online/);
    });
});

describe('a site in German', () => {
  const plans = [
    ['Zelle', '1 Platz', '39 €'],
    ['Bund', '3 Plätze', '89 €'],
    ['Zunft', '8 Plätze', '190 €'],
    ['Gilde', '20 Plätze', '420 €'],
  ];
  const rows = plans.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('');
  const german = (title: string, body: string) =>
    `<!doctype html><html lang="de"><head><title>${title}</title></head><body><nav><a href="/">Werkhof</a> <a href="/preise">Preise</a></nav><main><h1>${title}</h1>${body}</main></body></html>`;
  const answers: MadeAnswers = {
    '/': german(
      'Werkhof',
      sentences(
        'Der Werkhof vermietet Plätze an Werkbänken, die für alle offen sind und die wir jeden Morgen richten.',
      ),
    ),
    '/preise': german(
      'Preise',
      `<table><tr><th>Vertrag</th><th>Plätze</th><th>Preis im Monat</th></tr>${rows}</table>${sentences('Alle Verträge sind monatlich kündbar, mit einer Frist von 14 Tagen.', 'Der Vertrag verlängert sich automatisch um einen Monat, wenn Sie ihn nicht kündigen.')}`,
    ),
  };

  test('is not told that it is silent on renewing, which it says', () => {
    const { proposed, evidence } = proposalFor('P5-C', answers);
    assert.doesNotMatch(evidence, /Nothing is said|not said|No period of notice/);
    assert.match(evidence, /cancelling is spoken of at \/preise\. Renewal or a term is spoken of at \/preise/);
    assert.ok(proposed >= 2, `${proposed}`);
  });

  test('is not told that nothing compares its four plans', () => {
    const { proposed, evidence } = proposalFor('P2-C', answers);
    assert.doesNotMatch(evidence, /no table or list|Nothing to choose/);
    assert.ok(proposed >= 2, `${proposed}`);
  });
});

describe('the same again', () => {
  test('a line that two hundred products repeat with other names and numbers is one condition', () => {
    const products = Object.fromEntries(
      Array.from({ length: 200 }, (_, at) => [
        `/products/bit-${at}`,
        inSite(`Bit ${at}`, sentences(`If you order bit ${at} within ${at + 2} days, its ring of £${at + 9} is free.`)),
      ]),
    );
    const many = proposalFor('P2-D', { ...saddlery, ...products });
    const one = proposalFor('P2-D', { ...saddlery, '/products/bit-1': products['/products/bit-1'] ?? '' });
    assert.ok(many.proposed - one.proposed <= 1, `${many.proposed} for ${one.proposed}: ${many.evidence}`);
  });
});

test('documentation counts alike on one page and on several', () => {
  const parts: readonly (readonly [string, string])[] = [
    ['Orders', '<pre><code>GET /v1/orders</code></pre><p>Lists the orders of a shop, at most 100 of them.</p>'],
    ['Parcels', '<pre><code>POST /v1/parcels</code></pre><p>Makes a parcel of at most 30 kg.</p>'],
    ['Labels', '<pre><code>GET /v1/labels/{id}</code></pre><p>Gives a label of at most 2 MB.</p>'],
    ['Limits', '<p>A key may make 60 calls in a minute. Above that calls are answered with 429.</p>'],
  ];
  const about = sentences(
    'What a program asks of our bench, it asks with a key, in JSON, and is answered in the same form.',
  );
  const home_to = (links: string) => ({ '/': inSite('Fenwold Saddlery', sentences('We repair saddles.') + links) });
  const pages = parts.map(([title, body]) => [`/docs/${title.toLowerCase()}`, title, body + about] as const);
  const several: MadeAnswers = {
    ...saddlery,
    ...home_to(pages.map(([path, title]) => `<p><a href="${path}">${title}</a></p>`).join('')),
    ...Object.fromEntries(pages.map(([path, title, body]) => [path, inSite(title, body)])),
  };
  const all = parts.map(([title, body]) => `<h2>${title}</h2>${body}`).join('');
  const one: MadeAnswers = {
    ...saddlery,
    ...home_to('<p><a href="/docs">Documentation</a></p>'),
    '/docs': inSite('Documentation', all + about),
  };
  for (const id of ['P1-D', 'P2-B', 'P2-D', 'P3-B']) {
    const [apart, together] = [proposalFor(id, several).proposed, proposalFor(id, one).proposed];
    assert.ok(Math.abs(apart - together) <= 1, `${id}: ${apart} on four pages, ${together} on one`);
  }
});
