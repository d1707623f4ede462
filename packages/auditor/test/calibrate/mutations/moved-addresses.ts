import { createHash } from 'node:crypto';
import { type CopiedSite, filesBelow, isHtml } from './copied-site.ts';

/** Where the pages of a site move to: what stands in links, documents and rules follows by these. */
export type MovedAddresses = {
  /** The files that move, with the path that they had. */
  work: [file: string, path: string][];
  /** Old path without a final slash and without .html, and the new one; Markdown files with their ending. */
  moved: ReadonlyMap<string, string>;
  /** Folders of moved pages: old path and new one. */
  folders: ReadonlyMap<string, string>;
  /** The new path of an old one with its query and fragment; undefined where nothing moved. */
  follow: (path: string) => string | undefined;
  /** The new value of an attribute. @param base path of the page that it is on */
  address: (value: string, base: string) => string;
  /** A text in which whole addresses of the site follow. */
  absolute: (text: string) => string;
};

export const bare = (path: string) => path.replace(/\.html?$/i, '').replace(/\/$/, '');

/** The path that a file is served at. */
export function publicPath(site: CopiedSite, file: string): string {
  const path = site.pathOf(file);
  return `/${/(^|\/)index\.html?$/.test(path) ? path.replace(/index\.html?$/, '') : path}`;
}

/** What must keep its name: it is asked for by that name. */
const stays = (path: string) =>
  path === '/' || /^\/(?:404|500|index|robots|sitemap|\.well-known|google[0-9a-f]+)/i.test(path);
const token = (segment: string) => `n${createHash('sha256').update(`move ${segment}`).digest('hex').slice(0, 5)}`;
const renamed = (path: string) =>
  path
    .split('/')
    .map((segment) => (segment === '' ? segment : token(segment)))
    .join('/');

/** Gives every page of a site another address; a Markdown file beside a page goes with it. */
export function movedAddresses(site: CopiedSite): MovedAddresses {
  const files = filesBelow(site.root).map((file): [string, string] => [file, publicPath(site, file)]);
  const pages = files.filter(([file, path]) => isHtml(file) && !stays(path));
  const moved = new Map(pages.map(([, path]) => [bare(path), renamed(bare(path))]));
  const twins = files.filter(([, path]) => /\.md$/i.test(path) && moved.has(path.slice(0, -3)));
  for (const [, path] of twins) moved.set(path, `${moved.get(path.slice(0, -3))}.md`);
  const folders = new Map<string, string>();
  for (const old of moved.keys()) {
    const parts = old.replace(/\.md$/, '').split('/');
    for (let count = 2; count <= parts.length; count += 1) {
      const folder = parts.slice(0, count).join('/');
      folders.set(folder, renamed(folder));
    }
  }
  const follow = (path: string) => followed(moved, path);
  const domain = site.host.replace(/^www\./, '');
  const hosts = new Set([site.host, domain, `www.${domain}`]);
  return {
    work: [...pages, ...twins],
    moved,
    folders,
    follow,
    address: (value, base) => attribute(value, new URL(base, `https://${site.host}`), hosts, follow),
    absolute: (text) => wholeAddresses(text, hosts, follow),
  };
}

function followed(moved: ReadonlyMap<string, string>, path: string): string | undefined {
  const [, core = '', tail = ''] = /^([^?#]*)(.*)$/.exec(path) ?? [];
  const exact = moved.get(core);
  if (exact !== undefined) return exact + tail;
  const index = /\/index\.html?$/i.exec(core)?.[0];
  const folder = index && moved.get(core.slice(0, -index.length));
  if (folder !== undefined) return folder + index + tail;
  const to = moved.get(bare(core));
  if (to === undefined || core === '/') return;
  const end = core.endsWith('/') ? '/' : /\.html?$/i.test(core) ? core.slice(core.lastIndexOf('.')) : '';
  return to + end + tail;
}

type Follow = MovedAddresses['follow'];

function attribute(value: string, base: URL, hosts: ReadonlySet<string>, follow: Follow): string {
  if (/^(?:#|[a-z][\w+.-]*:(?!\/\/)|javascript:|data:|\{)/i.test(value) || value === '') return value;
  const url = URL.parse(value, base);
  if (!url || !hosts.has(url.hostname)) return value;
  const path = url.pathname + url.search + url.hash;
  const to = follow(path);
  if (/^(?:[a-z]+:)?\/\//i.test(value)) return to === undefined ? value : `https://${url.hostname}${to}`;
  return to ?? (value.startsWith('/') ? value : path);
}

const wholeAddresses = (text: string, hosts: ReadonlySet<string>, follow: Follow) =>
  text.replace(/https?:\/\/([a-z0-9.-]+)(\/[^\s"'<>()\\\]`,;]*)/gi, (all, host: string, path: string) => {
    if (!hosts.has(host.toLowerCase())) return all;
    const end = /[.:!?]+$/.exec(path)?.[0] ?? '';
    const to = follow(path.slice(0, path.length - end.length));
    return to === undefined ? all : `https://${host}${to}${end}`;
  });
