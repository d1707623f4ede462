import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLadders } from '@readymark/rubric/read-rubrics';
import { type MadeAnswer, type MadeAnswers, madePage, madeSite, proposalFor } from '../../../test/world/made-site.ts';
import type { JudgedClaim } from '../../evidence/claim.ts';
import type { Site } from '../../read/site.ts';
import type { CriterionProposal } from '../proposal.ts';
import { scoreSite } from '../score-site.ts';
import { unshownOf } from './shown.ts';

/** What a site says of interfaces while nothing shows one (decision 231). */
const ladders = readLadders().get('v1');
const CLAIMS = [
  'The REST API of the workshop has 40 operations, and each has an operationId in its OpenAPI file.',
  'An MCP server with 12 tools answers over Streamable HTTP.',
  'Each key carries one or more of the scopes orders:read, orders:write and billing:read.',
  'A sandbox is open to everybody, and its tokens begin with test_.',
  'You issue an API key yourself in two clicks, and an agent may register with POST /agents.',
  'Who did what is written to an audit log, which is kept for 24 months and can be exported as CSV.',
  'Webhooks report every order, and each delivery is signed with HMAC.',
  'Old versions of the API stay for 12 months after they are deprecated, with a Sunset header.',
  'There is an SDK for Python, installed with pip, and one for JavaScript in npm.',
  'Connectors exist for Zapier and n8n.',
  'Renewals and cancellations can be made with PATCH /subscription of the API.',
  'GET /history of the API gives your agent the earlier orders back as JSON.',
  'Free accounts may send 40 requests a minute and 2,000 a day.',
  'You may change from Basic to Team whenever you like and pay the difference by the day.',
  'Cancel in the account at any time; whoever cancels within 21 days gets the whole sum back.',
  'Plans renew by themselves, and we write to you 14 days before that.',
];
const own: MadeAnswers = {
  '/': madePage('<h1>Mill Bicycles</h1><p>We repair bicycles in the old mill on our square.</p>'),
  '/prices': madePage('<h1>Prices</h1><p>A new chain costs $30, and a new wheel costs $90 in our workshop.</p>'),
  '/terms': madePage('<h1>Terms</h1><p>If you cancel within 14 days, we refund the whole price of the repair.</p>'),
};
const page = (claim: string, at: number, code = '') =>
  madePage(`<h1>Part ${at}</h1><p>${claim}</p>${code && `<pre>${code}</pre>`}`, { title: `Part ${at}` });
const spread = (folder: string, code = ''): MadeAnswers =>
  Object.fromEntries(CLAIMS.map((claim, at) => [`${folder}/part-${at}`, page(claim, at, code)]));
const proposals = (site: Site, judged: readonly JudgedClaim[] = []): CriterionProposal[] => {
  assert.ok(ladders);
  return scoreSite(site, ladders, { judged });
};
const sum = (answers: MadeAnswers, of: 'low' | 'proposed' = 'proposed'): number =>
  proposals(madeSite(answers)).reduce((total, one) => total + one[of], 0);
/** The answer of a host whose name does not exist. */
const nobody: MadeAnswer = {
  role: 'api_server',
  problem: 'unreachable',
  detail: 'robots.txt could not be read: the name does not exist',
};

describe('what is said of interfaces that nothing shows', () => {
  test('lifts a record by five points at most and no criterion above 1, on however many pages it is said', () => {
    const block = CLAIMS.map((claim) => `<p>${claim}</p>`).join('');
    const everywhere = Object.fromEntries(
      Object.entries(own).map(([path, html]) => [path, String(html).replace('</main>', `${block}</main>`)]),
    );
    const pages = [
      { ...own, ...spread('') },
      { ...own, ...spread('/docs') },
    ];
    for (const answers of [...pages, everywhere]) {
      assert.ok(sum(answers) <= sum(own) + 5, `${sum(own)} → ${sum(answers)}`);
      assert.ok(sum(answers, 'low') <= sum(own, 'low') + 2);
      for (const id of ['P1-D', 'P3-B', 'P3-C', 'P3-D', 'P5-A', 'P5-B']) {
        const found = proposalFor(id, answers);
        assert.ok(found.proposed <= Math.max(1, proposalFor(id, own).proposed), `${id} ${found.proposed}`);
      }
    }
    for (const answers of pages) {
      const before = new Map(proposals(madeSite(own)).map(({ id, proposed }) => [id, proposed]));
      const gains = proposals(madeSite(answers)).map(
        ({ id, proposed }) => [id, proposed - (before.get(id) ?? 0)] as const,
      );
      const lifted = gains.filter(([id, gain]) => gain > 0 && id !== 'P1-E' && id !== 'P3-E');
      assert.equal(lifted.length, 3, String(lifted));
    }
    for (const answers of pages)
      for (const id of ['P1-D', 'P3-B', 'P3-C', 'P3-D', 'P5-A', 'P5-B'])
        assert.doesNotMatch(proposalFor(id, answers).evidence, /\bNo (?:API|interface)\b|nothing is said/i, id);
  });

  test('counts up to 2 beside a call to a server of the company, and less where there is no such server', () => {
    const call = 'curl https://api.example.com/v1/orders';
    const documented = { ...own, ...spread('/docs', call) };
    assert.ok(proposalFor('P1-D', documented).proposed >= 2);
    for (const id of ['P3-B', 'P3-C', 'P3-D', 'P5-A', 'P5-B'])
      assert.ok(proposalFor(id, documented).proposed <= 2, `${id}: more needs a structure`);
    assert.equal(proposalFor('P3-C', documented).proposed, 2);
    const terms = (answers: MadeAnswers) =>
      ['P2-A', 'P2-B', 'P2-C', 'P2-D'].reduce((total, id) => total + proposalFor(id, answers).proposed, 0);
    assert.ok(terms(documented) > terms({ ...own, ...spread('/docs') }), 'what an offer says of itself is not bounded');
    const issuer = JSON.stringify({ issuer: 'https://example.com', token_endpoint: 'https://example.com/token' });
    for (const shown of [
      { 'https://docs.example.com/': { role: 'docs', body: page('Read on.', 99) } },
      { '/.well-known/oauth-authorization-server': issuer },
    ])
      assert.equal(proposalFor('P3-C', { ...own, ...spread('/docs'), ...shown }).proposed, 2, JSON.stringify(shown));
    const dead = { ...documented, 'https://api.example.com/': nobody };
    assert.ok(proposalFor('P1-D', dead).proposed <= 1);
    assert.ok(sum(dead) <= sum(own) + 5, `${sum(own)} → ${sum(dead)}`);
    const elsewhere = { ...own, ...spread('/docs', 'curl https://api.elsewhere.org/v1/orders') };
    assert.ok(
      proposalFor('P3-C', elsewhere).proposed <= 1,
      'a call to somebody else shows no interface of the company',
    );
  });

  test('a criterion that it does not lift says why a person must look, and how much the words say', () => {
    const answers = { ...own, ...spread('') };
    const capped = ['P1-D', 'P3-B', 'P3-C', 'P3-D', 'P5-A', 'P5-B'].map((id) => proposalFor(id, answers));
    assert.ok(capped.some(({ needs_human }) => needs_human.includes('capped')));
    assert.ok(capped.some(({ proposed, high }) => high > proposed));
  });

  test('counts where a person holds it to be true', () => {
    const answers = { ...own, ...spread('') };
    const { claims = [], proposed } = proposalFor('P3-C', answers);
    const log = claims.find(({ quote }) => quote.includes('audit log'));
    assert.ok(log);
    const judged = [{ ...log, criterion: 'P3-C', verdict: 'supports' as const }];
    assert.ok(proposalFor('P3-C', answers, undefined, 'v1', judged).proposed > proposed);
  });

  test('an answer about a claim moves its own criterion alone', () => {
    const site = madeSite({ ...own, ...spread('') });
    const before = proposals(site);
    for (const verdict of ['supports', 'negated'] as const)
      for (const { id, claims = [] } of before.filter((one) => ['P1-D', 'P3-C', 'P5-B'].includes(one.id))) {
        const judged = claims.slice(0, 3).map((one) => ({ ...one, criterion: id, verdict }));
        if (judged.length === 0) continue;
        const after = new Map(proposals(site, judged).map((one) => [one.id, one.proposed]));
        for (const one of before)
          if (one.id !== id) assert.equal(after.get(one.id), one.proposed, `${one.id} after ${verdict} of ${id}`);
      }
  });

  test('is bounded whatever words it is said in: facts that only an interface makes true are', () => {
    const said = madePage(
      '<h1>Help</h1><p>Every request is logged in an activity log, which is kept for 12 months.</p><p>Each key carries the scope read or write, and it can be revoked at any moment.</p>',
      { title: 'Help' },
    );
    const table = madePage(
      '<h1>Help</h1><table><tr><td>Scope</td><td>Allows</td></tr><tr><td>orders:read</td><td>Reads orders</td></tr><tr><td>orders:write</td><td>Places orders</td></tr></table>',
      { title: 'Help' },
    );
    for (const help of [said, table])
      for (const id of ['P3-B', 'P3-C'])
        assert.ok(proposalFor(id, { ...own, '/help': help }).proposed <= 1, `${id} ${help}`);
    assert.ok(proposalFor('P3-C', { ...own, '/help': said }).high >= 3, 'a person may give what the words say');
  });

  test('words with hyphens and joined words are words of interfaces', () => {
    const spelt = { ...own, ...spread('') };
    const other = Object.fromEntries(
      Object.entries(spelt).map(([path, html]) => [
        path,
        String(html).replaceAll('API', 'WebAPI').replaceAll('Webhooks', 'Webhook-events').replaceAll('SDK', 'SDK-kit'),
      ]),
    );
    assert.ok(sum(other) <= sum(own) + 5, `${sum(own)} → ${sum(other)}`);
  });

  test('samples of calls count beside a server that is there alone', () => {
    const samples = [
      'POST /v2/orders',
      'DELETE /v2/orders/1',
      'GET /v2/audit-log',
      'GET /v2/history',
      'POST /v2/plan/renew',
    ];
    const documented = (code: string, answers: MadeAnswers = {}) => ({
      ...own,
      '/docs': madePage(`<h1>Calls</h1><p>What programs may call.</p>${code}`, { title: 'Calls' }),
      ...answers,
    });
    const written = samples.map((one) => `<pre>${one}</pre>`).join('');
    for (const id of ['P3-C', 'P5-A', 'P5-B', 'P5-C'])
      assert.ok(proposalFor(id, documented(written)).proposed <= 1, `${id}: no host is named`);
    const called = 'https://example.com/api/orders';
    const curl = `${written}<pre>curl ${called}</pre>`;
    const answer = (one: MadeAnswer) => documented(curl, { [called]: { ...Object(one), role: 'api_server' } });
    const scored = (answers: MadeAnswers) => proposalFor('P5-A', answers).proposed;
    const missing = { status: 404, body: '<h1>Not found</h1>', type: 'text/html' };
    assert.ok(scored(answer(missing)) <= 1);
    assert.ok(scored(answer({ ...missing, status: 200 })) <= 1);
    for (const there of [
      { status: 200, body: '[]', type: 'application/json' },
      { status: 401, body: '{}', type: 'application/json' },
      { status: 405, body: '', type: 'text/plain' },
    ])
      assert.ok(scored(answer(there)) > 1, JSON.stringify(there));
    const www = { ...documented(`${written}<pre>curl https://www.example.com/api/orders</pre>`) };
    assert.ok(scored(www) <= 1, 'with and without www. it is one host');
  });

  test('a site whose own host is docs., developer. or api. is a host for programs', () => {
    const most = (website: string) => unshownOf(madeSite(spread(''), website))?.most.criterion;
    assert.equal(most('https://docs.example.com/'), 2);
    assert.equal(most('https://developer.example.com/'), 2);
    assert.equal(most('https://api.example.com/'), 2);
    for (const website of ['https://example.com/', 'https://docksides.example.com/', 'https://documents.example.com/'])
      assert.equal(most(website), 1, website);
  });

  test('a catalog that names no description shows nothing', () => {
    const catalog = JSON.stringify({
      linkset: [{ anchor: 'https://example.com/', 'service-doc': [{ href: 'https://example.com/prices' }] }],
    });
    const answers = { ...own, ...spread(''), '/.well-known/api-catalog': catalog };
    assert.ok(proposalFor('P3-B', answers).proposed <= 1);
    assert.ok(proposalFor('P3-C', answers).proposed <= 1);
  });

  test('three words of interfaces are no reason to doubt a page', () => {
    const mention = { ...own, '/export': madePage('<h1>Lists</h1><p>You can export your orders as CSV or JSON.</p>') };
    assert.equal(proposalFor('P3-C', mention).needs_human.includes('capped'), false);
  });
});

describe('a description of an interface', () => {
  const described = (servers: readonly string[], answers: MadeAnswers = {}): MadeAnswers => ({
    ...own,
    '/openapi.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Mill', version: '1' },
      servers: servers.map((url) => ({ url })),
      paths: { '/orders': { get: { operationId: 'listOrders', responses: { 200: { description: 'Orders' } } } } },
    }),
    ...answers,
  });
  const SERVER = 'https://api.example.com/v1';
  const live = (answer: Partial<Exclude<MadeAnswer, string>>): MadeAnswers => ({
    [`${SERVER}/orders`]: { role: 'api_live', ...answer },
  });

  test('counts nothing where its servers do not exist, and the evidence says so', () => {
    const dead = described([SERVER], { [`${SERVER}/orders`]: { ...Object(nobody), role: 'api_live' } });
    const found = proposalFor('P1-D', dead);
    assert.equal(found.proposed, 0);
    assert.match(found.evidence, /No server answers for what \/openapi\.json describes or names/);
    assert.ok(found.needs_human.includes('conflict'));
    assert.equal(proposalFor('P1-D', described([SERVER])).proposed, 3, 'what was not asked is not doubted');
  });

  test('counts nothing where all that was asked of it is answered by the page for what is not there', () => {
    const missing = { status: 404, body: '<h1>Not found</h1>', type: 'text/html' };
    for (const status of [404, 410, 200])
      assert.equal(proposalFor('P1-D', described([SERVER], live({ ...missing, status }))).proposed, 0, String(status));
    const front = { 'https://api.example.com/': { ...missing, role: 'api_server' } };
    assert.equal(proposalFor('P1-D', described([SERVER], front)).proposed, 3, 'a front page is no call');
    const moved = { ...missing, status: 200, redirects: [{ status: 302, url: 'https://api.example.com/login' }] };
    assert.equal(proposalFor('P1-D', described([SERVER], live(moved))).proposed, 3, 'whoever signs in may see more');
    for (const answer of [
      { status: 404, body: '{"error":"no such order"}', type: 'application/json' },
      { status: 401, body: '{"error":"no key"}', type: 'application/json' },
      { status: 502, body: '<h1>Bad gateway</h1>', type: 'text/html' },
    ])
      assert.equal(proposalFor('P1-D', described([SERVER], live(answer))).proposed, 3, String(answer.status));
  });

  test('sentences that name a host which does not exist say nothing, those that name a longer one do', () => {
    const said = (host: string) =>
      proposalFor('P1-D', {
        ...own,
        '/help': madePage(`<h1>Help</h1><p>Our REST API answers at https://${host}/v1 to everybody.</p>`),
        'https://api.example.com/': nobody,
      });
    assert.doesNotMatch(said('api.example.com').evidence, /\/help/);
    assert.match(said('new-api.example.com').evidence, /\/help/);
  });

  test('a status page that is gone is no matter of interfaces', () => {
    const gone = { 'https://status.example.com/': { ...Object(nobody), role: 'status' } };
    const found = proposalFor('P1-D', described([SERVER], gone));
    assert.ok(!found.needs_human.includes('conflict'));
    assert.doesNotMatch(found.evidence, /No server answers/);
  });

  test('counts where one of its servers exists', () => {
    const two = described([SERVER, 'https://eu.example.com/v1'], { 'https://api.example.com/': nobody });
    assert.equal(proposalFor('P1-D', two).proposed, 3);
  });

  test('the card of a tool server counts nothing where that server does not exist', () => {
    const card = (answers: MadeAnswers) =>
      proposalFor('P1-D', {
        ...own,
        '/.well-known/mcp/server-card.json': JSON.stringify({
          name: 'mill',
          remotes: [{ type: 'streamable-http', url: 'https://mcp.example.com/mcp' }],
        }),
        ...answers,
      }).proposed;
    assert.equal(card({}), 3);
    const endpoint = 'https://mcp.example.com/mcp';
    const page = { role: 'docs', body: '<h1>Tools</h1>', type: 'text/html' };
    assert.equal(card({ [endpoint]: page }), 0, 'that is a page');
    const refused = { role: 'mcp_live', method: 'POST' as const, status: 405, body: '', type: 'text/plain' };
    assert.equal(card({ [endpoint]: refused }), 0, 'nothing can be posted there');
    assert.equal(card({ [endpoint]: { ...refused, status: 502 } }), 3, 'it may be down');
    assert.equal(card({ 'https://mcp.example.com/mcp': { ...Object(nobody), role: 'mcp_live', method: 'POST' } }), 0);
  });
});
