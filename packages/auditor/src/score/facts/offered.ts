import type { EvidenceSource } from '../../evidence/evidence.ts';
import type { Site } from '../../read/site.ts';
import { indexText, type PhraseIndex, passagesWith } from '../../read/text/phrases.ts';
import { type Call, callsOf, ofOperation, unseenInterface } from '../agent-access/callables.ts';
import { type Fact, type FactArguments, list, sourcesAt } from '../fact.ts';
import { finding, percent } from '../finding.ts';
import { MANY, searchedAt } from '../site-texts.ts';

/** A word of no phrase, where the words of a path end. */
const APART = 'ǀ';
/** The words of calls in one index each: hundreds of calls are looked through for hundreds of names. */
const indexes = new WeakMap<readonly Call[], { words: PhraseIndex; last: PhraseIndex }>();

function indexOf(calls: readonly Call[]): { words: PhraseIndex; last: PhraseIndex } {
  const known = indexes.get(calls);
  if (known) return known;
  const made = {
    words: indexText(calls.map(({ words }) => words.map((word) => word || APART).join(' '))),
    last: indexText(calls.map(({ last }) => last.join(' '))),
  };
  indexes.set(calls, made);
  return made;
}

/** The calls that are as asked for. */
function matching(calls: readonly Call[], args: FactArguments): Call[] {
  const { words, last } = indexOf(calls);
  const [names, not, parameters] = [list(args, 'names'), list(args, 'not'), list(args, 'parameters')];
  const named = names.length > 0 ? passagesWith(args.last === true ? last : words, names) : undefined;
  const refused = passagesWith(words, not);
  return calls.filter((call, at) => {
    if ((named && !named.has(at)) || refused.has(at)) return false;
    const isTool = !call.label.includes(' ');
    if ((args.tools === true && !isTool) || (args.operations === true && isTool)) return false;
    if ((args.described === true && !call.described) || (args.sampled === false && call.sampled)) return false;
    if (args.writes !== undefined && args.writes !== call.writes) return false;
    if (args.secured !== undefined && args.secured !== call.secured) return false;
    return parameters.length === 0 || call.parameters.some((name) => parameters.includes(name));
  });
}

const firstOf = (calls: readonly Call[], most = 3) => {
  const labels = calls.slice(0, most).map(({ label }) => label);
  const more = calls.length - labels.length;
  return more > 0 ? `${labels.join(', ')} and ${more} more` : labels.join(', ');
};

/** Descriptions of the API, or else where one was looked for. */
const searchedForApi = (site: Site): EvidenceSource[] =>
  site.apis.length > 0 ? sourcesAt(site.apis, 2) : searchedAt(site, ['docs', 'agent']);

export const offered: Record<string, Fact> = {
  calls_named: {
    about:
      'Counts what a program may call: operations of described APIs, MCP tools of cards and live servers, and (likely only) calls ' +
      'that documentation writes as method and path or shows in samples. `names`: phrases in the words of path, operation id or tool name; `not`: phrases ' +
      'that rule one out; `writes`: true or false; `secured`: true with credentials, false without; `parameters`: one of these is taken; ' +
      '`tools: true`: MCP tools alone; `operations: true`: no tools; `described: true`: none that is only documented; `sampled: false`: none that samples alone show; `last: true`: the ' +
      'names are in the last part of the path.',
    find(site, args) {
      const found = matching(callsOf(site), args);
      const hidden = args.tools === true || args.described === true ? [] : unseenInterface(site);
      return finding(site, {
        at: found,
        sure: found.filter((call) => call.described).length,
        open: hidden.length > 0 && MANY,
        searched: [...hidden.slice(0, 1), ...searchedForApi(site)],
        says: {
          list: firstOf(found),
          // What pages list is not what a server said.
          said: found.some(({ described }) => described) ? 'An MCP server names' : 'Documentation lists names of',
        },
      });
    },
  },

  answers_described: {
    about:
      'Share in percent of the described operations that document an answer of class `status` (`4`, `429`), with a schema where ' +
      '`schema: true`, or that take a header named in `header` (writing operations only).',
    find(site, args) {
      const operations = site.apis.flatMap((api) => api.operations.map((each) => ({ each, item: api.item })));
      const header = list(args, 'header');
      const asked =
        header.length > 0 ? operations.filter(({ each, item }) => ofOperation(each, { item }).writes) : operations;
      const status = String(args.status ?? '4');
      const have = asked.filter(({ each }) =>
        header.length > 0
          ? each.parameters.some((name) => header.includes(name.toLowerCase()))
          : each.responses.some(
              (answer) => answer.status.startsWith(status) && (args.schema !== true || answer.schema),
            ),
      );
      const value = percent(have.length, asked.length);
      const few = asked.length > 0 && asked.length < 3;
      const hidden = site.apis.length === 0 && unseenInterface(site, ['openapi', 'swagger']).length > 0;
      return finding(site, {
        at: have.slice(0, 1).map(({ each, item }) => ({ item, excerpt: each.path })),
        count: value,
        sure: few ? 0 : value,
        open: hidden && 100,
        searched: searchedForApi(site),
        because: few ? ['low_sample'] : undefined,
        says: { count: have.length, total: asked.length, percent: value },
      });
    },
  },

  version_in_paths: {
    about:
      'Yes when an API carries its version in its addresses: in a server or in half of the described paths, or (likely) in documented ones of the own domain.',
    find(site) {
      const part = /(?:^|\/)v\d{1,3}(?:[./]|$)|\/\d{4}-\d{2}(?:-\d{2})?(?:\/|$)/;
      for (const api of site.apis) {
        const server = api.servers.find((url) => part.test(url));
        const paths = api.operations.filter(({ path }) => part.test(path));
        if (server !== undefined || (paths.length > 0 && paths.length * 2 >= api.operations.length)) {
          const example = server ?? paths[0]?.path ?? '';
          // A server may be written as a path only.
          const written = api.item.text?.includes(example) ? example : part.exec(example)?.[0].replaceAll('/', '');
          return finding(site, { at: [{ item: api.item, excerpt: written }], says: { example } });
        }
      }
      const documented = callsOf(site).find((call) => !call.described && part.test(call.label));
      return finding(site, {
        at: documented ? [documented] : [],
        sure: 0,
        open: unseenInterface(site, ['openapi', 'swagger']).length > 0,
        searched: searchedForApi(site),
        says: { example: documented?.label ?? '' },
      });
    },
  },

  stated_version: {
    about: 'Counts machine documents (API descriptions, cards) that say which version they are.',
    find(site) {
      const apis = site.apis.flatMap(({ item, value }) => {
        const version = (value.info as { version?: unknown } | undefined)?.version;
        return typeof version === 'string' ? [{ item, excerpt: version.slice(0, 30) }] : [];
      });
      const cards = site.machine.flatMap(({ item, kind, value, empty }) => {
        const version = (value as { version?: unknown } | null)?.version;
        const card = kind === 'mcp_card' || kind === 'agent_card';
        return card && !empty && typeof version === 'string' && !version.startsWith('0.0')
          ? [{ item, excerpt: version }]
          : [];
      });
      const at = [...apis, ...cards];
      const searched = searchedAt(site, ['docs', 'agent']);
      return finding(site, { at, searched, show: 2, says: { version: at[0]?.excerpt ?? '' } });
    },
  },

  described_events: {
    about: 'Counts events that an API sends by its description: OpenAPI webhooks, AsyncAPI channels.',
    find(site) {
      const having = site.apis.filter(({ kind, webhooks }) => webhooks > 0 || kind === 'asyncapi');
      const count = having.reduce((sum, { webhooks }) => sum + Math.max(1, webhooks), 0);
      return finding(site, {
        at: having.map(({ item }) => ({ item, excerpt: 'webhooks' })),
        count,
        searched: searchedAt(site, ['docs', 'agent']),
        show: 2,
      });
    },
  },
};
