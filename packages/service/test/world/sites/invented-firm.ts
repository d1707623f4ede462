import type { IncomingMessage, ServerResponse } from 'node:http';

/** A firm that a test invents, with its website in its own words, and what a careful reader of it expects of its audit. */
export type InventedFirm = {
  company: string;
  host: string;
  language: string;
  /** As an audit names the language; undefined for English. */
  language_name: string | undefined;
  /** Pages by path: their title, their description, and their body as HTML. */
  pages: Readonly<Record<string, readonly [title: string, description: string, body: string]>>;
  /** Other answers by path, of the type that the ending of the path says. */
  files: Readonly<Record<string, string>>;
  /** JSON-LD of the home page. */
  data: unknown;
  /** What the reader gave, before any machine saw the site. */
  scores: Readonly<Record<string, number>>;
  /** What the site says, by the criterion whose evidence must not call it absent. */
  not_absent: readonly (readonly [criterion: string, denial: RegExp])[];
};

/** A paragraph for each text. */
export const said = (...texts: readonly string[]): string => texts.map((text) => `<p>${text}</p>`).join('');

/** A table of rows, the first of them its head. */
export const table = (...rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((row, at) => `<tr>${row.map((cell) => (at === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join('')}</tr>`).join('')}</table>`;

const types: Readonly<Record<string, string>> = { txt: 'text/plain', xml: 'application/xml' };

/** A firm's website as a host of a closed world. */
export function hostOf({ company, host, language, pages, files, data }: InventedFirm) {
  const nav = Object.entries(pages)
    .map(([path, [title]]) => `<a href="${path}">${title}</a>`)
    .join(' ');
  const drawn = (path: string, [title, description, body]: readonly [string, string, string]) =>
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title} – ${company}</title><meta name="description" content="${description}"><link rel="canonical" href="https://${host}${path}">${path === '/' && data ? `<script type="application/ld+json">${JSON.stringify(data)}</script>` : ''}</head><body><header><nav>${nav}</nav></header><main><h1>${title}</h1>${body}</main><footer>${company}</footer></body></html>`;
  return {
    name: host,
    handle(request: IncomingMessage, response: ServerResponse) {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      const page = pages[path];
      const text = page ? drawn(path, page) : files[path];
      const type = page ? 'text/html' : (types[path.split('.').at(-1) ?? ''] ?? 'text/html');
      response.writeHead(text === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` });
      response.end(text ?? '404');
    },
  };
}

/** robots.txt and a sitemap that lists pages. */
export function crawling(host: string, paths: readonly string[]): Record<string, string> {
  const urls = paths.map((path) => `<url><loc>https://${host}${path}</loc></url>`).join('');
  return {
    '/robots.txt': `User-agent: *\nAllow: /\nSitemap: https://${host}/sitemap.xml\n`,
    '/sitemap.xml': `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
  };
}
