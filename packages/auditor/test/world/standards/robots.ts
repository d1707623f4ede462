import { type MadeAnswers, madePage } from '../made-site.ts';
import { gone, html, json, PLATFORM, type StandardFixtures } from './fixture.ts';

// P1-E: pages that describe themselves, with a sitemap.
const described = (path: string, more = '') =>
  madePage(`<h1>${path}</h1>${more}`, {
    head: `<meta name="description" content="${path}"><link rel="canonical" href="https://example.com${path}">${path === '/' ? profiles : ''}`,
    title: path === '/' ? 'Mill' : path,
  });
const profiles = `<script type="application/ld+json">${json({
  ...{ '@type': 'Organization', name: 'Mill', url: 'https://example.com/' },
  sameAs: ['https://social.test/mill', 'https://code.test/mill'],
})}</script>`;
const questions = '<h2>When are you open?</h2><h2>Do you rent?</h2><h2>Where?</h2><h2>How much?</h2><h2>Who?</h2>';
const robots = (rules: string): MadeAnswers => ({
  '/robots.txt': `User-agent: *\n${rules}\nSitemap: https://example.com/sitemap.xml\n`,
});
const sitemap = (at: string, ...dates: string[]): MadeAnswers => ({
  '/sitemap.xml': `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${dates
    .map((date, index) => `<url><loc>${at}/${index}</loc><lastmod>${date}</lastmod></url>`)
    .join('')}</urlset>`,
});
const dated = sitemap('https://example.com', '2026-10-01', '2026-11-01', '2025-01-01');
const described_pages: MadeAnswers = {
  '/': described('/'),
  ...{ '/a': { role: 'product', body: described('/a', questions) }, '/b': { role: 'product', body: described('/b') } },
};

/** A line of robots.txt that says what models may do: the last point of P1-E asks for one. */
const policy = (
  right: string,
  says: RegExp,
  wrong: readonly string[],
  dead = 'The line names nothing that could answer.',
): StandardFixtures => {
  const line = (text: string) => robots(`${text}\nAllow: /`);
  return {
    criterion: 'P1-E',
    without: { answers: { ...described_pages, ...robots('Allow: /'), ...dated }, score: 4 },
    right: [{ answers: line(right), score: 5, says }],
    wrong: wrong.map((text) => ({ answers: line(text), score: 4 })),
    platform: 'A robots.txt speaks for its own host and is obeyed, whoever writes it.',
    dead,
  };
};

/** What crawlers and models may do. */
export const robotsRules = {
  robots_txt: {
    criterion: 'P1-E',
    without: { answers: { ...described_pages, ...dated }, score: 2 },
    right: [{ answers: robots('Allow: /'), score: 4 }],
    wrong: [
      { answers: { '/robots.txt': html }, score: 2 },
      { answers: robots('Disallow: /'), score: 0 },
    ],
    platform: 'It speaks for its own host and is obeyed, whoever writes it.',
    dead: 'Nothing declares it: it has one address.',
  },
  sitemap: {
    criterion: 'P1-E',
    without: { answers: { ...described_pages, '/robots.txt': 'User-agent: *\nAllow: /\n' }, score: 2 },
    right: [{ answers: { ...dated, ...robots('Allow: /') }, score: 4 }],
    wrong: [
      { answers: sitemap('https://example.com', '2027-11-01'), score: 3 },
      { answers: { '/sitemap.xml': html }, score: 2 },
    ],
    platform: [{ answers: sitemap(PLATFORM, '2026-10-01', '2026-11-01'), score: 2 }],
    dead: [{ answers: { ...robots('Allow: /'), '/sitemap.xml': gone }, score: 2 }],
  },
  content_signals: policy('Content-Signal: search=yes, ai-train=no', /sets a Content-Signal/, [
    'Content-Signal:',
    '# Content-Signal: search=yes',
    'Content-Signals: search=yes',
    'Content-Signal: everything',
  ]),
  aipref: policy('Content-Usage: train-ai=n', /sets Content-Usage \(AIPREF\)/, [
    'Content-Usage:',
    '# Content-Usage: train-ai=n',
    'Content-Usage: maybe',
    'Content-Use: train-ai=n',
  ]),
  rsl: policy(
    'License: https://example.com/license.xml',
    /names a licence \(RSL\)/,
    [
      'License:',
      '# License: https://example.com/license.xml',
      'License: ask us',
      'Licence: https://example.com/license.xml',
    ],
    'The line alone is judged: the licence that it names is not asked for.',
  ),
} satisfies Record<string, StandardFixtures>;
