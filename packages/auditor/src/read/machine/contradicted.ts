import { callsIn } from '../api/shown-calls.ts';
import type { ApiDescription, ReadItem, Site } from '../site.ts';
import { addressesOf, answersTo } from './described-calls.ts';
import { isPageAnswer } from './servers.ts';

/** What servers have beside what they describe: such a call says nothing of a description that leaves it out. */
const BESIDE = /^(?:health\w*|status|ping|version|graphql|mcp|sse|oauth\w*|auth|login|token|register|sign-?up)$/i;
/** Most calls that are compared. */
const MOST = 200;

/**
 * Descriptions of a server at which samples of the site show calls, and that have none of these: what nobody who wrote the documentation
 * knows. They count for nothing, unless a call that they have was answered (decision 231).
 */
export function withoutContradicted(
  site: Pick<Site, 'items' | 'pages' | 'apis'>,
): Pick<Site, 'apis'> & { contradicted: ReadItem[] } {
  if (site.apis.every(({ operations }) => operations.length === 0)) return { apis: site.apis, contradicted: [] };
  const shown = site.pages.flatMap(({ code, headings }) =>
    [...code, ...headings.map(({ text }) => text)].flatMap(callsIn),
  );
  const urls = shown.flatMap(({ url = '' }) => URL.parse(url) ?? []);
  const paths = shown.flatMap(({ url, path }) => (url === undefined && path !== undefined ? [path] : []));
  const isContradicted = (api: ApiDescription): boolean => {
    const described = addressesOf(api).flatMap((address) => URL.parse(address) ?? []);
    const hosts = new Set(described.map(({ host }) => host));
    const there = urls.filter(({ host }) => hosts.has(host)).map(({ pathname }) => pathname);
    if (there.length === 0) return false;
    const called = [...new Set([...there, ...paths])].slice(0, MOST).map(partsOf).filter(isOfAnInterface);
    if (called.length === 0) return false;
    const known = described.map(({ pathname }) => partsOf(pathname));
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

/** Parts of a path as they are written: an address has braces encoded. */
const partsOf = (path: string): string[] =>
  path
    .replace(/%7B/gi, '{')
    .replace(/%7D/gi, '}')
    .split('/')
    .filter((part) => part !== '');

/** Something is to be filled in: `{id}`, `:id`, `<id>`, `$ID`, `ORDER_ID`. */
const isFilledIn = (part: string): boolean => /[{}:<>$]/.test(part) || /^[A-Z][A-Z0-9_]+$/.test(part);
/** A call of the interface itself: what is fetched as a file is none (`install.sh`). */
const isOfAnInterface = (parts: readonly string[]): boolean =>
  namesSomething(parts) && !/\.\w{1,5}$/.test(parts.at(-1) ?? '') && !parts.some((part) => BESIDE.test(part));
const namesSomething = (parts: readonly string[]): boolean => parts.some((part) => !isFilledIn(part));

/** Whether two paths are the same, where one may be written without its beginning, and either with something filled in. */
function areSame(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length);
  if (length === 0) return false;
  const [end_a, end_b] = [a.slice(-length), b.slice(-length)];
  return (
    namesSomething(end_a) &&
    namesSomething(end_b) &&
    end_a.every((part, at) => {
      const other = end_b[at] ?? '';
      return part.toLowerCase() === other.toLowerCase() || isFilledIn(part) || isFilledIn(other);
    })
  );
}

const isAnswer = ({ status }: ReadItem): boolean => status !== null && status < 500 && status !== 404 && status !== 410;
