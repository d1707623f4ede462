import type { IncomingMessage, ServerResponse } from 'node:http';

/** Small companies, each at a domain of its own, for a closed world (`--extra`): a home page, prices and an llms.txt. */
export const MANY = 60;
export const hostAt = (at: number): string => `firm-${at}.dev`;

const home = (
  name: string,
) => `<!doctype html><html lang="en"><head><title>${name}</title><meta name="description" content="${name} mends clocks.">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"LocalBusiness","name":"${name}","address":"Clock Lane 1","priceRange":"$$"}</script></head>
<body><nav><a href="/pricing">Prices</a><a href="/docs">API</a></nav><main><h1>${name} mends clocks</h1>${'<p>We mend clocks from $30 each, in two days, for towers and for wrists. Our API takes orders.</p>'.repeat(60)}</main></body></html>`;

function handle(request: IncomingMessage, response: ServerResponse): void {
  const { url = '/', headers } = request;
  const end = (status: number, type: string, body: string) =>
    response.writeHead(status, { 'content-type': type }).end(body);
  if (url === '/') end(200, 'text/html; charset=utf-8', home(headers.host ?? ''));
  else if (url === '/robots.txt') end(200, 'text/plain', 'User-agent: *\nAllow: /\n');
  else if (url === '/llms.txt')
    end(200, 'text/plain', '# Clocks\n\n> Mended.\n\n## Pages\n- [Prices](/pricing): all of them\n');
  else end(404, 'text/html; charset=utf-8', '<h1>Nothing is here</h1>');
}

export const hosts = Array.from({ length: MANY }, (_, at) => ({ name: hostAt(at), handle }));
