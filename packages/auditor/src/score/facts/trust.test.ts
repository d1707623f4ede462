import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MadeAnswers, madePage, proposalFor, scores } from '../../../test/world/made-site.ts';

const proposed = (id: string, answers: MadeAnswers) =>
  proposalFor(id, { '/': madePage('<h1>Home</h1>'), ...answers }).proposed;
const page = (html: string) => madePage(html);
const post = (id: string, extra = {}) => ({ operationId: id, responses: { 200: { description: 'Done' } }, ...extra });
const error = { description: 'Wrong', content: { 'application/json': { schema: { type: 'object' } } } };
const api = (paths: object, extra: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Bench', version: '2.1.0' },
    servers: [{ url: 'https://api.example.com' }],
    components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
    security: [{ key: [] }],
    paths,
    ...extra,
  });

const STATUS = { '/': page('<h1>Home</h1><a href="https://status.example.com/">Status</a>') };
const STATUS_READ = {
  ...STATUS,
  'https://status.example.com/': page(
    '<h1>All systems operational</h1><h2>Past incidents</h2><p>On 2 November the API was down.</p>',
  ),
};
const SLA = page(
  '<h1>Service level</h1><p>We promise 99.9 % uptime each month.</p><p>Below 99.9 % uptime we credit 10 % of the price.</p>',
);
const REVIEWS = page('<h1>Home</h1><a href="https://www.trustpilot.com/review/example.com">Reviews</a>');

test('performance: a window in which a repeated call gets its first reply is no service target', () => {
  const said = (sentence: string) =>
    proposalFor('P3-A', { '/': madePage('<h1>Home</h1>'), '/terms': page(`<h1>Terms</h1><p>${sentence}</p>`) });
  for (const sentence of [
    'If a call is repeated with the same Idempotency-Key within 24 hours, it is answered with the first reply; if its content differs, it is refused with 409.',
    'A request that is retried with the same key within 24 hours gets the first response again.',
    'Idempotency keys are kept for 24 hours, and a second request gets the response to the first one.',
  ])
    assert.doesNotMatch(said(sentence).evidence, /levels of service are spoken of/, sentence);
  assert.match(
    said('We answer every repair request within 24 hours.').evidence,
    /Times or levels of service are spoken of at \/terms/,
  );
});

test('performance: the licence of software is no certificate, and repeatable measurements are a second source beside a status page', () => {
  const about = (words: string, more: MadeAnswers = {}) =>
    proposalFor('P3-A', { '/': madePage('<h1>Home</h1>'), ...more, '/about': page(`<h1>About</h1>${words}`) });
  for (const licence of ['The code: Apache License 2.0.', 'It is open source under the GNU General Public License 3.'])
    assert.doesNotMatch(about(`<p>${licence}</p>`).evidence, /certificate, licence or membership is claimed/, licence);
  assert.match(
    about('<p>Licence 20481 of the Board of Electricians.</p>').evidence,
    /certificate, licence or membership is claimed/,
  );
  const measured =
    '<p>The benchmarks are published in our public repository: run them yourself.</p><p>The source code is on GitHub under the MIT licence.</p>';
  for (const [rubric, alone, beside] of [
    ['v1', 3, 4],
    ['v2', 2, 3],
  ] as const) {
    const under = (more: MadeAnswers) =>
      proposalFor(
        'P3-A',
        { '/': madePage('<h1>Home</h1>'), ...more, '/docs': page(`<h1>Docs</h1>${measured}`) },
        undefined,
        rubric,
      ).proposed;
    assert.equal(under({}), alone, rubric);
    assert.equal(under(STATUS_READ), beside, rubric);
  }
});

test('performance: each rung needs more that can be checked', () => {
  const rung = (answers: MadeAnswers) => proposed('P3-A', answers);
  assert.equal(rung({}), 0);
  assert.equal(rung({ '/about': page('<h1>About</h1><p>We have 25 years of experience with engines.</p>') }), 1);
  assert.equal(
    rung({ '/': page('<h1>Home</h1><p>It just works.</p><p>Ann Lee, Head of Operations, Northmill</p>') }),
    2,
  );
  assert.equal(rung({ '/support': page('<h1>Support</h1><p>Urgent mail has a response time of 4 hours.</p>') }), 1);
  assert.equal(rung({ '/about': page('<h1>About</h1><p>The farm is certified organic.</p>') }), 1);
  assert.equal(rung({ '/': REVIEWS }), 3);
  const badge = '<a href="https://www.tripadvisor.com/Attraction_Review-g1-d2-Pier.html">Tripadvisor</a>';
  const quoted = '<h2>What our customers say</h2><p>Ann Lee, Head of Operations, Northmill</p>';
  assert.equal(rung({ '/': page(`<h1>Home</h1>${badge}`) }), 2, 'it names nobody, and nobody is quoted');
  assert.equal(rung({ '/': page(`<h1>Home</h1>${quoted}${badge}`) }), 3);
  assert.equal(
    rung({ '/': page('<h1>Home</h1><a href="https://games.example.org/league">Register on Arena</a>') }),
    0,
    'to register somewhere is no register',
  );
  const ready =
    '<h1>Status</h1><p>Uptime is shown here when we are live.</p><p>API: operational. Website: operational. Mail: operational.</p>';
  const bare = proposalFor('P3-A', {
    '/': page('<h1>Home</h1>'),
    '/status': { role: 'status', body: page(`${ready}<p>API v2.</p>`) },
  });
  assert.equal(bare.proposed, 0);
  assert.match(bare.evidence, /The page of status at \/status has no day and no figure/);
  assert.equal(rung({ ...STATUS_READ }), 3);
  assert.equal(rung({ ...STATUS_READ, '/sla': SLA }), 4);
  const machine = {
    role: 'status_json',
    body: '{"page":{"name":"x"},"status":{"indicator":"none"}}',
    type: 'application/json',
  };
  assert.equal(rung({ ...STATUS_READ, '/sla': SLA, 'https://status.example.com/api/v2/summary.json': machine }), 5);
});

test('performance: customers who are quoted are a claim, and reviews that are linked elsewhere a name outside', () => {
  const rung = (html: string) => proposed('P3-A', { '/': page(`<h1>Home</h1>${html}`) });
  const said = (text: string) => `<div class="testimonial"><p>${text}</p></div>`;
  const two = said('The nicest stay that we had in years.') + said('We were looked after from first to last.');
  assert.equal(rung(two), 1);
  assert.match(proposalFor('P3-A', { '/': page(two) }).evidence, /Customers are quoted at \//);
  assert.equal(rung(said('The nicest stay that we had in years.')), 0, 'one says little');
  const rated = { '@type': 'Product', name: 'Hat', aggregateRating: { '@type': 'AggregateRating', ratingValue: 5 } };
  assert.equal(rung(`<script type="application/ld+json">${JSON.stringify(rated)}</script>`), 1);
  assert.equal(rung('<a href="https://www.etsy.com/listing/7/hat#reviews">Read reviews on Etsy</a>'), 2);
  assert.equal(rung('<a href="https://www.etsy.com/your/reviews/new">Leave a review</a>'), 0);
  assert.equal(
    rung('<a href="https://reviews.llvm.org/D7">How it was built</a>'),
    0,
    'an address is no word of a link',
  );
});

test('performance: profiles of others and promises without a number do not count', () => {
  const home = '<h1>Home</h1><a href="https://www.trustpilot.com/">Trustpilot</a>';
  assert.equal(proposed('P3-A', { '/': page(home) }), 0);
  const compared = page('<h1>Others</h1><a href="https://www.g2.com/products/rival/reviews">Rival</a>');
  assert.equal(proposed('P3-A', { '/compare': compared }), 0);
  assert.equal(proposed('P3-A', { '/support': page('<h1>Support</h1><p>Our uptime is great.</p>') }), 0);
});

test('performance: a status page of months and the shares in which it worked was read, whatever words it has', () => {
  const months =
    '<p>All working.</p><table><tr><td>Month</td><td>App</td></tr><tr><td>May</td><td>100%</td></tr><tr><td>April</td><td>99.97%</td></tr></table>';
  const found = proposalFor('P3-A', {
    '/': page('<h1>Home</h1><a href="/status">Status</a>'),
    '/status': { role: 'status', body: page(`<h1>Status</h1>${months}`) },
  });
  assert.equal(found.proposed, 3);
  assert.match(found.evidence, /A status page was read at \/status/);
});

test('performance: a licence with its number can be looked up, one without is a claim; numbers of companies are none', () => {
  const rung = (footer: string) =>
    proposed('P3-A', {
      '/': `<html lang="en"><title>Mill</title><main><h1>Mill</h1><p>We repair engines of boats.</p></main><footer>${footer}</footer></html>`,
    });
  for (const named of [
    'Charity no. 1184407',
    'State licence #X.K.00418',
    'Zulassungsnummer: DE-2231-9',
    'Lic. #785655',
  ])
    assert.equal(rung(named), 2, named);
  for (const other of [
    'Company registration number 0446120',
    'Registered in England, registration number 01184407',
    'VAT registration no. GB123456',
    'Trade mark registration No. UK00003',
    'Licence agreement 2026',
    'Licensed under Apache-2.0',
    'Licence: CC-BY-4.0',
    'Course registration 2026/27 is open',
    'Registration no. 14.05.2026',
    'Gift certificates from 50.00',
  ])
    assert.ok(rung(other) < 2, other);
  const numbered = `<html lang="en"><title>Mill</title><main><h1>Mill</h1><p>We repair engines of boats.</p></main><footer>Charity no. 1184407</footer></html>`;
  const { evidence } = proposalFor('P3-A', { '/': numbered });
  assert.match(evidence, /A licence, charity or certificate is named with its number/);
  assert.doesNotMatch(evidence, /No service level, certificate/);
  assert.equal(proposed('P3-A', { '/': page('<h1>Mill</h1><p>We are accredited by the Guild of Mills.</p>') }), 1);
});

test('performance: a table of years with how well it went is a record; one of prices by year is none', () => {
  const years = (head: string, ...cells: string[]) =>
    page(
      `<h1>Reports</h1><table><tr><td>Year</td><td>${head}</td></tr>${cells.map((cell, at) => `<tr><td>${2025 - at}</td><td>${cell}</td></tr>`).join('')}</table>`,
    );
  const found = proposalFor('P3-A', {
    '/': page('<h1>Ferry</h1>'),
    '/reports': years('Scheduled crossings run', '97.2%', '98.4%'),
  });
  assert.equal(found.proposed, 2);
  assert.match(found.evidence, /Figures of its own work over time are published at \/reports/);
  assert.equal(proposed('P3-A', { '/reports': years('Price', '$12', '$11') }), 0);
});

test('performance: a status page that could not be read is neither nothing nor proof', () => {
  for (const answer of [
    { status: 502, problem: 'server_error' as const },
    { status: 403, problem: 'challenge' as const },
    { problem: 'robots' as const },
  ]) {
    const found = proposalFor('P3-A', { ...STATUS, 'https://status.example.com/': { role: 'status', ...answer } });
    assert.deepEqual([found.proposed, found.high], [2, 3]);
    assert.ok(found.needs_human.includes('unobserved'));
    assert.match(found.evidence, /status\.example\.com; what it says was not observed/);
  }
  // Two hints of different kinds are proof enough to propose it; with a service level the page itself may decide more.
  const both = proposalFor('P3-A', { ...STATUS, '/about': page('<h1>About</h1><p>Featured in WIRED in 2025.</p>') });
  assert.deepEqual([both.proposed, both.high], [3, 4]);
  const level = proposalFor('P3-A', { ...STATUS, '/sla': SLA });
  assert.deepEqual([level.proposed, level.high], [3, 5]);
});

const HOOKS = page('<h1>Webhooks</h1><p>Configure webhooks to receive events at your endpoint.</p>');
const SIGNED = page(
  '<h1>Webhooks</h1><p>Configure webhooks to receive events at your endpoint.</p><p>Each webhook has a signature in its header, an HMAC of the body.</p>',
);

test('audit trail: each rung brings the record nearer to a program', () => {
  const rung = (answers: MadeAnswers) => proposed('P3-C', answers);
  assert.equal(rung({}), 0);
  assert.equal(rung({ '/faq': page('<h1>FAQ</h1><p>Your account shows your order history.</p>') }), 1);
  assert.equal(rung({ '/help': page('<h1>Help</h1><p>You can export your data as CSV.</p>') }), 2);
  assert.equal(
    rung({ '/features': page('<h1>Features</h1><p>The activity log shows what each member of your team did.</p>') }),
    1,
    'words alone, no call is shown',
  );
  assert.equal(rung({ '/docs/webhooks': HOOKS }), 1);
  assert.equal(rung({ '/docs/webhooks': HOOKS, '/docs/api': CALLS }), 3);
  assert.equal(rung({ '/docs/webhooks': SIGNED, '/docs/api': CALLS }), 3, 'more needs a structure');
  const described = { '/openapi.json': api({ '/v1/jobs': { get: post('listJobs') } }) };
  assert.equal(rung({ '/docs/webhooks': SIGNED, '/docs/api': CALLS, ...described }), 4);
  assert.equal(rung({ '/openapi.json': api({ '/v1/audit-logs': { get: post('listAuditLogs') } }) }), 4);
  assert.equal(rung({ '/openapi.json': api({ '/v1/log': { get: post('readLog') } }) }), 4);
  assert.equal(rung({ '/openapi.json': api({ '/v1/log-in': { get: post('logIn') } }) }), 0);
  const complete = page(
    '<h1>Audit log</h1><p>Each event has its actor.</p><p>Audit events are kept for 90 days.</p><p>Every answer has X-Request-Id.</p>',
  );
  const most = proposalFor('P3-C', {
    '/': page(''),
    '/docs/webhooks': SIGNED,
    '/docs/audit': complete,
    '/docs/api': CALLS,
    ...described,
  });
  assert.deepEqual([most.proposed, most.high, most.needs_human.includes('capped')], [4, 5, true]);
});

test('audit trail: logs of others, plans and signatures of something else do not count', () => {
  assert.equal(
    proposed('P3-C', { '/docs': page('<h1>Docs</h1><p>Webhooks that send events to your endpoint are planned.</p>') }),
    0,
  );
  const reviews = page(
    '<h1>Webhooks</h1><p>Webhooks send events to your endpoint.</p><p>Every review is signed with a key.</p>',
  );
  assert.equal(proposed('P3-C', { '/docs/webhooks': reviews, '/docs/api': CALLS }), 3);
  assert.equal(
    proposed('P3-C', { '/blog/logs': page('<h1>Logs</h1><p>An audit log shows what your team did.</p>') }),
    0,
  );
  const bids = page('<h1>Bids</h1><p>Records of all bids are exported as CSV and kept for 7 years.</p>');
  assert.equal(proposed('P3-C', { '/bids-and-jobs': bids }), 0, 'that is for those who look for work');
});

const CALLS = page(
  '<h1>API</h1><pre><code>GET /v1/jobs\nPOST /v1/jobs\nGET /v1/parts</code></pre><pre><code>curl https://api.example.com/v1/jobs</code></pre>',
);

const CHANGELOG = page(
  '<h1>Changelog</h1><h2>2026-10-30</h2><p>New.</p><h2>2026-09-01</h2><p>New.</p><h2>2026-05-02</h2><p>New.</p>',
);
const V1 = { '/v1/jobs': { get: post('listJobs'), post: post('createJob') }, '/v1/parts': { get: post('listParts') } };
const ERRORS = Object.fromEntries(
  Object.entries(V1).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.keys(item).map((method) => [method, post(`${method}${path}`, { responses: { 400: error } })]),
    ),
  ]),
);

test('performance: what is called open source can be read where its repository is linked', () => {
  const rung = (said: string, repository: string) =>
    proposed('P3-A', {
      '/': page(`<h1>Home</h1><p>${said}</p><a href="https://github.com/mill/${repository}">GitHub</a>`),
    });
  assert.equal(rung('The mill is open source, and its stones are from the hill.', 'example'), 2);
  assert.ok(rung('The mill is open source, and its stones are from the hill.', 'others') < 2, 'of others');
  for (const said of [
    'We build on open source.',
    'The mill will be open source next year.',
    'It is free for open source.',
  ])
    assert.ok(rung(said, 'example') < 2, said);
  assert.ok(
    rung('The mill is open source, and its stones are from the hill.', 'example-docs') < 2,
    'the source of its pages',
  );
  assert.ok(rung('The mill keeps what you bring, and its stones are from the hill.', 'example') < 2);
});

test('consistency: dates, versions, notice, and safe repeats', () => {
  const rung = (answers: MadeAnswers) => proposed('P3-D', answers);
  assert.equal(rung({ '/privacy': page('<h1>Privacy</h1><p>Last updated 2026-03-01.</p>') }), 0);
  assert.equal(rung({ '/openapi.json': api({ '/jobs': { get: post('listJobs') } }) }), 1);
  assert.equal(rung({ '/blog': page('<h1>Blog</h1><p>March 3, 2026 Chains</p><p>4 April 2026 Wheels</p>') }), 1);
  assert.equal(rung({ '/prices': page('<h1>Prices</h1><p>Valid from 2026-03-01. A visit costs £80.</p>') }), 1);
  assert.equal(rung({ '/changelog': CHANGELOG }), 2);
  assert.equal(rung({ '/terms': page('<h1>Terms</h1><p>We announce changes of these terms 30 days before.</p>') }), 2);
  assert.equal(rung({ '/openapi.json': api(V1) }), 2);
  assert.equal(rung({ '/openapi.json': api(V1), '/changelog': CHANGELOG }), 3);
  assert.equal(rung({ '/openapi.json': api(ERRORS), '/changelog': CHANGELOG }), 4);
  const docs = page(
    '<h1>Changes</h1><p>A deprecated call works for 180 days.</p><p>Send an Idempotency-Key with each request.</p><p>The sandbox has an API of its own.</p>',
  );
  assert.equal(rung({ '/openapi.json': api(V1), '/changelog': CHANGELOG, '/docs/changes': docs }), 5);
});

test('consistency: what says since when it holds counts, whatever the interface', () => {
  const rung = (answers: MadeAnswers) => proposed('P3-D', answers);
  const terms = page('<h1>Terms</h1><p>These terms were revised in May 2026.</p>');
  const prices = page('<h1>Prices</h1><p>Prices for 2026: a visit costs £80.</p>');
  const notice = page(
    '<h1>Terms</h1><p>Revised in May 2026.</p><p>Prices change once a year; we tell you 30 days ahead.</p>',
  );
  const news = page('<h1>News</h1><p>March 3, 2026 Chains</p><p>4 April 2026 Wheels</p>');
  assert.equal(rung({ '/terms': terms }), 1);
  assert.equal(rung({ '/terms': terms, '/prices': prices }), 2);
  assert.equal(rung({ '/terms': notice }), 2);
  const revised = page('<h1>Terms</h1><p>We write to you 21 days ahead of new terms taking effect.</p>');
  assert.equal(rung({ '/terms': revised }), 2);
  const lessons = page(
    '<h1>Terms</h1><p>Revision courses are booked 14 days in advance. Parents are informed 2 weeks before new terms start.</p>',
  );
  assert.equal(rung({ '/terms': lessons }), 0);
  assert.equal(rung({ '/terms': notice, '/news': news }), 3);
  const earlier = page(
    '<h1>Terms</h1><p>Revised in May 2026.</p><p>Prices change once a year; we tell you 30 days ahead.</p><a href="/files/terms-2025.pdf">Earlier version</a>',
  );
  assert.equal(rung({ '/terms': earlier }), 3);
  assert.equal(rung({ '/terms': page('<h1>Terms</h1><p>These terms were revised in May 2019.</p>') }), 0, 'long ago');
  assert.equal(rung({ '/help': page('<h1>Help</h1><p>Our plant was certified in May 2026.</p>') }), 0);
});

test('consistency: prices and fees that are headed by their year are dated', () => {
  const rung = (heading: string, lang = 'en') =>
    proposed('P3-D', {
      '/prices': `<html lang="${lang}">${page(`<h1>Boats</h1><h2>${heading}</h2><p>A boat costs £80.</p>`)}</html>`,
    });
  assert.equal(rung('Rates 2026'), 1);
  assert.equal(rung('Membership fees 2025/26'), 1);
  assert.equal(rung('Rates 2027'), 1, 'of the next year');
  assert.equal(rung('Cabin rates 2026: linen, wood and a boat'), 1, 'and more behind a colon');
  assert.equal(rung('Energy prices 2026: why bills rise'), 0, 'an article');
  assert.equal(rung('How the fees that towns ask changed by 2026'), 0, 'no list');
  assert.equal(rung('Rates 2019'), 0, 'long ago');
  assert.equal(rung('Our races of 2026'), 0, 'nothing that has a price');
});

test('consistency: an old changelog is not current, and one that is linked elsewhere is possible', () => {
  const old = page(
    '<h1>Changelog</h1><h2>2021-10-30</h2><p>New.</p><h2>2021-09-01</h2><p>New.</p><h2>2021-05-02</h2><p>New.</p>',
  );
  assert.equal(proposed('P3-D', { '/openapi.json': api(V1), '/changelog': old }), 2);
  const linked = page('<h1>Home</h1><a href="https://github.com/example/bench/releases">Releases</a>');
  const found = proposalFor('P3-D', { '/': linked, '/openapi.json': api(V1) });
  assert.deepEqual([found.proposed, found.high], [2, 3]);
  assert.ok(found.needs_human.includes('unobserved'));
});

test('consistency: dates count in every usual form, once each, and not from the future', () => {
  const rung = (answer: MadeAnswers[string]) => proposed('P3-D', { '/changelog': answer });
  assert.equal(rung(page('<h1>Changelog</h1><p>3 March 2026</p><p>March 3rd, 2026</p><p>2026-03-03</p>')), 1);
  assert.equal(rung(page('<h1>Changelog</h1><p>3 March 2026</p><p>Apr 4, 2026</p><p>2026/05/05</p>')), 2);
  assert.equal(rung(page('<h1>Changelog</h1><p>2027-01-01</p><p>2027-02-01</p><p>2027-03-01</p>')), 0);
  const update = (label: string) =>
    `<Update label="${label}">\n\n- A new column for the day on which a part was ordered\n\n</Update>\n\n`;
  const body = `# Changelog\n\n${['May 2, 2026', 'June 3, 2026', 'July 4, 2026'].map(update).join('')}`;
  assert.equal(rung({ body, type: 'text/markdown' }), 2);
});

test('where nothing was found on a site that was read, the score is 0 without doubt', () => {
  for (const id of ['P3-C', 'P3-D', 'P4-A', 'P5-A', 'P5-B', 'P5-C', 'P5-D']) {
    const found = proposalFor(id, { '/': page('<h1>Engines</h1><p>We repair engines in Van Wert. Call us.</p>') });
    assert.equal(scores(found), '0 0 0', id);
    assert.ok(found.sources.length > 0, id);
  }
});

test('stability: terms that name the year of their last change are dated, and a mark of copyright is not', () => {
  const rung = (text: string) => proposed('P3-D', { '/terms': page(`<h1>Terms</h1><p>${text}</p>`) });
  assert.equal(rung('Last updated 2026.'), 1);
  assert.equal(rung('Last updated 2019.'), 0);
  assert.equal(rung('Copyright 2026.'), 0);
});
