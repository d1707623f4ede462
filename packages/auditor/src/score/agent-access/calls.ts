import { callsIn, isCallOfInterface } from '../../read/api/shown-calls.ts';
import type { Page, ReadItem, Site } from '../../read/site.ts';
import { commandsOf, isInstalled } from '../own/installed.ts';
import { hostOf, isArticle, isOwn, labelOf, pathOf } from '../presence.ts';

/** Pages that describe how to use what is offered; not news, not law. */
const TELLING = ['home', 'docs', 'agent', 'product', 'integrations', 'help', 'pricing', 'signup', 'other'];
export const telling = (site: Site): Page[] =>
  site.pages.filter((page) => TELLING.includes(page.role) && !isArticle(page));

const CALL = /(?<![A-Za-z])(GET|POST|PUT|PATCH|DELETE)\s{1,4}(?:https?:\/\/|(?=\/))([^\s"'`<>]{2,200})/g;
const ADDRESS = /https?:\/\/[\w.-]{3,80}\/[\w\-./{}:]{1,120}/g;
const INTERFACE_PATH = /\/(?:api|v\d{1,2}|graphql|rest|mcp|rpc)(?:\/|$)/;

/** Without the full stop of the sentence, and without what was cut. */
function withoutEnd(path: string): string {
  let end = path.length;
  while (end > 1 && '.:{'.includes(path[end - 1] ?? '')) end--;
  return path.slice(0, end);
}

type Call = { name: string; words: string };

/** Calls that a text shows: `GET /orders`, or an address of an interface of this company. `words` are as in the text. */
function callsInText(site: Site, text: string): Call[] {
  const written = [...text.matchAll(CALL)].flatMap(([words, method, target = '']) => {
    const path = /^[\w\-./{}:]+/.exec(target.slice(target.indexOf('/')))?.[0] ?? '';
    return path.startsWith('/') ? [{ name: `${method} ${withoutEnd(path)}`, words }] : [];
  });
  const addressed = [...text.matchAll(ADDRESS)]
    .map(([url]) => withoutEnd(url))
    .filter((url) => isOfInterface(site, url))
    .map((url) => ({ name: url, words: url }));
  return [...written, ...addressed];
}

/** Whether an address is of an interface of the company: by its host or its path. */
function isOfInterface(site: Site, url: string): boolean {
  const host = hostOf(url);
  const own = isOwn(site, url) || host.split('.').slice(-2)[0] === labelOf(site);
  return own && (/^(?:api|mcp|gateway|graphql)\./.test(host) || INTERFACE_PATH.test(pathOf(url)));
}

/** The address of whoever runs a program: what they install answers there. */
const LOCAL = /^https?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1\])(?::(\d{1,5}))?(?=\/)/;
/** Ports of common development tools: there it is a server of the reader's own, unless a command that runs the program publishes that port. */
const OF_TOOLS: ReadonlySet<string> = new Set(['3000', '4200', '5000', '5173', '8000']);
const PUBLISHES = /\s(?:-[a-z]{0,5}p|--publish)[ =](?:[\d.]{7,15}:)?(\d{1,5}):/g;
const published_ports = new WeakMap<Site, ReadonlySet<string>>();
function publishedPorts(site: Site): ReadonlySet<string> {
  const known = published_ports.get(site);
  if (known) return known;
  const commands = commandsOf(site).flatMap(({ commands }) => commands);
  const made = new Set(commands.flatMap((one) => [...one.matchAll(PUBLISHES)].map(([, port = '']) => port)));
  published_ports.set(site, made);
  return made;
}
/** A page about an interface that is there, by its title or a heading: `Using the API`, and not `Deploy an Express API`. */
const ABOUT_API =
  /\b(?:the|our|REST|HTTP) API\b(?! (?:gateway|key)s?\b)|(?<!\byour )\bAPI (?:reference|documentation|docs|guide|usage|requests)\b|^API$/i;
const TUTORIAL = /^(?:build|deploy|create|host|write|make|add|develop)/i;

/** Whether a part of a path is an id that a sample fills in: `1001`, `ord_8f3k`, `${id}`. */
const isId = (part: string): boolean =>
  /^(?:\d+|[0-9a-f-]{16,64})$/i.test(part) ||
  part.includes('$') ||
  (/^[a-z]{2,8}_\w{3,40}$/i.test(part) && /\d/.test(part));

/** One path for all samples that fill it in. */
const filledIn = (path: string): string =>
  path
    .split('/')
    .map((part) => (isId(part) ? '{id}' : part))
    .join('/');

/** Calls in samples of a page: to an interface of the company, and to what its users install and run where the page is about its interface. */
export function sampledCalls(site: Site, page: Page): { method: string; path: string; words: string }[] {
  const about = [page.title, ...page.headings.map(({ text }) => text)].some(
    (text) => ABOUT_API.test(text) && !TUTORIAL.test(text),
  );
  const runs = about && isInstalled(site);
  const published = runs ? publishedPorts(site) : new Set();
  return page.code.flatMap(callsIn).flatMap(({ url = '', method }) => {
    const [local, port = ''] = LOCAL.exec(url) ?? [];
    const of_program = runs && (!OF_TOOLS.has(port) || published.has(port));
    const path = withoutEnd(url.replace(/^https?:\/\/[^/?#]*/, '').split(/[?#]/)[0] ?? '');
    const own = isOfInterface(site, url) || (local !== undefined && of_program && INTERFACE_PATH.test(path));
    return method !== undefined && own && isCallOfInterface(path) ? [{ method, path: filledIn(path), words: url }] : [];
  });
}

/** A page that is about an MCP server, by its address, its title or a heading. */
const ABOUT_TOOLS = /(?<![a-z])(?:mcp|model context protocol)(?![a-z])/i;
const TOOL_NAME = /^[a-z][a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,4}(?![\w.])/;
/** Fewer names may be of anything. */
const LEAST_TOOLS = 3;
/** The first column of a table of what a tool takes, answers or refuses, whose names are written like those of tools. */
const OF_ONE_TOOL =
  /^(?:(?:\w+ )?(?:param(?:eter)?|arg(?:ument)?|field|propert(?:y|ie)|input|output|error|code|status|setting|option|key|header|column|variable|event|scope|type|reason|limit|value)s?|takes|returns|answers)\b/i;

const namesIn = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => text.slice(0, 1000).split(/[/,|]/))
      .flatMap((text) => TOOL_NAME.exec(text.trim())?.[0] ?? []),
  ),
];

/**
 * Names of tools that documentation of an MCP server lists: in headings, first cells of tables and items of lists. Where each has a
 * heading of its own, tables and lists below it are about what it takes and answers.
 */
export function toolsIn({ role, path, title, headings, tables, lists }: Page): string[] {
  if (!['docs', 'agent', 'integrations', 'help'].includes(role)) return [];
  if (![path, title, ...headings.map(({ text }) => text)].some((text) => ABOUT_TOOLS.test(text))) return [];
  const headed = headings.map(({ text }) => text);
  if (namesIn(headed).length >= LEAST_TOOLS) return namesIn(headed);
  const cells = tables
    .filter(({ rows: [[first = ''] = []] }) => !OF_ONE_TOOL.test(first.trim()))
    .flatMap(({ rows }) => rows.map(([first = '']) => first));
  const names = namesIn([...headed, ...cells, ...lists.flat()]);
  return names.length < LEAST_TOOLS ? [] : names;
}

/** Calls with the page that shows each first. GraphQL has one address for all of its operations. */
export function reference(site: Site): { calls: Map<string, { item: ReadItem; excerpt: string }>; graphql: boolean } {
  const calls = new Map<string, { item: ReadItem; excerpt: string }>();
  for (const page of telling(site))
    for (const name of toolsIn(page)) if (!calls.has(name)) calls.set(name, { item: page.item, excerpt: name });
  const texts = [
    ...telling(site).map((page) => ({
      item: page.item,
      text: [...page.headings.map(({ text }) => text), page.text, ...page.code].join('\n'),
    })),
    ...site.llms.map(({ item }) => ({ item, text: item.text ?? '' })),
  ];
  const sampled = new Set<string>();
  for (const page of telling(site))
    for (const { method, path, words } of sampledCalls(site, page)) {
      sampled.add(withoutEnd(words.split(/[?#]/)[0] ?? ''));
      const name = `${method} ${path}`;
      if (!calls.has(name)) calls.set(name, { item: page.item, excerpt: words });
    }
  for (const { item, text } of texts)
    for (const { name, words } of callsInText(site, text))
      if (!calls.has(name) && !sampled.has(name)) calls.set(name, { item, excerpt: words });
  return { calls, graphql: [...calls.keys()].some((call) => /graphql/.test(call)) };
}
