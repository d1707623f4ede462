import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CopiedSite, isHtml } from './copied-site.ts';
import { bare, type MovedAddresses, movedAddresses, publicPath } from './moved-addresses.ts';
import { moveRules } from './moved-rules.ts';

/** Gives every page another address. Links, sitemap, documents and rules follow; the old addresses answer 404. */
export function movePages(site: CopiedSite): void {
  const addresses = movedAddresses(site);
  moveLinks(site, addresses);
  moveRobots(site, addresses);
  moveRules(site, addresses);
  moveFiles(site, addresses);
  removeEmptyFolders(site.root, false);
  site.notes.push('paths inside OpenAPI files and scripts keep their form; whole addresses in them follow');
}

const linkAttribute = /(\s(?:href|src|action|content|poster|data-href)\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/gi;

function moveLinks(site: CopiedSite, { follow, address, absolute }: MovedAddresses): void {
  for (const file of site.all()) {
    if (isHtml(file)) {
      const path = site.pathOf(file).startsWith('..') ? '/' : publicPath(site, file);
      const base = path.endsWith('/') || /\.\w+$/.test(path) ? path : `${path}/`;
      const moved = (all: string, lead: string, quoted: string) => {
        const mark = /^["']/.exec(quoted)?.[0] ?? '';
        const value = mark ? quoted.slice(1, -1) : quoted;
        if (/content/i.test(lead) && !/^https?:\/\//.test(value)) return all;
        const escaped = value.includes('&amp;') ? '&amp;' : '&';
        const said = address(value.replaceAll('&amp;', '&'), base).replaceAll('&', escaped);
        return said === value ? all : `${lead}${mark || '"'}${said}${mark || '"'}`;
      };
      site.edit(file, (html) => absolute(html.replace(linkAttribute, moved)));
    } else if (/\.(?:html?|md|mdx|txt|xml|json|ya?ml|rss|atom|webmanifest)$/i.test(file)) {
      site.edit(file, (text) =>
        absolute(text).replace(/\]\((\/[^)\s]*)\)/g, (all, path: string) => {
          const to = follow(path);
          return to === undefined ? all : `](${to})`;
        }),
      );
    }
  }
}

/** A path of robots.txt that is the folder of moved pages follows them. */
function moveRobots(site: CopiedSite, { folders }: MovedAddresses): void {
  const robots = join(site.root, 'robots.txt');
  if (!existsSync(robots)) return;
  site.edit(robots, (text) =>
    text.replace(/^(\s*(?:dis)?allow\s*:\s*)(\/[^\s#*$]*)/gim, (all, lead: string, path: string) => {
      const to = folders.get(path.replace(/\/$/, ''));
      return to === undefined ? all : `${lead}${to}${path.endsWith('/') ? '/' : ''}`;
    }),
  );
}

function moveFiles(site: CopiedSite, { work, moved }: MovedAddresses): void {
  for (const [file, path] of work.sort((a, b) => b[1].length - a[1].length)) {
    const to = moved.get(path) ?? moved.get(bare(path)) ?? path;
    const ending = /\.html?$/i.exec(path)?.[0] ?? '';
    const is_index = /(^|\/)index\.html?$/.test(site.pathOf(file));
    const at = join(site.root, /\.md$/i.test(path) ? to : is_index ? `${to}/index.html` : to + ending);
    mkdirSync(dirname(at), { recursive: true });
    // An address without an ending may be both a page and the folder of others.
    const is_folder = existsSync(at) && statSync(at).isDirectory();
    renameSync(file, is_folder ? join(at, 'index.html') : at);
    site.changed += 1;
  }
}

function removeEmptyFolders(folder: string, also_itself = true): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeEmptyFolders(join(folder, entry.name));
  if (also_itself && readdirSync(folder).length === 0) rmdirSync(folder);
}
