import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MadeAnswers, madePage, madeSite, proposalFor, scores, stateOf } from '../../../test/world/made-site.ts';
import { isFetched } from '../../evidence/evidence.ts';
import { discoverabilityFacts } from './discoverability.ts';

/** The ladder of P1-E, rung by rung, on small sites. */
const proposed = (answers: MadeAnswers) => proposalFor('P1-E', answers);

const described = '<meta name="description" content="Repairs of bicycles">';
const canonical = (path: string) => `<link rel="canonical" href="https://example.com${path}">`;
const robots = (rules: string) => ({ '/robots.txt': `${rules}\nSitemap: https://example.com/sitemap.xml\n` });
const open = robots('User-agent: *\nAllow: /');
const sitemap = (...dates: (string | undefined)[]) => ({
  '/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${dates
    .map((date, at) => `<url><loc>https://example.com/${at}</loc>${date ? `<lastmod>${date}</lastmod>` : ''}</url>`)
    .join('')}</urlset>`,
});
const profiles = `<script type="application/ld+json">${JSON.stringify({
  ...{ '@type': 'Organization', name: 'Mill', url: 'https://example.com/' },
  sameAs: ['https://social.test/mill', 'https://code.test/mill'],
})}</script>`;
const faq = '<h2>When are you open?</h2><h2>Do you rent?</h2><h2>Where?</h2><h2>How much?</h2><h2>Who?</h2>';

const page = (path: string, { head = canonical(path), title = path, body = '' } = {}) => ({
  role: 'product',
  body: madePage(`<h1>${path}</h1>${body}`, { head, title }),
});
const site = (over: MadeAnswers = {}): MadeAnswers => ({
  '/': madePage('<h1>Mill</h1>', { head: described + canonical('/') + profiles, title: 'Mill' }),
  ...{ '/a': page('/a', { body: faq }), '/b': page('/b') },
  ...over,
});
const dated = sitemap('2026-10-01', '2026-11-01', '2025-01-01');

test('a home page that asks to be left out, or is shut to all agents of answer engines, is 0', () => {
  const noindex = madePage('<h1>Mill</h1>', { head: '<meta name="robots" content="noindex">' });
  assert.equal(scores(proposed(site({ '/': noindex }))), '0 0 0');
  assert.equal(scores(proposed(site(robots('User-agent: *\nDisallow: /')))), '0 0 0');
});

test('a home page of scripts, or one that says nothing of itself on a bare site, is 1', () => {
  const shell = '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>';
  assert.equal(scores(proposed({ '/': shell })), '1 1 1');
  assert.equal(scores(proposed({ '/': madePage('<h1>Mill</h1>') })), '1 1 1');
});

test('text without scripts that describes itself is 2', () => {
  assert.equal(scores(proposed(site())), '2 2 2');
  assert.equal(
    proposed({ '/': madePage('<h1>Mill</h1>'), ...open, ...sitemap(undefined) }).proposed,
    3,
    'or is led to',
  );
});

test('fewer than half of the agents admitted stay at 1, training agents shut out cost nothing', () => {
  const shut = ['OAI-SearchBot', 'ChatGPT-User', 'Claude-User', 'Claude-SearchBot', 'PerplexityBot'];
  const groups = (agents: string[]) =>
    robots(`${agents.map((agent) => `User-agent: ${agent}`).join('\n')}\nDisallow: /\n\nUser-agent: *\nAllow: /`);
  assert.equal(proposed(site({ ...groups(shut), ...dated })).proposed, 1);
  assert.equal(proposed(site({ ...groups(shut.slice(0, 4)), ...dated })).proposed, 3);
  assert.ok(proposed(site({ ...groups(['CCBot', 'GPTBot', 'Bytespider']), ...dated })).proposed >= 4);
});

test('robots.txt and sitemap are 3', () => {
  assert.equal(stateOf(proposed(site({ ...open, ...sitemap(undefined, undefined) })), 3), 'true');
  const html = { '/robots.txt': { body: madePage('<h1>Mill</h1>'), type: 'text/html' } };
  assert.equal(proposed(site({ ...html, ...dated })).proposed, 2, 'a page is no robots.txt');
});

test('a sitemap with fresh dates, canonical links and own titles are 4', () => {
  assert.equal(proposed(site({ ...open, ...dated })).proposed, 4);
  assert.equal(proposed(site({ ...open, ...sitemap('2025-06-16', '2025-06-16') })).proposed, 3, 'older than a year');
  assert.equal(
    proposed(site({ ...open, ...sitemap('2026-11-01', undefined, undefined) })).proposed,
    3,
    'a third is dated',
  );
  assert.equal(proposed(site({ ...open, ...sitemap('2027-11-01') })).proposed, 3, 'a date to come is no date');
  assert.equal(proposed(site({ ...open, ...dated, '/b': page('/b', { head: '' }) })).proposed, 3, 'no canonical link');
  assert.equal(proposed(site({ ...open, ...dated, '/b': page('/b', { title: '/a' }) })).proposed, 3, 'titles twice');
});

test('a policy for AI agents, real 404, questions and profiles are 5, for a person to confirm', () => {
  const policy = robots('User-agent: *\nContent-Signal: search=yes, ai-input=yes\nAllow: /');
  const found = proposed(site({ ...policy, ...dated }));
  assert.equal(found.proposed, 5);
  assert.ok(found.low < 5 && found.needs_human.includes('lexical'));
  assert.ok(found.sources.filter(isFetched).some(({ excerpt }) => excerpt.startsWith('Content-Signal')));
  const welcoming = { '/made-up-address': madePage('<h1>Welcome</h1>') };
  assert.equal(proposed(site({ ...policy, ...dated, ...welcoming })).proposed, 4, 'a made-up address is a page');
  assert.equal(proposed(site({ ...policy, ...dated, '/a': page('/a') })).proposed, 4, 'no question is answered');
});

test('a robots.txt that only names a sitemap keeps nobody out and is valid; rules of nobody are not', () => {
  assert.equal(proposed(site({ ...robots(''), ...dated })).proposed, 4);
  assert.equal(proposed(site({ ...robots('Allow: /'), ...dated })).proposed, 2);
  assert.equal(proposed(site({ '/robots.txt': 'Sitemap: sitemap', ...dated })).proposed, 2);
});

test('a note that agents are refused takes the last point, as a refusal does', () => {
  const policy = robots('User-agent: GPTBot\nAllow: /\n\nUser-agent: *\nAllow: /');
  const note = page('/b', { body: '<p>Requests with the user agent of a library may be challenged with 403.</p>' });
  const found = proposed(site({ ...policy, ...dated, '/b': note }));
  assert.equal(found.proposed, 4);
  assert.match(found.evidence, /Programs are kept out somewhere: \/b speaks of them/);
  const within = page('/b', { body: '<p>No scraping of the web application without our written consent.</p>' });
  assert.doesNotMatch(proposed(site({ ...policy, ...dated, '/b': within })).evidence, /kept out/);
  const accounts = page('/b', { body: '<p>You shall not create accounts by automated means.</p>' });
  assert.doesNotMatch(proposed(site({ ...policy, ...dated, '/b': accounts })).evidence, /kept out/);
  const others = page('/b', { body: '<p>Some have terms that forbid robots, some have limits.</p>' });
  assert.doesNotMatch(proposed(site({ ...policy, ...dated, '/b': others })).evidence, /kept out/);
  const refused = { '/c': { role: 'product', status: 403, problem: 'challenge' as const } };
  assert.equal(proposed(site({ ...policy, ...dated, ...refused })).proposed, 4);
});

test('a robots.txt that was not seen leaves all open, and nothing counts as absent', () => {
  const found = proposed(site({ '/robots.txt': { problem: 'timeout' }, ...dated }));
  assert.equal(found.low, 0);
  assert.ok(found.high >= 4);
  assert.match(found.evidence, /robots\.txt was not seen/);
});

test('a sitemap that was not seen may be there, dates included', () => {
  const found = proposed(site({ ...open, '/sitemap.xml': { status: 503, problem: 'server_error' } }));
  assert.equal(found.proposed, 2);
  assert.ok(found.high >= 3);
  assert.match(found.evidence, /Whether there is a sitemap was not seen/);
});

test('that the home page has text is shown by a sentence of it, and not by its logo or a link to skip', () => {
  const text =
    '<p>We repair bicycles in the old mill.</p><p>Our workshop opens at nine, and it has parts for them.</p>';
  const home = madePage(`<a href="#main">Skip to main content</a><p>mill_</p>${text.repeat(5)}`);
  const [source] = discoverabilityFacts.home_rendered?.find(madeSite({ '/': home }), {}).sources ?? [];
  assert.equal(source && isFetched(source) && source.excerpt, 'We repair bicycles in the old mill.');
});
