import { existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type AddedPage, foreignArticles, noisePages } from './article-texts.ts';
import { type CopiedSite, isHtml } from './copied-site.ts';
import { inventedClaims, inventedDescription } from './stuffing-texts.ts';

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Puts a block at the end of the main part of a page. */
function append(html: string, block: string): string {
  const end = [/<\/main>(?![\s\S]*<\/main>)/i, /<footer\b/i, /<\/body>/i].find((one) => one.test(html));
  return end ? html.replace(end, (found) => `${block}\n${found}`) : `${html}\n${block}\n`;
}

const inHead = (html: string, block: string) =>
  /<\/head>/i.test(html) ? html.replace(/<\/head>/i, (found) => `${block}\n${found}`) : block + html;

/** The home page of a site. @throws Error where no file is one */
function homeOf(site: CopiedSite): string {
  const home = site.home();
  if (home === undefined) throw new Error(`there is no home page in ${site.root}`);
  return home;
}

/** Adds the invented claims as a section of the home page. @param head goes into its head */
function addSection(site: CopiedSite, attributes = '', head = ''): void {
  const claims = inventedClaims(site.words);
  const paragraphs = claims.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  const block = `<section${attributes}><h2>For developers, agents and buyers</h2>\n${paragraphs}\n</section>`;
  site.edit(homeOf(site), (html) => append(head === '' ? html : inHead(html, head), block));
  site.changed = claims.length;
}

export const stuffPage = (site: CopiedSite): void => addSection(site);

/** Each claim on a page of its own. */
export function stuffPages(site: CopiedSite): void {
  const claims = inventedClaims(site.words);
  addPages(
    site,
    claims.map((claim, at): AddedPage => [`good-to-know-${at + 1}`, `Good to know ${at + 1}`, claim]),
    'Good to know',
  );
}

/** The claims at the end of every page. */
export function stuffEveryPage(site: CopiedSite): void {
  const claims = inventedClaims(site.words);
  const block = `<section>${claims.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}</section>`;
  for (const file of site.all().filter(isHtml)) site.edit(file, (html) => append(html, block));
  site.changed = claims.length;
}

/** The claims as pages of documentation, with calls that are written out. */
export function stuffDocs(site: CopiedSite): void {
  const { host } = site.words;
  const pages = inventedClaims(site.words).map((claim, at): AddedPage => {
    const call = `curl https://api.${host}/rest/v4/orders/${at} -H "Authorization: Bearer $KEY"`;
    return [`docs/part-${at + 1}`, `Documentation, part ${at + 1}`, [claim], call];
  });
  addPages(site, pages, 'Documentation');
}

/** An invented description of an API on the own host, with the claims on the home page. */
export function stuffDescription(site: CopiedSite): void {
  site.write(join(site.root, 'openapi.json'), `${JSON.stringify(inventedDescription(site.words), null, 1)}\n`);
  addSection(site);
  site.edit(homeOf(site), (html) => append(html, '<p><a href="/openapi.json">OpenAPI description</a></p>'));
}

export function stuffLlms(site: CopiedSite): void {
  const claims = inventedClaims(site.words);
  const block = `\n## Interfaces, terms and guarantees\n\n${claims.map((line) => `- ${line}`).join('\n')}\n`;
  const there = site
    .all()
    .filter((file) => basename(file) === 'llms.txt' && !relative(site.root, file).includes(join('docs', '')));
  const own = there.filter((file) => dirname(file) === site.root);
  for (const file of own.length > 0 ? own : there) site.edit(file, (text) => `${text.trimEnd()}\n${block}`);
  if (there.length === 0) site.write(join(site.root, 'llms.txt'), `# ${site.words.name}\n${block}`);
  site.changed = claims.length;
}

export function hideByClass(site: CopiedSite): void {
  site.write(
    join(site.root, 'theme-extra.css'),
    '.tx-a{margin:0}\n.tx-fold{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}\n',
  );
  addSection(site, ' class="tx-a tx-fold"', '<link rel="stylesheet" href="/theme-extra.css"/>');
}

export const hideInWhite = (site: CopiedSite): void =>
  addSection(
    site,
    ' class="tx-note"',
    '<style>.tx-note,.tx-note *{color:#fff;background-color:#ffffff;font-size:1px;line-height:1px}</style>',
  );

export const addForeignArticles = (site: CopiedSite): void => addPages(site, foreignArticles, 'Reading');
export const addNoise = (site: CopiedSite): void => addPages(site, noisePages, 'Pastime');

/** Adds pages at the root, which the home page and the sitemap link. */
function addPages(site: CopiedSite, pages: readonly AddedPage[], label: string): void {
  const home = homeOf(site);
  const origin = `https://${site.host}`;
  for (const [path, title, paragraphs, code] of pages) {
    const lines = [paragraphs].flat().map((line) => `<p>${escapeHtml(line)}</p>`);
    const body = [...lines, ...(code === undefined ? [] : [`<pre><code>${escapeHtml(code)}</code></pre>`])].join('\n');
    site.write(
      join(site.root, path, 'index.html'),
      `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>
<title>${escapeHtml(title)}</title><link rel="canonical" href="${origin}/${path}/"/></head>
<body><header><a href="/">${escapeHtml(site.words.name)}</a></header><main><article><h1>${escapeHtml(title)}</h1>
${body}
</article></main></body></html>\n`,
    );
  }
  const links = pages.map(([path, title]) => `<li><a href="/${path}/">${escapeHtml(title)}</a></li>`).join('');
  site.edit(home, (html) => append(html, `<nav aria-label="${label}"><h2>${label}</h2><ul>${links}</ul></nav>`));
  const map = join(site.root, 'sitemap.xml');
  const rows = pages.map(([path]) => `<url><loc>${origin}/${path}/</loc></url>`).join('');
  if (existsSync(map)) site.edit(map, (xml) => xml.replace(/<\/urlset>/, `${rows}</urlset>`));
  site.changed += pages.length;
}
