import type { EvidenceSource } from '../../evidence/evidence.ts';
import type { ApiDescription, Operation, ReadItem, Site } from '../../read/site.ts';
import { wordsOf } from '../../read/text/phrases.ts';
import { withoutEnd } from '../../read/text/plain-text.ts';
import { sourceOf } from '../fact.ts';
import { isOwn } from '../presence.ts';
import { textsOf, unseen } from '../site-texts.ts';
import { sampledCalls, toolsIn } from './calls.ts';

/** Something that a program may call: an operation of a described API, one that is only documented, or an MCP tool. */
export type Call = {
  label: string;
  words: readonly string[];
  /** Of the last part of the path. */
  last: readonly string[];
  writes: boolean;
  parameters: readonly string[];
  secured: boolean;
  described: boolean;
  /** It is known from a sample alone. */
  sampled?: boolean;
  item: ReadItem;
  excerpt: string;
};

const MOST_CALLS = 2000;
const readingVerbs = new Set('get list search find query fetch read check verify validate'.split(' '));
const writingVerbs =
  'create update delete add set remove cancel book order send submit execute run start upload import'.split(' ');

/** Words of a name: `listUserOrders`, `list-user-orders` and `/v1/orders/{id}` alike; the names of parameters left out. */
const wordsOfName = (name: string): string[] =>
  wordsOf(
    name
      .replace(/\{[^{}]*\}/gu, ' ')
      .replace(/_/gu, ' ')
      .replace(/([a-z0-9])([A-Z])/gu, '$1 $2'),
  );

export function ofOperation(operation: Operation, { item }: Pick<ApiDescription, 'item'>): Call {
  const last = wordsOfName(operation.path.split('/').at(-1) ?? '')[0] ?? '';
  const method = operation.method.toUpperCase();
  return {
    label: `${method} ${operation.path}`,
    words: [...wordsOfName(operation.path), '', ...wordsOfName(operation.operation_id ?? '')],
    last: wordsOfName(operation.path.split('/').at(-1) ?? ''),
    writes: !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method) && !readingVerbs.has(last),
    parameters: [...operation.parameters, ...operation.body_fields].map((name) => name.toLowerCase()),
    secured: operation.secured,
    described: true,
    item,
    excerpt: operation.path,
  };
}

/** Tools of MCP servers, as cards name them, as servers listed them, and as documentation lists them. */
function toolsOf(site: Site): Call[] {
  const calls = new Map<string, Call>();
  const add = (names: readonly string[], item: ReadItem, described: boolean) => {
    for (const name of names) {
      const words = wordsOfName(name);
      if (calls.has(name) || calls.size >= MOST_CALLS) continue;
      const writes = words.some((word) => writingVerbs.includes(word));
      const parameters: string[] = [];
      calls.set(name, {
        ...{ label: name, words, last: words, writes, parameters, secured: true, described, item, excerpt: name },
      });
    }
  };
  for (const { kind, empty, value, item } of site.machine)
    if ((kind === 'mcp_card' || kind === 'mcp_live') && !empty) add(namedTools(value, 0), item, true);
  // A page on tools names parameters and errors too: it is asked only where the server itself was not.
  if (calls.size === 0) for (const page of site.pages) add(toolsIn(page), page.item, false);
  return [...calls.values()];
}

function namedTools(value: unknown, depth: number): string[] {
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key !== 'tools' || !Array.isArray(inner)) return namedTools(inner, depth + 1);
    return inner.slice(0, 500).flatMap((tool: unknown) => {
      const name = typeof tool === 'string' ? tool : (tool as { name?: unknown } | null)?.name;
      return typeof name === 'string' ? [name.slice(0, 100)] : [];
    });
  });
}

const documentedCall =
  /\b(GET|POST|PUT|PATCH|DELETE)\s{1,4}(https?:\/\/[\w.:-]{1,100})?(\/[\w/{}:.~%-]{0,200})(\?[\w=&.%{}-]{1,200})?(?![$<{\w/])/g;

/** Calls that documentation writes as method and path or shows in samples, and that no description has. */
function documentedCalls(site: Site, described: ReadonlySet<string>): Call[] {
  const calls = new Map<string, Call>();
  for (const page of site.pages) {
    const { role, item, text: shown, headings, code } = page;
    if (!['docs', 'agent', 'integrations', 'help'].includes(role)) continue;
    const text = [shown, ...headings.map((heading) => heading.text), ...code].join('\n').slice(0, 300_000);
    const written = [...text.matchAll(documentedCall)].flatMap(([whole, method = '', host, target = '', query = '']) =>
      host && !isOwn(site, host)
        ? []
        : [{ method, path: withoutEnd(target, /[.:]/) || '/', query, whole, sampled: false }],
    );
    const sampled = sampledCalls(site, page).map(({ words, ...call }) => ({
      ...call,
      query: '',
      whole: words,
      sampled: true,
    }));
    for (const { method, path, query, whole, sampled: is_sampled } of [...written, ...sampled]) {
      const label = `${method} ${path}`;
      if (described.has(label) || calls.has(label) || calls.size >= MOST_CALLS) continue;
      const first = wordsOfName(path.split('/').at(-1) ?? '')[0] ?? '';
      calls.set(label, {
        label,
        words: wordsOfName(path),
        last: wordsOfName(path.split('/').at(-1) ?? ''),
        writes: method !== 'GET' && !readingVerbs.has(first),
        parameters: wordsOf(query),
        secured: true,
        described: false,
        sampled: is_sampled,
        item,
        excerpt: whole.replace(/\s+/gu, ' '),
      });
    }
  }
  return [...calls.values()];
}

const known = new WeakMap<Site, readonly Call[]>();

/** Everything that a program may call on a site: described operations, tools, and calls that are only documented. */
export function callsOf(site: Site): readonly Call[] {
  const before = known.get(site);
  if (before) return before;
  const described = site.apis.flatMap((api) => api.operations.map((each) => ofOperation(each, api)));
  const once = new Map(described.slice(0, MOST_CALLS * 5).map((call) => [call.label, call]));
  const tools = toolsOf(site);
  const calls = [...once.values(), ...tools, ...documentedCalls(site, new Set(once.keys()))];
  known.set(site, calls);
  return calls;
}

/** An interface that is spoken of and whose description was not read. */
export function unseenInterface(
  site: Site,
  kinds: readonly string[] = ['openapi', 'swagger', 'graphql'],
): EvidenceSource[] {
  if (site.apis.length > 0) return [];
  const hidden = unseen(site, ['docs'], [...kinds, 'api reference']);
  const { index, owners } = textsOf(site);
  const spoken = kinds.flatMap((word) => index.places.get(word) ?? []);
  const at = spoken.find((place) => owners[place]?.role === 'docs' || owners[place]?.role === 'agent');
  const owner = at === undefined ? undefined : owners[at];
  return owner ? [...hidden, sourceOf(owner.item, index.passages[at ?? 0]?.text)] : hidden;
}
