import { placeIn } from '../../read/phrases.ts';
import { type Call, callsOf, ofOperation, unseenInterface } from '../callables.ts';
import { type Fact, type FactArguments, type Found, sourceOf, surely } from '../fact.ts';
import type { HumanReason } from '../proposal.ts';
import { placeOf } from '../seen.ts';
import { lookedAt, MANY } from '../site-texts.ts';
import { list } from './written.ts';

function matches(call: Call, args: FactArguments): boolean {
  const words = list(args, 'names');
  const name = args.last === true ? call.last : call.words;
  if (words.length > 0 && !words.some((phrase) => placeIn(name, phrase) >= 0)) return false;
  if (args.described === true && !call.described) return false;
  if (list(args, 'not').some((phrase) => placeIn(call.words, phrase) >= 0)) return false;
  if (args.writes !== undefined && args.writes !== call.writes) return false;
  if (args.secured !== undefined && args.secured !== call.secured) return false;
  const parameters = list(args, 'parameters');
  return parameters.length === 0 || call.parameters.some((name) => parameters.includes(name));
}

const firstOf = (calls: readonly Call[], most = 3) => {
  const labels = calls.slice(0, most).map(({ label }) => label);
  const more = calls.length - labels.length;
  return more > 0 ? `${labels.join(', ')} and ${more} more` : labels.join(', ');
};

/** A share in percent of fewer than three things is likely at most. */
function share(part: number, whole: number, of: Pick<Found, 'sources' | 'says'>): Found {
  const percent = whole === 0 ? 0 : Math.round((100 * part) / whole);
  if (whole === 0 || whole >= 3) return surely(percent, of);
  return { sure: 0, likely: percent, possible: percent, reasons: ['low_sample'], ...of };
}

export const offered: Record<string, Fact> = {
  calls_named: {
    about:
      'Counts what a program may call: operations of described APIs, MCP tools of cards and live servers, and (likely only) calls ' +
      'that documentation writes as method and path. `names`: phrases in the words of path, operation id or tool name; `not`: phrases ' +
      'that rule one out; `writes`: true or false; `secured`: true with credentials, false without; `parameters`: one of these is taken; ' +
      '`tools: true`: MCP tools alone; `operations: true`: no tools; `described: true`: none that is only documented; `last: true`: the ' +
      'names stand in the last part of the path.',
    find(site, args): Found {
      const isTool = (call: Call) => !call.label.includes(' ');
      const all = callsOf(site).filter(
        (call) => (args.tools !== true || isTool(call)) && (args.operations !== true || !isTool(call)),
      );
      const found = all.filter((call) => matches(call, args));
      const described = found.filter((call) => call.described).length;
      const hidden = args.tools === true || args.described === true ? [] : unseenInterface(site);
      const reasons: HumanReason[] = [];
      if (found.length > described) reasons.push('lexical');
      if (hidden.length > 0) reasons.push('unobserved');
      const looked = site.apis.map(({ item }) => sourceOf(item)).slice(0, 2);
      return {
        sure: described,
        likely: found.length,
        possible: hidden.length > 0 ? Math.max(found.length, MANY) : found.length,
        reasons,
        sources:
          found.length > 0
            ? found.slice(0, 3).map(({ source }) => source)
            : [...hidden.slice(0, 1), ...(looked.length > 0 ? looked : lookedAt(site, ['docs', 'agent']))],
        says: { count: found.length, list: firstOf(found), total: all.length },
      };
    },
  },

  answers_described: {
    about:
      'Share in percent of the described operations that document an answer of class `status` (`4`, `429`), with a schema where ' +
      '`schema: true`, or that take a header named in `header` (writing operations only).',
    find(site, args): Found {
      const operations = site.apis.flatMap((api) => api.operations.map((each) => ({ each, api })));
      const header = list(args, 'header');
      const asked =
        header.length > 0
          ? operations.filter(({ each }) => ofOperation(each, sourceOf(site.items[0] as never)).writes)
          : operations;
      const status = String(args.status ?? '4');
      const have = asked.filter(({ each }) =>
        header.length > 0
          ? each.parameters.some((name) => header.includes(name.toLowerCase()))
          : each.responses.some(
              (answer) => answer.status.startsWith(status) && (args.schema !== true || answer.schema),
            ),
      );
      const [first] = have;
      const sources = first
        ? [sourceOf(first.api.item, first.each.path)]
        : site.apis.length > 0
          ? site.apis.slice(0, 2).map(({ item }) => sourceOf(item))
          : lookedAt(site, ['docs', 'agent']);
      const says = {
        count: have.length,
        total: asked.length,
        percent: Math.round((100 * have.length) / Math.max(1, asked.length)),
      };
      const found = share(have.length, asked.length, { sources, says });
      if (site.apis.length > 0 || unseenInterface(site, ['openapi', 'swagger']).length === 0) return found;
      return { ...found, possible: 100, reasons: ['unobserved'] };
    },
  },

  version_in_paths: {
    about:
      'Yes when an API carries its version in its addresses: in a server or in half of the described paths, or (likely) in documented ones of the own domain.',
    find(site): Found {
      const part = /(?:^|\/)v\d{1,3}(?:[./]|$)|\/\d{4}-\d{2}(?:-\d{2})?(?:\/|$)/;
      for (const api of site.apis) {
        const server = api.servers.find((url) => part.test(url));
        const paths = api.operations.filter(({ path }) => part.test(path));
        if (server !== undefined || (paths.length > 0 && paths.length * 2 >= api.operations.length)) {
          const example = server ?? paths[0]?.path ?? '';
          // A server may be written as a path only.
          const written = api.item.text?.includes(example) ? example : part.exec(example)?.[0].replaceAll('/', '');
          return surely(1, { sources: [sourceOf(api.item, written)], says: { example } });
        }
      }
      const documented = callsOf(site).find((call) => !call.described && part.test(call.label));
      const hidden = unseenInterface(site, ['openapi', 'swagger']);
      if (documented)
        return {
          sure: 0,
          likely: 1,
          possible: 1,
          reasons: ['lexical'],
          sources: [documented.source],
          says: { example: documented.label },
        };
      const looked =
        site.apis.length > 0
          ? site.apis.slice(0, 2).map(({ item }) => sourceOf(item))
          : lookedAt(site, ['docs', 'agent']);
      return {
        sure: 0,
        likely: 0,
        possible: hidden.length > 0 ? 1 : 0,
        reasons: hidden.length > 0 ? ['unobserved'] : [],
        sources: looked,
        says: { example: '' },
      };
    },
  },

  stated_version: {
    about: 'Counts machine documents (API descriptions, cards) that say which version they are.',
    find(site): Found {
      const apis = site.apis.flatMap(({ item, value }) => {
        const version = (value.info as { version?: unknown } | undefined)?.version;
        return typeof version === 'string' ? [{ item, version: version.slice(0, 30) }] : [];
      });
      const cards = site.machine.flatMap(({ item, kind, value, empty }) => {
        const version = (value as { version?: unknown } | null)?.version;
        const card = kind === 'mcp_card' || kind === 'agent_card';
        return card && !empty && typeof version === 'string' && !version.startsWith('0.0') ? [{ item, version }] : [];
      });
      const found = [...apis, ...cards];
      const sources = found.slice(0, 2).map(({ item, version }) => sourceOf(item, version));
      const says = {
        count: found.length,
        version: found[0]?.version ?? '',
        where: found[0] ? placeOf(site, found[0].item.final_url) : '',
      };
      return surely(found.length, { sources: sources.length > 0 ? sources : lookedAt(site, ['docs', 'agent']), says });
    },
  },

  described_events: {
    about: 'Counts events that an API sends by its description: OpenAPI webhooks, AsyncAPI channels.',
    find(site): Found {
      const having = site.apis.filter(({ kind, webhooks }) => webhooks > 0 || kind === 'asyncapi');
      const count = having.reduce((sum, { webhooks }) => sum + Math.max(1, webhooks), 0);
      const sources = having.slice(0, 2).map(({ item }) => sourceOf(item, 'webhooks'));
      return surely(count, {
        sources: sources.length > 0 ? sources : lookedAt(site, ['docs', 'agent']),
        says: { count },
      });
    },
  },
};
