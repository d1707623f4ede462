import type { IncomingMessage, ServerResponse } from 'node:http';

/** A site, and the same with words that its style sheets hide. Loaded by the closed world (`--extra`). */
const words = '<p>We mend bicycles in the yard behind the mill, and say beforehand what it costs.</p>'.repeat(5);
const claims = [
  'You may cancel at any time; the money comes back within 14 days.',
  'Every call needs a key with the scope orders.read, and keys can be revoked.',
  'The service is certified to ISO 27001 and answers 99.9 % of the time.',
  'The free plan has 100 requests a minute; beyond that the API answers 429.',
];
const list = (names: string) =>
  `<section class="${names}"><ul>${claims.map((one) => `<li>${one}</li>`).join('')}</ul></section>`;
const paths = ['/pricing', '/terms', '/about', '/contact'];
const links = paths.map((path) => `<a href="${path}">${path.slice(1)}</a>`).join(' ');

/** The last sheet of the home page is on no other page, and imports one; with the others there are more than are asked for. */
const shared = ['/one.css', '/two.css', '/three.css', '/four.css', '/five.css'];

function page(path: string, hiding: boolean): string {
  const sheets = [...shared, ...(path === '/' ? ['/last.css'] : []), ...(path === '/terms' ? ['/terms.css'] : [])].map(
    (one) => `<link rel="stylesheet" href="${one}">`,
  );
  const own = '<style>.note{color:#fff;background:#fff;font-size:1px}</style>';
  const on_home = path === '/' ? list('b fold') + list('note') + list('b away') + list('deep') : '';
  const hidden = hiding ? on_home + (path === '/terms' ? list('own') : '') : '';
  return `<!doctype html><html lang="en"><head><title>The yard</title>${sheets.join('')}${own}</head><body><nav>${links}</nav><main><h1>The yard</h1>${words}${hidden}</main></body></html>`;
}

const sheets: Readonly<Record<string, string>> = {
  '/one.css': 'body{color:#222}.away{position:absolute;left:-9999px}',
  '/terms.css': 'main>.own{display:none}',
  '/deep.css': '.deep{visibility:hidden}',
  '/last.css':
    '@import "deep.css" screen;.b{margin:0}.fold{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}',
};

const site = (hiding: boolean) => (req: IncomingMessage, res: ServerResponse) => {
  const { pathname } = new URL(req.url ?? '/', 'http://x');
  if (pathname === '/' || paths.includes(pathname))
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(pathname, hiding));
  else if (pathname in sheets || shared.includes(pathname))
    res.writeHead(200, { 'content-type': 'text/css' }).end(sheets[pathname] ?? `.none{margin:0}`);
  else if (pathname === '/robots.txt') res.writeHead(200, { 'content-type': 'text/plain' }).end('');
  else res.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Nothing here</h1>');
};

export const hosts = [
  { name: 'plain.styled.dev', handle: site(false) },
  { name: 'hiding.styled.dev', handle: site(true) },
];
