import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unanswered } from '../../../evidence/evidence.ts';
import { relatedHosts } from '../hosts.ts';
import { reasonRefused, reasonUnobserved } from '../unobserved.ts';
import { openCandidates } from './candidates.ts';
import { purposeOf } from './roles.ts';

const at = (path: string) => `https://acme.dev${path}`;
const role = (path: string, text = '') => purposeOf(at(path), text).role;

test('the role of a page follows from its address, then from the words of a link', () => {
  const expected: Record<string, string> = {
    '/': 'home',
    '/pricing': 'pricing',
    '/legal/terms/': 'terms',
    '/terms-of-service': 'terms',
    '/refund-policy/': 'refund',
    '/docs/usage-errors.md': 'docs',
    '/guide/quick-start/': 'docs',
    '/blog/pricing': 'blog',
    '/blog': 'blog',
    '/hc/en-us/articles/471100-cancel-subscription': 'refund',
    '/help/articles/invite-people': 'help',
    '/vs/google-reviews/': 'compare',
    '/crises/red-sea-security': 'other',
    '/stay/cottages/1': 'product',
    '/x': 'other',
  };
  for (const [path, name] of Object.entries(expected)) assert.equal(role(path), name, path);
  assert.equal(role('/x', 'About us'), 'about');
  for (const text of ['About Acme', 'About the company']) assert.equal(role('/x', text), 'about', text);
  assert.equal(role('/x', 'About the sandbox'), 'other');
  assert.equal(role('/x', 'Our prices'), 'pricing');
  assert.equal(role('/x', 'Tickets | Get your ticket now'), 'pricing');
  assert.equal(role('/x', 'See what it costs you | Prices'), 'pricing');
  assert.equal(role('/x', 'A long sentence that has prices in it'), 'other');
  for (const text of ['Payments and fees', 'Fees and payments'])
    assert.equal(role('/payments.html', text), 'pricing', text);
  assert.equal(role('/x', 'Bread and butter'), 'other');
});

test('the subject of documentation may also follow from what a list says', () => {
  assert.equal(purposeOf(at('/docs/rate-limits'), '').subject, 'limits');
  assert.equal(purposeOf(at('/docs/shipping-v2'), 'Shipping', 'Routes and webhook subscriptions').subject, 'webhooks');
  assert.equal(purposeOf(at('/pricing'), 'Pricing', 'with webhooks').subject, undefined);
  for (const path of ['/docs/api/', '/docs/rest-api', '/reference/endpoints'])
    assert.equal(purposeOf(at(path), '').subject, 'api', path);
  assert.equal(purposeOf(at('/docs/api-errors'), '').subject, 'errors');
  assert.equal(purposeOf(at('/docs/rest-api-authentication'), '').subject, 'auth');
});

test('candidates come best first, each once, on hosts of the site only', () => {
  const candidates = openCandidates('https://www.acme.dev');
  const add = (...paths: string[]) =>
    candidates.add(
      paths.map((path) => ({ url: at(path), text: '' })),
      'sitemap',
    );
  add(
    '/terms/eula',
    '/terms',
    '/de/terms',
    '/docs/limits.md',
    '/docs/limits',
    '/terms?x=1',
    '/terms.pdf',
    '/oauth/register',
  );
  candidates.add([{ url: 'https://elsewhere.dev/terms', text: '' }], 'llms');
  const terms = [1, 2, 3, 4].map(() => candidates.next({ role: 'terms' })?.url);
  assert.deepEqual(terms, ['https://www.acme.dev/terms', 'https://www.acme.dev/terms/eula', undefined, undefined]);
  assert.ok(candidates.next({ subject: 'limits' }));
  assert.equal(candidates.next({ subject: 'limits' }), undefined, 'the Markdown of a page is that page');
  candidates.add([{ url: 'https://docs.acme.dev/auth', text: '' }], 'page');
  assert.equal(candidates.next({ subject: 'auth' }), undefined);
  candidates.admit('docs.acme.dev');
  candidates.add([{ url: 'https://docs.acme.dev/auth', text: '' }], 'page');
  assert.equal(candidates.next({ subject: 'auth' })?.url, 'https://docs.acme.dev/auth');
});

test('related hosts are of the same owner, or rented, six at most', () => {
  const linked = [
    'https://acme.dev/x',
    'https://docs.acme.dev/deep/page',
    'https://docs.acme.dev/',
    'https://shop.acme.dev/',
  ];
  const found = relatedHosts('https://www.acme.dev', [
    ...linked,
    'https://acme.statuspage.io/',
    'https://docs.other.dev/',
  ]);
  assert.deepEqual(
    found.map(({ host, role: purpose, url }) => [host, purpose, url]),
    [
      ['docs.acme.dev', 'docs', 'https://docs.acme.dev/'],
      ['acme.statuspage.io', 'status', 'https://acme.statuspage.io/'],
    ],
  );
  const many = Array.from({ length: 9 }, (_, number) => `https://docs.x${number}.acme.dev/`);
  assert.ok(relatedHosts('https://acme.dev', many).length <= 6);
});

test('nothing was observed when no document of the site was read', () => {
  const item = (more: object) => ({
    ...unanswered({
      role: 'home',
      method: 'GET' as const,
      url: at('/'),
      accept: '*/*',
      fetched_at: '2026-01-01T00:00:00.000Z',
    }),
    ...more,
  });
  const read = { status: 200, sha256: 'a'.repeat(64) };
  assert.equal(reasonUnobserved([item({ problem: 'challenge' }), item({ role: 'probe', ...read })]), null);
  assert.match(
    reasonUnobserved([item({ role: 'sitemap', ...read }), item({ problem: 'challenge' })]) ?? '',
    /page for robots/,
  );
  assert.match(reasonUnobserved([item({ status: 403 })]) ?? '', /answers 403/);
  assert.match(reasonRefused([item({ role: 'robots', problem: 'refused', detail: 'not public' })]) ?? '', /not public/);
  assert.equal(reasonRefused([item({ role: 'robots', problem: 'unreachable', detail: 'reset' })]), null);
});

test('hosts with names of object members are hosts like any other', () => {
  const named = ['constructor', '__proto__', 'hasownproperty'].map((label) => `https://${label}.acme.dev/`);
  assert.deepEqual(
    relatedHosts('https://acme.dev', [...named, 'https://docs.acme.dev/']).map(({ host }) => host),
    ['docs.acme.dev'],
  );
});
