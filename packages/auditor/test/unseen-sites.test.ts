import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLadders, readRubrics } from '@readymark/rubric/read-rubrics';
import { openTier } from '../src/draft/basis.ts';
import { draftRecord } from '../src/draft/draft.ts';
import type { EvidenceItem } from '../src/evidence/evidence.ts';
import { readSite } from '../src/read/read-site.ts';
import { scoreSite } from '../src/score/score-site.ts';
import { type MadeAnswers, madeBundle, madePage } from './world/made-site.ts';

/** What was not seen is said to be not seen, and is no fact about a company: from answers of a site to the record that is drafted. */
const rubric = readRubrics().get('v1') ?? assert.fail();
const ladders = readLadders().get('v1') ?? assert.fail();

type Changed = { website?: string; scope?: string; items?: (item: EvidenceItem) => EvidenceItem[] };

function drafted(
  answers: MadeAnswers,
  { website = 'https://example.com/', scope, items = (one) => [one] }: Changed = {},
) {
  const { bundle, bodies } = madeBundle(answers, website);
  const changed = { ...bundle, items: bundle.items.flatMap(items), ...(scope === undefined ? {} : { scope }) };
  const proposals = scoreSite(readSite(changed, bodies), ladders);
  const basis = { rubric, ladders, proposals };
  const subject = { company: 'Acme', slug: 'acme', website, audit_date: '2026-11-20' };
  const record = draftRecord({ ...subject, ...basis });
  return { proposals, record, open: openTier(record.criteria, basis) };
}

describe('a site of which no page can be read', () => {
  const page = madePage('<h1>Acme</h1><p>Acme repairs bicycles from $30 on.</p>');
  const refused = (change: Partial<EvidenceItem>) => (item: EvidenceItem) => [
    { ...item, sha256: null, bytes: 0, ...change },
  ];
  const sites: Record<string, [MadeAnswers, Changed]> = {
    'answers every call with 503': [{ '/': page, '/prices': page }, { items: refused({ status: 503 }) }],
    'answers every call with 429': [{ '/': page }, { items: refused({ status: 429 }) }],
    'does not answer in time': [{ '/': page }, { items: refused({ status: null, problem: 'timeout' }) }],
    'has a home page without a word': [{ '/': '', '/prices': '' }, {}],
    'has a home page of empty elements': [
      { '/': '<!doctype html><html><head><title>Acme</title></head><body><div></div></body></html>' },
      {},
    ],
    'answers its home page with 404': [{ '/': { role: 'home', status: 404 } }, {}],
    'answers its home page with 410 and a page that says so': [{ '/': { role: 'home', status: 410, body: page } }, {}],
    'answers its home page with 500': [{ '/': { role: 'home', status: 500, body: page } }, {}],
    'forbids all of itself in robots.txt': [
      { '/': { role: 'home', problem: 'robots' }, '/robots.txt': 'User-agent: *\nDisallow: /' },
      {},
    ],
    'has nothing but files that are not read': [
      {
        '/': { role: 'home', type: 'application/pdf', problem: 'type', status: 200 },
        '/prices.pdf': { role: 'pricing', type: 'application/pdf', problem: 'type', status: 200 },
      },
      {},
    ],
    'leads its visitors round and round': [
      {
        '/': {
          role: 'home',
          problem: 'malformed',
          detail: 'more than 5 redirects',
          redirects: [1, 2, 3, 4, 5].map((time) => ({ status: 302, url: `https://example.com/?again=${time}` })),
        },
      },
      {},
    ],
    'asks for a password': [
      {
        '/': madePage(
          '<h1>Acme</h1><p>Sign in to go on.</p><form action="/login"><input name="user"><input type="password" name="pass"></form>',
        ),
      },
      {},
    ],
    'is a domain that waits for a buyer': [
      { '/': madePage('<h1>example.com</h1><p>This domain is for sale. Make an offer today.</p>') },
      {},
    ],
    'is a domain that waits for a buyer, in German': [
      { '/': madePage('<h1>example.com</h1><p>Diese Domain steht zum Verkauf.</p>', { lang: 'de' }) },
      {},
    ],
  };
  for (const [name, [answers, changed]] of Object.entries(sites))
    test(`${name}: each criterion says that it was not seen, and the draft says nothing else`, () => {
      const { record, open } = drafted(answers, changed);
      for (const { id, score, evidence } of record.criteria) {
        assert.equal(score, 0, id);
        assert.match(
          evidence,
          /^Nothing of this site could be read \(https:\/\/example\.com\/: [\w ]+(?:: The page [\w ,]+)?\), so this was not seen and nothing counts as absent \(https:/,
          id,
        );
      }
      assert.deepEqual([record.strongest_signals, record.critical_gaps, record.priority_actions], [[], [], []]);
      assert.equal(open?.unobserved.length, 20);
      assert.match(
        record.executive_summary,
        /^Of Acme 20 of 20 criteria could not be observed, so it has no tier, but an interval: 0 to \d+ points, Agent-Invisible to Agent-Ready\.$/,
      );
    });
});

describe('what is read is judged, however little it is', () => {
  test('a page with a form to sign in that says what is offered', () => {
    const said = Array.from({ length: 30 }, (_, at) => `<p>Acme repairs bicycle number ${at} for $${at + 20}.</p>`);
    const { open, record } = drafted({
      '/': madePage(`<h1>Acme</h1>${said.join('')}<form action="/in"><input type="password" name="pass"></form>`),
    });
    assert.equal(open?.unobserved.length === 20, false);
    assert.doesNotMatch(JSON.stringify(record), /Nothing of this site could be read/);
  });
  test('a page of a dealer in domains that has other pages', () => {
    const home = madePage('<h1>Names</h1><p>Each domain is for sale here.</p>');
    const { record } = drafted({ '/': home, '/prices': madePage('<h1>Prices</h1><p>A domain costs $90.</p>') });
    assert.doesNotMatch(JSON.stringify(record), /Nothing of this site could be read/);
  });
  test('a host of an API that has no home page and describes its API', () => {
    const api = {
      openapi: '3.1.0',
      info: { title: 'Acme', version: '1' },
      paths: { '/looms': { get: { responses: {} } } },
    };
    const { record } = drafted({ '/': { role: 'home', status: 404 }, '/openapi.json': JSON.stringify(api) });
    assert.doesNotMatch(JSON.stringify(record), /Nothing of this site could be read/);
  });
});

test('a page that scripts fill: what words would decide is not observed, and nothing is said of how to reach the company', () => {
  const shell =
    '<!doctype html><html><head><title>Acme</title><script src="/app.js"></script></head><body><div id="root"></div></body></html>';
  const { record, open } = drafted({ '/': shell });
  const words = record.criteria.filter(({ id }) => /^(?:P2-[BCDE]|P3|P4|P5)/.test(id));
  assert.ok(words.length > 10);
  for (const { id, evidence } of words) assert.match(evidence, /^Not observed: what decides was not read \(/, id);
  assert.doesNotMatch(JSON.stringify(record), /telephone and mail|way in\b/);
  assert.ok((open?.unobserved.length ?? 0) > 5);
});

describe('a company under the path of a host that many share', () => {
  const website = 'https://gumroad.com/acme';
  const items = (item: EvidenceItem) => (item.status === 200 ? [item] : []);
  const answers: MadeAnswers = {
    '/acme': { role: 'home', body: madePage('<h1>Acme</h1><p>Acme makes looms. Each loom costs $12.</p>') },
    '/acme/help': madePage('<h1>Help</h1><p>You get your money back within 14 days.</p>'),
    '/acme/prices': {
      role: 'pricing',
      redirects: [{ status: 302, url: 'https://gumroad.com/pricing' }],
      body: madePage('<h1>Pricing</h1><p>The host takes $4 of each sale, and $21 a month.</p>'),
    },
  };
  const { proposals } = drafted(answers, { website, scope: website, items });

  test('is told of each criterion that was not observed that documents of the whole host were not judged', () => {
    const unobserved = proposals.filter(({ needs_human }) => needs_human.includes('unobserved'));
    for (const id of ['P1-B', 'P1-C', 'P1-D', 'P3-B'])
      assert.ok(
        unobserved.some((one) => one.id === id),
        id,
      );
    for (const { id, evidence } of unobserved)
      assert.match(evidence, /Not judged: documents of the whole host gumroad\.com, which many companies share/, id);
    for (const { id, evidence } of proposals.filter((one) => !unobserved.includes(one)))
      assert.doesNotMatch(evidence, /whole host/, id);
  });

  test('has no price of its host', () => {
    const prices = proposals.find(({ id }) => id === 'P1-B');
    assert.match(prices?.evidence ?? '', /\$12/);
    assert.doesNotMatch(JSON.stringify(proposals), /\$4|\$21/);
  });

  test('elsewhere nothing is said of a host', () => {
    const { proposals: own } = drafted({ '/': answers['/acme/help'] ?? '' }, { items });
    assert.doesNotMatch(JSON.stringify(own), /whole host/);
  });
});
