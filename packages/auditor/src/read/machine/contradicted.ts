import { callsOn, isCallOfInterface } from '../api/shown-calls.ts';
import type { ApiDescription, ReadItem, Site } from '../site.ts';
import { answersTo, serversOf } from './described-calls.ts';
import { isPageAnswer, plainHost } from './servers.ts';

/** Most calls that are compared, and parts of a path. */
const MOST = { calls: 50, parts: 20 };
/** What an address of an interface begins with on the host of a website, where anything may be fetched. */
const OF_INTERFACE = /^\/(?:api|rest|graphql|v\d{1,2})(?:\/|$)/;

type Path = readonly string[];

/**
 * Descriptions of a server at which samples of the site show calls, and that have none of these: what nobody who wrote the documentation
 * knows. They count for nothing, unless a call that they have was answered (decision 231).
 */
export function withoutContradicted(
  site: Pick<Site, 'items' | 'pages' | 'apis' | 'origin'>,
): Pick<Site, 'apis'> & { contradicted: ReadItem[] } {
  if (site.apis.every(({ operations }) => operations.length === 0)) return { apis: site.apis, contradicted: [] };
  const website = plainHost(new URL(site.origin).host);
  const shown = callsOn(site.pages);
  const urls = shown
    .flatMap(({ url = '' }) => URL.parse(url) ?? [])
    .filter(({ host, pathname }) => plainHost(host) !== website || OF_INTERFACE.test(pathname));
  const paths = shown.flatMap(({ url, path }) => (url === undefined && path !== undefined ? [path] : []));
  const isContradicted = (api: ApiDescription): boolean => {
    const bases = serversOf(api).flatMap((server) => URL.parse(server) ?? []);
    const hosts = new Set(bases.map(({ host }) => host));
    const there = urls.filter(({ host }) => hosts.has(host)).map(({ pathname }) => pathname);
    if (there.length === 0) return false;
    const called = [...new Set([...there, ...paths])].filter(isCallOfInterface).slice(0, MOST.calls).map(partsOf);
    if (called.length === 0) return false;
    const beginnings = [...new Set(bases.map(({ pathname }) => pathname))].map(partsOf);
    const known = api.operations.flatMap(({ path }) => beginnings.map((base) => [...base, ...partsOf(path)]));
    return (
      !called.some((call) => known.some((one) => areSame(one, call))) &&
      !answersTo(site, api).some((item) => isAnswer(item) && !isPageAnswer(item))
    );
  };
  const contradicted = site.apis.filter(isContradicted);
  return {
    apis: site.apis.filter((api) => !contradicted.includes(api)),
    contradicted: contradicted.map(({ item }) => item),
  };
}

/** Parts of a path as they are written: an address has braces encoded. Of a long one its end. */
const partsOf = (path: string): Path =>
  path
    .slice(-1_000)
    .replace(/%7B/gi, '{')
    .replace(/%7D/gi, '}')
    .split('/')
    .filter((part) => part !== '')
    .slice(-MOST.parts);

/** Something is to be filled in: `{id}`, `:id`, `<id>`, `$ID`, `ORDER_ID`. */
const isFilledIn = (part: string): boolean => /[{}:<>$]/.test(part) || /^[A-Z][A-Z0-9_]+$/.test(part);

/** Whether two paths are the same, where one may be written without its beginning, and either with something filled in. */
function areSame(a: Path, b: Path): boolean {
  let named = false;
  for (let back = 1; back <= Math.min(a.length, b.length); back++) {
    const [one, other] = [a.at(-back) ?? '', b.at(-back) ?? ''];
    const filled = isFilledIn(one) || isFilledIn(other);
    if (!filled && one.toLowerCase() !== other.toLowerCase()) return false;
    named ||= !filled;
  }
  return named;
}

/** What was redirected says nothing of what is there. */
const isAnswer = ({ status, redirects }: ReadItem): boolean =>
  redirects.length === 0 && status !== null && status < 500 && status !== 404 && status !== 410;
