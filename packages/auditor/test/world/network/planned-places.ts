import { type Answers, html, json, links, send, sitemap, text, words } from './planned-answers.ts';

/** A host that many companies share, with prices, terms and documents of its own. */
export const shared: Answers = {
  '/robots.txt': text('User-agent: *\nDisallow: /acme/tool/private\nSitemap: https://codeberg.org/sitemap.xml\n'),
  '/sitemap.xml': sitemap('https://codeberg.org/features'),
  '/llms.txt': text('# Host\n\n> A host.\n'),
  '/openapi.json': json({ openapi: '3.1.0', info: { title: 'Host', version: '1' }, paths: {} }),
  '/pricing': html('Prices of the host', `<p>$4 a month per user.</p>${words}`),
  '/terms': html('Terms of the host', words),
  '/acme/toolbox': html('Another', words),
  '/acme/tool': html(
    'Tool | Acme',
    `<nav>${links('/pricing', '/features')}</nav>${words}${links('/acme/tool/docs', '/acme/tool/private', '/acme/tool/prices', '/acme/toolbox')}<footer>${links('/terms', 'https://docs.codeberg.org/start')}</footer>`,
  ),
  '/acme/tool/docs': html('Documentation', words),
  '/acme/tool/prices': (_, res) => send(res, { status: 302, headers: { location: '/pricing' } }),
};

/** A café that nothing of for programs is on, with a journal whose articles are all alike. */
const articles = Array.from({ length: 30 }, (_, at) => `/journal/2026/story-${at + 1}`);
const article = (path: string) =>
  html(path, `<main><article class="story"><h1>${path}</h1>${words}<h2>More</h2>${words}</article></main>`);
const corners = ['kitchen', 'garden', 'hall', 'cellar', 'roof', 'yard'].map(
  (name) => `/house/old/part/${name}/${name}`,
);
export const cafe: Answers = {
  '/robots.txt': text('User-agent: *\nAllow: /\n'),
  '/sitemap.xml': sitemap(...corners.map((path) => `https://cafe.planned.dev${path}`)),
  '/': html(
    'Café',
    `<nav>${links('/menu', '/rooms', '/find-us', '/prices')}</nav><main>${words}${links(...articles)}</main><footer>${links('/imprint', '/vouchers', '/team-and-history')}</footer>`,
  ),
  ...Object.fromEntries(articles.map((path) => [path, article(path)])),
  ...Object.fromEntries(
    [...corners, '/menu', '/rooms', '/find-us', '/prices', '/imprint', '/vouchers', '/team-and-history'].map((path) => [
      path,
      html(path, `<h1>${path}</h1>${words}`),
    ]),
  ),
};

/** A club whose menu a script puts into each page, and whose first page links one page itself. */
export const club: Answers = {
  '/robots.txt': text('User-agent: *\nDisallow: /members.html\n'),
  '/': html(
    'Club',
    `<div id="menu"></div><script src="/js/menu.js"></script><main><h1>Club</h1>${words}${links('/imprint.html')}</main>`,
  ),
  '/js/menu.js': {
    type: 'text/javascript',
    body: `load("menu", "parts/menu.html"); load("shop", "https://elsewhere.example.org/menu.html"); fetch('/members.html');
if (left) location = "gone.html"; load("one", "./parts/one.html"); load("two", "parts/two.html"); $("#a").load("parts/three.html");`,
  },
  '/parts/menu.html': { type: 'text/html', body: `<nav>${links('/fees.html', '/training.html')}</nav>` },
  '/imprint.html': html('Imprint', `<h1>Imprint</h1>${words}`),
  '/fees.html': html('Fees', `<h1>Fees</h1>${words}`),
  '/training.html': html('Training', `<h1>Training</h1>${words}`),
};

/** A bakery whose name has a letter that a name in DNS is written without. */
export const bakery: Answers = {
  '/robots.txt': text('User-agent: *\nAllow: /\nSitemap: https://www.bäckerei.dev/list.xml\n'),
  '/': html('Bäckerei', `<h1>Bäckerei</h1>${words}`),
  '/list.xml': sitemap('https://www.bäckerei.dev/bread'),
  '/bread': html('Bread', `<h1>Bread</h1>${words}`),
};

/** A workshop whose first page leads to that of a language by itself. */
export const workshop: Answers = {
  '/robots.txt': text('User-agent: *\nAllow: /\n'),
  '/': {
    type: 'text/html',
    body: '<!doctype html><title>Workshop</title><meta http-equiv="Refresh" content="0; URL=\'/en/\'"><a href="/en/">On</a>',
  },
  '/en/': html(
    'Workshop',
    `<nav>${links('/en/prices')}</nav><!-- <p data-include="/old.html"></p> --><p data-include="/menu/bar.html"></p><main><h1>Workshop</h1>${words}</main>`,
  ),
  '/menu/bar.html': { type: 'text/html', body: links('/en/hours.html') },
  '/en/hours.html': html('Hours', `<h1>Hours</h1>${words}`),
  '/en/prices': html('Prices', `<h1>Prices</h1><p>A service costs €49.</p>${words}`),
};
