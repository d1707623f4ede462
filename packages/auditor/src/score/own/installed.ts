import { nameIn } from '../../read/roles.ts';
import type { ReadItem, Site } from '../../read/site.ts';
import { commandLines, squeezed } from '../../read/text/plain-text.ts';
import { labelOf } from '../presence.ts';

/** A package is the firm's own when its name has the first part of the domain in it: documentation installs many others. */
export const isOwnPackage = (site: Site, name: string): boolean => {
  const brand = squeezed(labelOf(site));
  return brand.length > 2 ? squeezed(name).includes(brand) : squeezed(name) === brand;
};

const SOURCE =
  /^https:\/\/(?:github\.com|gitlab\.com|codeberg\.org)\/[\w.-]{1,100}\/([\w.-]{1,100})(?:\/?$|\/(?:-\/)?(?:archive|releases)\b)/;

/** Whether a link leads to a repository that is called as the site is. */
export function isOwnSource(site: Site, { url }: { url: string }): boolean {
  const [, repository = ''] = SOURCE.exec(url) ?? [];
  return repository !== '' && squeezed(repository) === squeezed(labelOf(site));
}

/** Commands that install a program, and no package of a language. */
const INSTALLING = (
  'brew install, docker pull, docker run, helm install, apt install, apt-get install, dnf install, winget install, choco install, ' +
  'scoop install, snap install, flatpak install, pipx install, uv tool install'
).split(', ');
/** A program that is loaded from where its releases are, or that a script installs. */
const LOADING = /\b(?:curl|wget) .{0,200}(?:\/releases\/(?:latest\/)?download\/|install\.sh)/;

const isInstalling = (line: string): boolean =>
  LOADING.test(line) || INSTALLING.some((each) => line.startsWith(each) || line.startsWith(`sudo ${each}`));

/** Pages with commands that install or run a program of the company, by whoever reads them. */
export const commandsOf = (site: Site): { item: ReadItem; commands: string[] }[] =>
  site.pages
    .filter(({ role }) => role !== 'blog' && role !== 'compare')
    .map(({ code, item }) => {
      const lines = code.flatMap(commandLines).map((one) => one.slice(0, 400));
      return { item, commands: lines.filter((one) => isInstalling(one) && isOwnPackage(site, one)) };
    })
    .filter(({ commands }) => commands.length > 0);

/** A page on how a program is installed, by its title. */
const ON_INSTALLING = /^(?:install|installing|installation)(?: guide)?$/i;

/** Pages on how a program is installed that link its source. */
export const installationPages = (site: Site): { item: ReadItem; excerpt: string }[] =>
  site.pages.flatMap(({ title, links, item }) => {
    const source = ON_INSTALLING.test(nameIn(title)) ? links.find((link) => isOwnSource(site, link)) : undefined;
    return source === undefined ? [] : [{ item, excerpt: source.text }];
  });

/**
 * A program that a command installs, whose source the home page links, both called as the site is, where at least half of the pages are
 * documentation, integrations or help: what its users run is its interface (decision 231).
 */
export function isInstalled(site: Site): boolean {
  const before = installed.get(site);
  if (before !== undefined) return before;
  const made =
    site.pages.filter(({ role }) => OF_DOCS.has(role)).length * 2 >= site.pages.length &&
    commandsOf(site).length > 0 &&
    site.pages.some(({ role, links }) => role === 'home' && links.some((link) => isOwnSource(site, link)));
  installed.set(site, made);
  return made;
}
const installed = new WeakMap<Site, boolean>();
const OF_DOCS: ReadonlySet<string> = new Set(['docs', 'integrations', 'help']);
