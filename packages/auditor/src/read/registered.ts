import { ownedPart } from '../site-owner.ts';
import { isWithin } from '../site-scope.ts';
import { type Published, publishedAt, registries } from '../standards/registries.ts';
import { walkHtml } from './html/walk.ts';
import { objectOf, parseData, wordOf } from './parse-data.ts';
import type { MachineDocument, ReadItem, Registered, Site } from './site.ts';
import { squeezed } from './text/plain-text.ts';

type Known = Pick<Site, 'domain' | 'scope' | 'pages' | 'llms'> & { machine: readonly MachineDocument[] };
type Json = Readonly<Record<string, unknown>>;

/** The role of items that registries answered. */
export const REGISTRY = 'registry';

/** What registries say of the names that a site declares (decision 211). An answer that says nothing (a refusal, half a document) is left out. */
export function readRegistered(site: Known, items: readonly ReadItem[]): Registered[] {
  return items.flatMap((item): Registered[] => {
    const published = item.role === REGISTRY ? publishedAt(item.url) : undefined;
    if (!published || item.problem !== null) return [];
    const of = { ...published, item, names: '', excerpt: '', others: false };
    if (item.status === 404 || item.status === 410)
      return published.registry === 'mcp' && !isSaidToBeThere(site, published) ? [] : [{ ...of, state: 'declared' }];
    if (item.status !== 200 || item.text === undefined || item.truncated) return [];
    const leads = /html/.test(item.content_type) ? leadsOfPage(item.text, published) : leadsOfData(item, published);
    if (leads === 'gone') return [{ ...of, state: 'declared' }];
    if (leads === undefined) return [];
    const own = leads.find((url) => isTheirs(site, url));
    if (own !== undefined)
      return [{ ...of, state: 'conforms', names: hostOf(own), excerpt: asWritten(item, own, published.name) }];
    return [
      {
        ...of,
        state: 'answers',
        others: leads.length > 0 && !leads.some((url) => mayBeTheirs(site, url)),
        excerpt: asWritten(item, ...leads, published.name),
      },
    ];
  });
}

/** The first of these that is in the document, letter for letter. */
const asWritten = ({ text = '' }: ReadItem, ...words: string[]): string =>
  words.flatMap((one) => [one, one.replace(/\/$/, '')]).find((one) => text.includes(one)) ?? '';

/** A card of a tool server states a name, and not that a registry has it: `server.json` and links do. */
const isSaidToBeThere = ({ pages, llms, machine }: Known, { name }: Published): boolean => {
  const leads = (url: string) => publishedAt(url)?.name === name;
  return (
    pages.some(({ links }) => links.some(({ url }) => leads(url))) ||
    llms.some(({ links }) => links.some(({ url }) => leads(url))) ||
    machine.some(({ item, value }) => /\/server\.json$/.test(item.final_url) && objectOf(value)?.name === name)
  );
};

/** Hosts on which many publish code: there the first part of the path is whose it is. */
const codeHosts = ['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org'];

/**
 * Whether an address is the company's: on its domain, or with an owner on a host of code that is called like the company and that the
 * site links.
 */
function isTheirs({ domain, scope, pages, llms }: Known, url: string): boolean {
  const host = hostOf(url);
  if (scope === undefined ? host === domain || host.endsWith(`.${domain}`) : isWithin(scope, url)) return true;
  const place = ownerOn(url);
  return (
    place !== undefined &&
    mayBeTheirs({ domain, scope }, url) &&
    [...pages, ...llms].some(({ links }) => links.some((link) => ownerOn(link.url) === place))
  );
}

/** Whether the host, or the owner on a host of code, is called like the company: that alone does not say whose it is. */
function mayBeTheirs({ domain, scope }: Pick<Known, 'domain' | 'scope'>, url: string): boolean {
  const label = squeezed(domain.split('.')[0] ?? '');
  const called = ownerOn(url)?.split('/')[1] ?? hostOf(url);
  return scope === undefined && label.length > 2 && squeezed(called).includes(label);
}

/** `github.com/acme` of an address there. */
function ownerOn(url: string): string | undefined {
  const at = URL.parse(url);
  const host = at?.hostname.replace(/^www\./, '') ?? '';
  const owner = at?.pathname.split('/')[1]?.toLowerCase();
  return owner && codeHosts.includes(host) ? `${host}/${owner}` : undefined;
}

/** Where a document of a registry leads; `gone` when it says that it was taken away, undefined when it is about another name. */
function leadsOfData(item: ReadItem, { registry, name }: Published): string[] | 'gone' | undefined {
  const value = objectOf(parseData(item, item.text ?? ''));
  if (!value) return undefined;
  if (registry === 'npm')
    return value.name === name ? webAddresses([value.homepage, urlOf(value.repository), urlOf(value.bugs)]) : undefined;
  if (registry === 'pypi') {
    const info = objectOf(value.info);
    if (!info || squeezedName(info.name) !== name) return undefined;
    const project_urls = Object.values(objectOf(info.project_urls) ?? {}).slice(0, 50);
    return webAddresses([info.home_page, ...project_urls]);
  }
  const server = objectOf(value.server);
  if (server?.name !== name) return undefined;
  if (statusOf(value) === 'deleted') return 'gone';
  const remotes = Array.isArray(server.remotes) ? server.remotes.slice(0, 20) : [];
  return webAddresses([spaceOf(name), server.websiteUrl, urlOf(server.repository), ...remotes.map(urlOf)]);
}

/** The registry gives names below `com.acme` to whoever proves acme.com, and below `io.github.acme` to whoever proves that account. */
function spaceOf(name: string): string {
  const parts = (name.split('/')[0] ?? '').split('.');
  return parts[0] === 'io' && parts[1] === 'github'
    ? `https://github.com/${parts.slice(2).join('.')}`
    : `https://${parts.reverse().join('.')}`;
}

const statusOf = (value: Json): string | undefined =>
  wordOf(objectOf(objectOf(value._meta)?.['io.modelcontextprotocol.registry/official'])?.status);

/** What people read at PyPI: the list beside the description, which is whoever's words. */
function leadsOfPage(html: string, { registry, name }: Published): string[] | undefined {
  const end = html.search(/class="[^"]{0,200}\bproject-description\b/);
  if (registry !== 'pypi' || end < 0) return undefined;
  const { title, links } = walkHtml(html.slice(0, end));
  if (squeezedName(title.split('·')[0]?.trim()) !== name) return undefined;
  return webAddresses(links.map(({ href }) => href)).filter((url) => !registryHosts.has(ownedPart(hostOf(url)) ?? ''));
}

const squeezedName = (text: unknown) => (typeof text === 'string' ? text.toLowerCase().replace(/[-_.]+/g, '-') : '');
const hostOf = (url: string) => URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';
const urlOf = (value: unknown): unknown => (typeof value === 'string' ? value : objectOf(value)?.url);

/** Addresses as registries write them: `git+https://…`, `git://…`, `github:acme/tool`. */
function webAddresses(values: readonly unknown[]): string[] {
  return values.flatMap((value) => {
    if (typeof value !== 'string' || value.length > 2_000) return [];
    const text = value
      .trim()
      .replace(/^git\+/, '')
      .replace(/^(?:git|ssh):\/\/(?:git@)?/, 'https://')
      .replace(/^git@([\w.-]{1,100}):/, 'https://$1/')
      .replace(
        /^(github|gitlab|bitbucket):/,
        (_, host: string) => `https://${host === 'bitbucket' ? 'bitbucket.org' : `${host}.com`}/`,
      );
    const url = URL.parse(text);
    return url && /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? [url.href] : [];
  });
}

/** Registries, what they load, and what explains them: nobody's own. */
const registryHosts: ReadonlySet<string> = new Set([
  ...Object.values(registries).map(({ host }) => ownedPart(host) ?? host),
  'python.org',
  'pypa.io',
  'libraries.io',
]);
