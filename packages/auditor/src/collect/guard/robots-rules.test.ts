import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { timeLimit } from '../../../../../test/world/wait.ts';
import type { EvidenceItem } from '../../evidence/evidence.ts';
import { rulesOf } from './robots-rules.ts';

const item: EvidenceItem = {
  role: 'robots',
  method: 'GET',
  url: 'https://example.com/robots.txt',
  accept: '*/*',
  fetched_at: '2026-11-22T00:00:00.000Z',
  redirects: [],
  status: 200,
  headers: {},
  bytes: 0,
  sha256: null,
  truncated: false,
  problem: null,
  detail: null,
};
const rules = (text: string, more: Partial<EvidenceItem> = {}) =>
  rulesOf({ item: { ...item, ...more }, body: new TextEncoder().encode(text) });
const allowed = (text: string, path: string) => rules(text).allows(new URL(path, 'https://example.com'));

describe('rules of robots.txt', () => {
  test('for us count, and those for everybody only without them', () => {
    const text = 'User-agent: *\nDisallow: /\n\nUser-agent: Agentreadinessauditor/2.0\nDisallow: /private\n';
    assert.equal(allowed(text, '/'), true);
    assert.equal(allowed(text, '/private/x'), false);
    assert.equal(allowed('User-agent: *\nDisallow: /a', '/a'), false);
    assert.equal(allowed('User-agent: GPTBot\nDisallow: /', '/a'), true);
    assert.equal(allowed('User-agent: AgentReadinessAuditorPlus\nDisallow: /', '/a'), true);
  });

  test('of several groups with one name belong together, and a sitemap ends no group', () => {
    const text =
      'User-agent: *\nSitemap: https://example.com/s.xml\nUser-agent: other\nDisallow: /a\n\nUser-agent: *\nDisallow: /b';
    assert.deepEqual([allowed(text, '/a'), allowed(text, '/b'), allowed(text, '/c')], [false, false, true]);
    assert.deepEqual(rules(text).sitemaps, ['https://example.com/s.xml']);
  });

  test('decide by the longest pattern, with * and $, case of paths and encoded characters', () => {
    const text =
      'user-AGENT: * # all\r\nDisallow: /a\r\nAllow: /a/b\r\nDisallow: /*.pdf$\r\nDisallow: /%7Eme\r\nDisallow: /ü\r\nDisallow:';
    for (const path of ['/a', '/a/c', '/x.pdf', '/~me', '/%7eme', '/ü/1'])
      assert.equal(allowed(text, path), false, path);
    for (const path of ['/A', '/a/b/c', '/x.pdf?y']) assert.equal(allowed(text, path), true, path);
    assert.equal(allowed('\uFEFFUser-agent: *\nDisallow: /', '/'), false);
  });

  test('name a pause', () => {
    assert.equal(rules('User-agent: *\nCrawl-delay: 2.5').crawl_delay, 2.5);
    for (const odd of ['x', '-1', '', 'Infinityy'])
      assert.equal(rules(`User-agent: *\nCrawl-delay: ${odd}`).crawl_delay, undefined);
  });

  test('that were cut are read to the last whole line', () => {
    const cut = rules('User-agent: *\nDisallow: /a\nDisallow: /', { truncated: true });
    assert.equal(cut.allows(new URL('https://example.com/b')), true);
  });

  test('that are too many forbid everything', () => {
    const many = `User-agent: *\n${Array.from({ length: 6_000 }, (_, at) => `Disallow: /${at}`).join('\n')}`;
    assert.deepEqual([rules(many).state, rules(many).allows(new URL('https://example.com/'))], ['closed', false]);
  });

  test('are decided quickly, however they are written', () => {
    const text = `User-agent: *\n${'Disallow: /*a*a*a*a*a*a*a*a*a*b\n'.repeat(1)}Disallow: ${'*a'.repeat(50_000)}b`;
    const begun = performance.now();
    assert.equal(rules(text).allows(new URL(`https://example.com/${'a'.repeat(1_900)}`)), true);
    assert.ok(performance.now() - begun < timeLimit(2_000));
  });
});

describe('without robots.txt', () => {
  const state = (more: Partial<EvidenceItem>) => rules('', more).state;
  test('everything is allowed', () => {
    for (const status of [400, 401, 403, 404, 410, 451]) assert.equal(state({ status }), 'open', String(status));
  });
  test('that can be read, nothing is', () => {
    assert.equal(state({ status: 429, problem: 'server_error' }), 'closed');
    assert.equal(state({ status: 503, problem: 'server_error' }), 'closed');
    assert.equal(state({ status: 403, problem: 'challenge' }), 'closed');
    for (const problem of ['timeout', 'unreachable', 'refused', 'malformed', 'budget'] as const)
      assert.equal(state({ status: null, problem }), 'closed', problem);
  });
});
