import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignPage, type MadeAnswers, madePage, proposalFor } from '../../../test/world/made-site.ts';
import { isFetched } from '../../evidence/evidence.ts';

const proposed = (id: string, answers: MadeAnswers) =>
  proposalFor(id, { '/': madePage('<h1>Home</h1>'), ...answers }).proposed;
const page = (html: string) => madePage(html);
const done = { responses: { 200: { description: 'Done' } } };
const query = (...names: string[]) => names.map((name) => ({ name, in: 'query', schema: { type: 'string' } }));
const api = (paths: object) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Bench', version: '2.1.0' },
    servers: [{ url: 'https://api.example.com' }],
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    security: [{ key: [] }],
    paths,
  });

test('memory: from an account to calls that recall', () => {
  const rung = (answers: MadeAnswers) => proposed('P5-B', answers);
  assert.equal(rung({}), 0);
  assert.equal(rung({ '/help': page('<h1>Help</h1><p>My account shows past orders.</p>') }), 1);
  assert.equal(rung({ '/help': page('<h1>Help</h1><p>Manage your reservations after you log in.</p>') }), 1);
  assert.equal(rung({ '/extras': page('<h1>Extras</h1><p>Choose a wine for your reservation.</p>') }), 0);
  assert.equal(rung({ '/help': page('<h1>Help</h1><p>Export your data as CSV in the settings.</p>') }), 2);
  const portal = (line: string) => ({ '/help': page(`<h1>Help</h1><h2>The customer portal</h2><p>${line}</p>`) });
  assert.equal(rung(portal('You find deliveries, invoices and certificates there.')), 1);
  assert.equal(rung(portal('It has deliveries and invoices of the last 5 years.')), 2);
  const listed = { '/v1/jobs': { get: { operationId: 'listJobs', parameters: query('cursor', 'limit'), ...done } } };
  assert.equal(rung({ '/openapi.json': api(listed) }), 3);
  const usage = { ...listed, '/v1/usage': { get: { operationId: 'getUsage', ...done } } };
  assert.equal(rung({ '/openapi.json': api(usage) }), 3);
  const kept = { '/pricing': page('<h1>Prices</h1><p>€9 a month with 90 days of data retention.</p>') };
  assert.equal(rung({ '/openapi.json': api(usage), ...kept }), 4);
  const since = {
    '/v1/jobs': { get: { operationId: 'listJobs', parameters: query('cursor', 'updated_since'), ...done } },
  };
  assert.equal(rung({ '/openapi.json': api(since) }), 4);
  const memory = { ...usage, '/v1/memories': { get: { operationId: 'listMemories', ...done } } };
  assert.equal(rung({ '/openapi.json': api(memory), ...kept }), 5);
});

test('renewal: a call that only a sample shows makes something, and changes no plan', () => {
  const sample = '<pre>curl -d weight=2 https://api.example.com/v1/orders</pre>';
  const docs = { role: 'docs', body: madePage(`<h1>Orders</h1><p>Our API takes parcels.</p>${sample}`) };
  assert.ok(proposalFor('P5-C', { '/': madePage('<h1>Home</h1>'), '/docs/orders': docs }).proposed < 4);
});

test("memory: tools of a card are calls, lists without credentials are nobody's own", () => {
  const card = {
    name: 'bench',
    serverUrl: 'https://api.example.com/mcp',
    tools: [{ name: 'list_projects' }, { name: 'get_usage' }, { name: 'recent_events' }],
  };
  const kept = { '/pricing': page('<h1>Prices</h1><p>€9 a month with 90 days of data retention.</p>') };
  assert.equal(proposed('P5-B', { '/.well-known/mcp/server-card.json': JSON.stringify(card), ...kept }), 4);
  const open = {
    '/v1/forecast': { get: { operationId: 'forecast', security: [], parameters: query('limit'), ...done } },
  };
  assert.equal(proposed('P5-B', { '/openapi.json': api(open) }), 0);
});

const CANCEL = '<p>You can cancel at any time in your account settings.</p>';
const RENEW = '<p>Plans renew automatically each month.</p>';
const NOTICE = '<p>We tell you of a price change 30 days before it takes effect.</p>';

test('ending is quoted where customers do it, and not what is paid back, nor whom to write to', () => {
  const evidence = (terms: string) =>
    proposalFor('P5-C', { '/': madePage('<h1>Home</h1>'), '/terms': page(`<h1>Terms</h1>${terms}`) }).evidence;
  assert.match(evidence(CANCEL), /cancelling is spoken of at \/terms: "You can cancel at any time/);
  const credit = '<p>On closing your account, credit above £10 is paid back to you within 30 days.</p>';
  assert.doesNotMatch(evidence(credit), /credit/);
  assert.match(evidence('<p>Monthly, you cancel your plan when you like.</p>'), /cancelling is spoken of at \/terms\./);
  assert.match(evidence('<p>To cancel your boat, you write an email to us.</p>'), /is spoken of at \/terms\./);
});

test('renewal: from a letter to a call', () => {
  const rung = (terms: string, answers: MadeAnswers = {}) =>
    proposed('P5-C', { '/terms': page(`<h1>Terms</h1>${terms}`), ...answers });
  assert.equal(rung(''), 0);
  assert.equal(rung('<p>To cancel, write an email to us.</p>'), 1);
  assert.equal(rung('<p>We are members of the Renewable Energy Council, and our SSL is renewed each year.</p>'), 0);
  assert.equal(rung('<p>Our prices include tax.</p><p>All prices are for two people.</p>'), 0, 'prices alone');
  assert.equal(rung(NOTICE), 1);
  assert.equal(rung(CANCEL), 2);
  assert.equal(rung(`<p>To cancel, write an email to us.</p>${RENEW}`), 2, 'by letter, and both are said');
  assert.equal(rung('<p>You may change the date of your order by a button in your account.</p>'), 2);
  assert.equal(rung('<h2>Your plan</h2><ul><li>Change your plan in the portal of your boat</li></ul>'), 2);
  assert.equal(rung('<p>To change your plan, contact us.</p>'), 0);
  assert.equal(rung('<p>If you need to change your plans, tell us two days before.</p>'), 0, 'of a journey');
  assert.equal(rung(CANCEL + RENEW), 2);
  assert.equal(rung(CANCEL + RENEW + NOTICE), 3);
  const call = {
    '/openapi.json': api({ '/v1/subscription': { delete: { operationId: 'endSubscription', ...done } } }),
  };
  assert.equal(rung(CANCEL + RENEW + NOTICE, call), 4);
  const paid = { '/docs/pay': page('<h1>Paying</h1><p>Agents pay each renewal by x402.</p>') };
  assert.equal(rung(CANCEL + RENEW + NOTICE, { ...call, ...paid }), 5);
});

test('renewal: when a change of plan takes effect says that customers make it', () => {
  const changing = '<h2>Moving between plans</h2><p>Downgrades apply from the month that follows.</p>';
  assert.equal(proposed('P5-C', { '/pricing': page(`<h1>Pricing</h1>${changing}`) }), 2);
  const walk = '<p>In bad weather we change plans and walk in the valley. Call us to change plans.</p>';
  assert.equal(proposed('P5-C', { '/tours': page(`<h1>Tours</h1>${walk}`) }), 0);
});

test('value: claims, figures, figures with use shown, insight for programs', () => {
  const rung = (answers: MadeAnswers) => proposed('P5-D', answers);
  assert.equal(rung({}), 0);
  assert.equal(rung({ '/rates': page('<h1>Rates</h1><p>Regular guests get a discount upon request.</p>') }), 1);
  assert.equal(
    rung({ '/rates': page('<h1>Rates</h1><p>Pensioners get a discount upon request.</p>') }),
    0,
    'for an age',
  );
  const yearly = '<p>Paid yearly you save two months.</p>';
  assert.equal(rung({ '/pricing': page(`<h1>Prices</h1>${yearly}`) }), 2);
  const shown = '<p>The dashboard has analytics of your usage.</p>';
  assert.equal(rung({ '/pricing': page(`<h1>Prices</h1>${shown}`) }), 2);
  assert.equal(rung({ '/pricing': page('<h1>Prices</h1><p>Each plan comes with quarterly reports.</p>') }), 2);
  assert.equal(rung({ '/pricing': page(`<h1>Prices</h1>${yearly}${shown}`) }), 3);
  const digest = { '/openapi.json': api({ '/v1/digest': { get: { operationId: 'weeklyDigest', ...done } } }) };
  const found = proposalFor('P5-D', { '/': page(''), '/pricing': page(`<h1>Prices</h1>${yearly}${shown}`), ...digest });
  assert.deepEqual([found.proposed, found.high], [4, 5]);
  const stats = { '/openapi.json': api({ '/v1/stats': { get: { operationId: 'readStats', ...done } } }) };
  const counted = { '/': page(''), '/pricing': page(`<h1>Prices</h1>${yearly}${shown}`), ...stats };
  assert.equal(rung(counted), 3, 'what was used is counted, and nothing is derived from it');
});

test('integration: what customers run is named, once or twice', () => {
  const rung = (words: string) => proposed('P5-A', { '/help': page(`<h1>Help</h1>${words}`) });
  assert.equal(rung('<p>We send each bill to Xero.</p>'), 1);
  assert.equal(rung('<p>We send each bill to Xero.</p><p>Orders are imported from Shopify.</p>'), 2, 'twice');
  assert.equal(rung('<p>Our bookkeeper likes Xero.</p>'), 0);
});

test('integration: syncing with where people keep their data is a mention', () => {
  const rung = (words: string) => proposed('P5-A', { '/': page(`<h1>Home</h1><p>${words}</p>`) });
  assert.equal(rung('Your albums sync with iCloud on all of your devices.'), 1);
  assert.equal(rung('The diary exports every night of sleep to Apple Health.'), 1);
  const german = '<h1>App</h1><p>Termine lassen sich mit dem iPhone-Kalender synchronisieren.</p>';
  assert.equal(proposed('P5-A', { '/': foreignPage(german, 'de') }), 1);
  for (const other of [
    'You get your wedding pictures by a Dropbox link within a week.',
    'We repair iCloud sync problems on your phone.',
    'In the course you learn to import photos into iCloud.',
    'Unlike iCloud, our app syncs nothing.',
  ])
    assert.equal(rung(other), 0, other);
});

test('a pile of key words gains nothing', () => {
  const words =
    'SLA uptime 99.9 % credit audit log webhook signature HMAC events endpoint export CSV changelog deprecated 90 days sandbox idempotency key';
  const pile = `<p>${`${words} `.repeat(3)}</p>`.repeat(5);
  for (const [id, most] of [
    ['P3-A', 0],
    ['P3-C', 0],
    ['P3-D', 0],
    ['P5-B', 0],
    ['P5-C', 0],
  ] as const)
    assert.ok(proposed(id, { '/': page(pile), '/docs': page(pile), '/terms': page(pile) }) <= most, id);
});

test('what words say of a site in another language is unknown, and only on pages that it has', () => {
  const swedish = madePage(
    `<h1>Verkstad</h1><p>${'Vi lagar cyklar och meddelar alltid nya priser trettio dagar i förväg, så att det är lätt att planera och inte blir dyrt. '.repeat(8)}</p>`,
    { lang: 'sv' },
  );
  const low = proposalFor('P5-C', { '/': swedish, '/terms': swedish });
  assert.deepEqual([low.proposed, low.high > 0, low.needs_human.includes('unobserved')], [0, true, true]);
  const docs = proposalFor('P3-D', { '/': swedish });
  assert.equal(docs.high, 0);
});

test('where customers have accounts, absent words leave one point open', () => {
  const local = proposalFor('P5-C', { '/': page('<h1>Engines</h1><p>We repair engines.</p>') });
  assert.deepEqual([local.low, local.proposed, local.high], [0, 0, 0]);
  const service = proposalFor('P5-C', {
    '/': page('<h1>Books</h1><a href="https://app.example.com/login">Log in</a>'),
  });
  assert.deepEqual([service.low, service.proposed, service.high], [0, 0, 1]);
});

test('a page that is linked and was not read may say it', () => {
  const home = page('<h1>Books</h1><a href="/help/cancellation">Cancellation</a>');
  const found = proposalFor('P5-C', { '/': home });
  assert.deepEqual([found.proposed, found.high >= 2, found.needs_human.includes('unobserved')], [0, true, true]);
  const read = { '/help/cancellation': page('<h1>Cancellation</h1><p>To end it, write an email to us.</p>') };
  assert.equal(proposalFor('P5-C', { '/': home, ...read }).proposed, 1);
});

test('a site behind a wall is unknown, not empty', () => {
  for (const answer of [
    { problem: 'challenge' as const, status: 403 },
    { problem: 'robots' as const },
    { problem: 'timeout' as const },
  ]) {
    const found = proposalFor('P5-C', { '/': { role: 'home', ...answer } });
    assert.deepEqual([found.low, found.proposed, found.high >= 3], [0, 0, true]);
    assert.ok(found.needs_human.includes('unobserved'));
  }
  const shell = '<!doctype html><html><head><title>App</title></head><body><div id="root"></div></body></html>';
  assert.ok(proposalFor('P5-C', { '/': shell }).high >= 3);
});

test('words of sources are words of the page', () => {
  const terms = page(`<h1>Terms</h1>${CANCEL}${RENEW}${NOTICE}`);
  const { sources, evidence } = proposalFor('P5-C', { '/': page(''), '/terms': terms });
  const text = terms.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  for (const { excerpt } of sources.filter(isFetched)) assert.ok(text.includes(excerpt), excerpt);
  for (const [, quote] of evidence.matchAll(/"([^"]+)"/g))
    assert.ok(text.includes(quote?.replace(/^… | …$/g, '') ?? ''), quote ?? '');
});

test('tools: what a server says counts, and of documentation the names of tools alone', () => {
  const row = (names: readonly string[]) => names.map((name) => `<tr><td>${name}</td><td>text</td></tr>`).join('');
  const taken = (names: readonly string[]) =>
    `<table><tr><th>Parameter</th><th>Type</th></tr>${row(names)}</table><table><tr><th>Error code</th></tr>${row(['not_found', 'rate_limited', 'bad_request'])}</table>`;
  const tools = ['list_orders', 'get_order', 'cancel_order'];
  const parameters = ['order_id', 'page_size', 'updated_since', 'include_lines', 'sort_by'];
  const sentence = (answers: MadeAnswers) => proposalFor('P5-A', { '/': page('<h1>Home</h1>'), ...answers }).evidence;
  // Each tool with a heading of its own, and a table of all of them beside what they take.
  for (const reference of [
    tools.map((tool) => `<h2>${tool}</h2>${taken(parameters)}`).join(''),
    `<table><tr><th>Tool</th><th>What it does</th></tr>${row(tools)}</table>${taken(parameters)}`,
  ]) {
    const docs = { '/docs/mcp': { role: 'docs', body: page(`<h1>MCP server</h1>${reference}`) } };
    assert.match(sentence(docs), /Documentation lists names of 3 tools \(\/docs\/mcp\)/);
    const card = {
      name: 'orders',
      remotes: [{ type: 'streamable-http', url: 'https://example.com/mcp' }],
      tools: tools.slice(0, 2).map((name) => ({ name, description: 'Does it.' })),
    };
    const said = sentence({ ...docs, '/.well-known/mcp/server-card.json': JSON.stringify(card) });
    assert.match(said, /An MCP server names 2 tools/);
  }
});

test('value: what costs less each the more one takes is an advantage in figures, carriage and longer lessons are none', () => {
  const rung = (head: string, rows: readonly (readonly [string, string])[]) => {
    const cells = [[head, 'Price'], ...rows].map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
    return proposed('P5-D', { '/pricing': page(`<h1>Prices</h1><table>${cells.join('')}</table>`) });
  };
  assert.equal(
    rung('Weeks', [
      ['1', '£200'],
      ['4', '£720'],
      ['8', '£1,280'],
    ]),
    2,
  );
  assert.equal(
    rung('Boxes', [
      ['from 10', '£5.00'],
      ['from 50', '£4.50'],
      ['from 100', '£4.00'],
    ]),
    2,
  );
  assert.equal(
    rung('Weeks', [
      ['1', '£200'],
      ['4', '£800'],
      ['8', '£1,600'],
    ]),
    0,
  );
  assert.equal(
    rung('Parcel', [
      ['1 kg', '£4'],
      ['5 kg', '£8'],
      ['20 kg', '£15'],
    ]),
    0,
  );
  assert.equal(
    rung('Lesson', [
      ['30 minutes', '£20'],
      ['45 minutes', '£28'],
      ['60 minutes', '£35'],
    ]),
    0,
  );
});

test('value: a discount for regulars below its heading counts, one that is only thought of does not', () => {
  const rung = (html: string) => proposed('P5-D', { '/pricing': page(`<h1>Prices</h1>${html}`) });
  assert.equal(rung('<h2>Volume discounts</h2><p>5% from 500 pieces, 9% from 2,000 pieces of an order.</p>'), 2);
  assert.equal(rung('<h2>If you cancel</h2><p>5% from 30 days before, 9% from 20 days before your date.</p>'), 0);
  assert.equal(rung('<p>We are thinking of a club for regulars with the tenth coffee for free.</p>'), 0);
  assert.equal(rung('<p>Former students have 10% off each further course.</p>'), 2);
  const booking =
    'Parties of eight leave £10 a head, which comes off the bill; if you cancel within a week we keep it.';
  assert.equal(rung(`<p>${booking}</p>`), 0);
  const in_language = (lang: string, title: string, text: string) =>
    proposed('P5-D', {
      '/pricing': {
        role: 'pricing',
        body: `<!doctype html><html lang="${lang}"><title>${title}</title><h1>${title}</h1>${text}</html>`,
      },
    });
  const italian =
    '<p>Scegliete il piano che volete, e poi i turni si fanno da soli. Pagando l’anno in anticipo, 15 % in meno.</p>';
  assert.equal(in_language('it', 'Prezzi', italian), 2);
  const weekdays = '<p>A quinta abre todo o ano, e os preços são por pessoa. Segunda a quinta: menos 20 %.</p>';
  assert.equal(in_language('pt', 'Preços', weekdays), 0);
});
