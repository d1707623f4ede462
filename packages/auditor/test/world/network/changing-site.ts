import type { IncomingMessage, ServerResponse } from 'node:http';

/** A site that changes between two audits, as a host for a closed world: after a visit to /publish-prices it has prices. */
export const SITE = 'https://lindenlake.dev';

const page = (title: string, body: string, head = '') => `<!doctype html><html lang="en"><head><title>${title}</title>
<meta name="description" content="Lindenlake keeps backups of small databases, every hour, in two places.">${head}</head>
<body><nav><a href="/">Home</a> <a href="/pricing">Pricing</a></nav><main><h1>${title}</h1>${body}</main></body></html>`;

const words = `<p>Lindenlake makes a backup of your database every hour and keeps it for 30 days in two places. It is for teams
that run PostgreSQL by themselves. You install one program, name your database, and the first backup begins.</p>
<p>Every backup is restored once a week on a machine of ours, and you are told how long that took.</p>`;

const offer = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Lindenlake Backup',
  description: 'Hourly backups of a database.',
  offers: { '@type': 'Offer', price: '12.00', priceCurrency: 'USD', name: 'Small' },
};

const before: Record<string, string> = {
  '/': page('Lindenlake', words),
  '/pricing': page('Pricing', `${words}<p>Contact us for a quote.</p>`),
  '/robots.txt': 'User-agent: *\nAllow: /\nSitemap: https://lindenlake.dev/sitemap.xml\n',
  '/sitemap.xml': `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${SITE}/</loc></url><url><loc>${SITE}/pricing</loc></url></urlset>`,
};
const after: Record<string, string> = {
  ...before,
  '/pricing': page(
    'Pricing',
    `${words}<h2>Small</h2><p>$12 per month for 10 GB.</p>`,
    `<script type="application/ld+json">${JSON.stringify(offer)}</script>`,
  ),
  '/pricing.md': '# Pricing\n\n| Plan | Price |\n|---|---|\n| Small | $12 per month, 10 GB |\n',
};

let answers = before;

function handle(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  if (path === '/publish-prices') answers = after;
  const body = answers[path];
  const type = /\.(txt|xml|md)$/.exec(path)?.[1];
  const types: Record<string, string> = { txt: 'text/plain', xml: 'application/xml', md: 'text/markdown' };
  response.writeHead(body === undefined ? 404 : 200, {
    'content-type': `${types[type ?? ''] ?? 'text/html'}; charset=utf-8`,
  });
  response.end(body ?? 'Nothing is here.');
}

export const hosts = [{ name: new URL(SITE).hostname, handle }];
