import type { Page } from '../site.ts';

/** A call that a sample of code shows. `url` is undefined where only its path is written: `path`, which no address has; `method` where it is known. */
type ShownCall = { url: string | undefined; path: string | undefined; method: string | undefined };

/** Characters of a sample that are looked at, and of a text. */
const MOST = { sample: 2_000, text: 200_000 };
const CURL = /^(?:\$ )?curl\b/;
const METHOD = /^(GET|POST|PUT|PATCH|DELETE) (?:(\/[^\s?#]{0,200})|https:)/;
/** What a program calls with: `requests.post("https:…")`, or a fetch of an address. */
const PROGRAM =
  /\b(?:(?:requests|httpx|axios|session|client|http|got|ky|superagent|Faraday|HTTParty|RestClient)\.(get|post|put|patch|delete)|fetch|axios)\(\s{0,4}f?["'`]https?:/i;
/** How a call of `curl` names its method, and what it sends. */
const CURL_METHOD = /\s(?:-X|--request)[ =]?['"]?(GET|POST|PUT|PATCH|DELETE)\b/;
const CURL_SENDS = /\s(?:-d|-F|--data(?:-\w+)?|--form|--json)\b/;
const ADDRESS = /https?:\/\/[^\s"'`<>\\]{1,500}/;
const ADDRESSES = /https:\/\/[^\s"'`<>\\()[\]]{1,300}/g;

/** The calls that a sample shows, one a line: `curl https://api.acme.dev/orders`, `GET /orders`. What a call needs may follow on further lines. */
export const callsIn = (sample: string): ShownCall[] =>
  sample
    .slice(0, MOST.sample)
    .replace(/\\\s*\n/g, ' ')
    .split('\n')
    .flatMap((line) => callOf(line.trim()) ?? []);

function callOf(line: string): ShownCall | undefined {
  const [named, plain, path] = METHOD.exec(line) ?? [];
  const program = PROGRAM.exec(line);
  const curl = CURL.test(line);
  if (named === undefined && !program && !curl) return undefined;
  const sent = CURL_METHOD.exec(line)?.[1] ?? (CURL_SENDS.test(line) ? 'POST' : 'GET');
  return {
    url: ADDRESS.exec(line)?.[0],
    path,
    method: plain ?? (curl ? sent : program?.[1]?.toUpperCase()),
  };
}

/** The calls that pages show in samples of code and in headings. */
export const callsOn = (pages: readonly Pick<Page, 'code' | 'headings'>[]): ShownCall[] =>
  pages.flatMap(({ code, headings }) => [...code, ...headings.map(({ text }) => text)].flatMap(callsIn));

/** What servers have beside their interface: such a call says nothing of what a description leaves out. */
const BESIDE = /^(?:health\w*|status|ping|version|graphql|mcp|sse|oauth\w*|auth|login|token|register|sign-?up|admin)$/i;

/** Whether a path is a call of an interface: it names something, is no file (`install.sh`) and nothing that all servers have. */
export const isCallOfInterface = (path: string): boolean => {
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  return (
    parts.some((part) => /^[\w.~-]+$/.test(part) && /[a-z]/i.test(part)) &&
    !/\.\w{1,5}$/.test(last) &&
    !/^(?:install|setup|get)$/i.test(last) &&
    !parts.some((part) => part === '.well-known' || BESIDE.test(part))
  );
};

/** Addresses in a text that an interface may have, to which calls without a host are added: `https://api.acme.dev/v1`. */
export const basesIn = (text: string): string[] =>
  [...text.slice(0, MOST.text).matchAll(ADDRESSES)].flatMap(([written]) => {
    const url = URL.parse(written.replace(/[.,;:!?*]{1,5}$/, ''));
    const is_base = url !== null && (/^api\b/.test(url.host) || /^\/(?:api|graphql|rest|v\d)\b/.test(url.pathname));
    return is_base ? [url.origin + url.pathname] : [];
  });
