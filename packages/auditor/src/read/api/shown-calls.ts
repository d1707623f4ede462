import type { Page } from '../site.ts';
import { commandLines } from '../text/plain-text.ts';

/**
 * A call that a sample of code shows. `url` is undefined where only its path is written: `path`, which no address has; `method` where it is known, and
 * none where something is loaded to be kept or run: that shows a server, and is no call of an interface.
 */
type ShownCall = { url: string | undefined; path: string | undefined; method: string | undefined };

/** Characters of a sample that are looked at, and of a text. */
const MOST = { sample: 4_000, text: 200_000 };
const CURL = /^curl\b/;
const METHOD = /^(GET|POST|PUT|PATCH|DELETE) (?:(\/[^\s?#]{0,200})|https:)/;
/** What a program calls with: `requests.post("https:…")`, or a fetch of an address. */
const PROGRAM =
  /\b(?:(?:requests|httpx|axios|session|client|http|got|ky|superagent|Faraday|HTTParty|RestClient)\.(get|post|put|patch|delete)|fetch|axios)\(\s{0,4}f?["'`]https?:/i;
/** How a program says its method further on. */
const METHOD_OPTION = /\bmethod["']?\s?[:=]\s?["'`](get|post|put|patch|delete)\b/i;
/** How `curl` says its method, what it sends, and that what it sends is a part of the address. */
const CURL_METHOD = /\s(?:-\w{0,5}X|--request)[ =]?['"]?(GET|POST|PUT|PATCH|DELETE)\b/;
const CURL_SENDS = /\s(?:-d|-F|--data(?:-\w+)?|--form|--json)\b/;
const CURL_GETS = /\s(?:-G|--get)\b/;
/** What is loaded to be kept or run is no answer of an interface. */
const LOADS = /\s-\w*[oO]\b|\s--output\b|\|\s{0,4}(?:sudo\s|sh\b|bash\b|tar\b|gpg\b|tee\b)/;
const ADDRESS = /https?:\/\/[^\s"'`<>\\]{1,500}/;
const ADDRESSES = /https:\/\/[^\s"'`<>\\()[\]]{1,300}/g;

const unquoted = (line: string): string => line.replace(/"[^"]*"|'[^']*'/g, '');

/** How many lines behind a call of a program its options are looked for. */
const OPTIONS = 6;

/** The calls that a sample shows, one a line: `curl https://api.acme.dev/orders`, `GET /orders`. What a call needs may follow on further lines. */
export function callsIn(sample: string): ShownCall[] {
  const lines = commandLines(sample.slice(0, MOST.sample));
  return lines.flatMap((line, at) => callOf(line, lines.slice(at + 1, at + 1 + OPTIONS)) ?? []);
}

function callOf(line: string, behind: readonly string[]): ShownCall | undefined {
  const url = ADDRESS.exec(line)?.[0];
  const [whole, method, path] = METHOD.exec(line) ?? [];
  if (whole !== undefined) return { url, path, method };
  const program = PROGRAM.exec(line);
  if (program) return { url, path: undefined, method: program[1]?.toUpperCase() ?? methodOption(line, behind) };
  if (!CURL.test(line)) return undefined;
  const [command = ''] = line.split(' | ', 1);
  const sends = CURL_SENDS.test(command) && !CURL_GETS.test(command);
  const said = CURL_METHOD.exec(command)?.[1] ?? (sends ? 'POST' : 'GET');
  return { url, path: undefined, method: LOADS.test(unquoted(line)) ? undefined : said };
}

/** The method of a call whose options may follow, up to the next call. */
function methodOption(line: string, behind: readonly string[]): string | undefined {
  const next = behind.findIndex((one) => PROGRAM.test(one));
  const options = [line, ...behind.slice(0, next < 0 ? OPTIONS : next)].join(' ');
  return (METHOD_OPTION.exec(options)?.[1] ?? (/\bmethod\b|\bbody:/.test(options) ? undefined : 'GET'))?.toUpperCase();
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
