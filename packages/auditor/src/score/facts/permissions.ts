import type { Site } from '../../read/site.ts';
import {
  ACCESS,
  CREDENTIAL,
  declaredScopes,
  isFull,
  isOpen,
  lesserPowers,
  objectOf,
  REVOCATION,
  tellsRegistration,
  texts,
  wordsOf,
  writtenScopes,
} from '../access.ts';
import { toolsOf } from '../cards.ts';
import { type Fact, type Found, sourceOf, surely } from '../fact.ts';
import {
  absenceAt,
  absenceOn,
  absenceWords,
  isForeign,
  isHidden,
  levels,
  listed,
  mayBeOnPages,
  mayStandAt,
  placeOf,
  standing,
  unlessHidden,
} from '../seen.ts';

const METADATA = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-protected-resource',
];

/** Words for a sentence, at most 120 characters. */
const short = (sentence = ''): string =>
  sentence.length <= 120 ? sentence : `${sentence.slice(0, 119).replace(/\s\S{0,30}$/, '')} …`;

/** A fact of words: how many pages have such a sentence. */
function inWords(site: Site, words: (sentence: string) => boolean): Found {
  const found = texts(site).flatMap(({ item, sentences, explains }) => {
    const sentence = sentences.find((one) => one.length <= 600 && words(one));
    return sentence ? [{ item, sentence: sentence.trim(), explains }] : [];
  });
  const hidden = found.length === 0 && (mayBeOnPages(site, ['home', 'docs', 'security']) || isForeign(site));
  return levels(
    {
      sure: found.filter(({ explains }) => explains).length,
      likely: found.length,
      possible: hidden ? 100 : found.length,
    },
    {
      sources:
        found.length > 0
          ? found.slice(0, 2).map(({ item, sentence }) => sourceOf(item, sentence))
          : absenceOn(site, ['docs', 'security', 'help']),
      says: {
        quote: short(found[0]?.sentence),
        page: found[0] ? placeOf(site, found[0].item.final_url) : '',
        pages: listed(
          found.map(({ item }) => placeOf(site, item.final_url)),
          3,
        ),
      },
    },
  );
}

export const permissionFacts: Record<string, Fact> = unlessHidden({
  access_words: {
    about:
      'How many pages speak of access. `what`: `credentials` (keys, tokens, OAuth) or `accounts` (sign-in, roles, SSO).',
    find(site, { what }) {
      const pattern = ACCESS[String(what)];
      return inWords(site, (sentence) => pattern?.test(sentence) ?? false);
    },
  },
  security_schemes: {
    about: 'How many schemes of security descriptions of the API and OAuth metadata declare.',
    find(site) {
      const schemes = site.apis.flatMap((api) =>
        Object.keys(api.security_schemes).map((name) => ({ name, item: api.item })),
      );
      const servers = site.machine.filter(
        ({ kind, empty }) => (kind === 'authorization_server' || kind === 'protected_resource') && !empty,
      );
      const names = [
        ...new Set([...schemes.map(({ name }) => name), ...(servers.length > 0 ? ['OAuth metadata'] : [])]),
      ];
      const hidden = names.length === 0 && (isHidden(site) || mayStandAt(site, METADATA));
      return levels(
        { sure: names.length, possible: hidden ? 1 : names.length },
        {
          sources: [...schemes, ...servers].slice(0, 2).map(({ item }) => sourceOf(item)),
          says: {
            list: listed(names, 4),
            count: names.length,
            absence: absenceWords(site, 'OAuth metadata', METADATA),
          },
        },
      );
    },
  },
  lesser_powers: {
    about:
      'How many ways pages name to give less than everything: read only, keys of different power, tokens for some objects, roles, a test mode.',
    find(site) {
      const found = lesserPowers(site);
      const hidden = found.length === 0 && (mayBeOnPages(site, ['home', 'docs', 'security']) || isForeign(site));
      return levels(
        { sure: 0, likely: found.length, possible: hidden ? 5 : found.length },
        {
          sources: found.slice(0, 3).map(({ item, sentence }) => sourceOf(item, sentence)),
          says: {
            list: listed(
              found.map(({ name }) => name),
              5,
            ),
            quote: short(found[0]?.sentence),
            page: found[0] ? placeOf(site, found[0].item.final_url) : '',
          },
        },
      );
    },
  },
  scopes: {
    about:
      'How many different scopes are enumerated: in OAuth metadata, descriptions and cards; on pages they are words, and count where they name a power (read, write, admin, …).',
    find(site) {
      const declared = declaredScopes(site);
      const written = [...writtenScopes(site)].filter(([name]) => !declared.has(name));
      const all = [...declared.keys(), ...written.map(([name]) => name)];
      const hidden = isHidden(site) || mayStandAt(site, METADATA);
      return levels(
        { sure: declared.size, likely: all.length, possible: hidden ? Math.max(10, all.length) : all.length },
        {
          sources: [
            ...[...declared].slice(0, 2).map(([name, item]) => sourceOf(item, name)),
            ...written.slice(0, 2).map(([, { item, sentence }]) => sourceOf(item, sentence)),
          ],
          says: {
            count: all.length,
            list: listed(all, 5),
            where: listed(
              [...declared.values(), ...written.map(([, { item }]) => item)].map(({ final_url }) =>
                placeOf(site, final_url),
              ),
              2,
            ),
          },
        },
      );
    },
  },
  operations_scoped: {
    about: 'Percent of operations that name their scopes, or of MCP tools that carry annotations, whichever is more.',
    find(site) {
      const operations = site.apis.flatMap((api) => api.operations);
      const scoped = operations.filter(({ scopes }) => scopes.length > 0).length;
      const tools = site.machine.filter(({ kind }) => kind === 'mcp_card' || kind === 'mcp_live').map(toolsOf);
      const most = tools.sort((a, b) => b.length - a.length)[0] ?? [];
      const annotated = most.filter((tool) => Object.keys(objectOf(tool.annotations)).length > 0).length;
      const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((100 * part) / whole));
      const value = Math.max(percent(scoped, operations.length), percent(annotated, most.length));
      const live = site.items.some((item) => item.role === 'mcp_live' && standing(site, item) === 'unknown');
      return levels(
        { sure: value, possible: isHidden(site) || live ? 100 : value },
        {
          sources: site.apis.slice(0, 1).map(({ item }) => sourceOf(item)),
          says: { scoped, operations: operations.length, annotated, tools: most.length, percent: value },
        },
      );
    },
  },
  revocation: {
    about:
      '1 when access can be withdrawn: a revocation endpoint in metadata; on pages, sentences about revoking, rotating or expiring keys or tokens.',
    find(site) {
      const server = site.machine.find(
        ({ kind, value }) =>
          (kind === 'authorization_server' || kind === 'protected_resource') &&
          typeof objectOf(value).revocation_endpoint === 'string',
      );
      if (server)
        return surely(1, {
          sources: [sourceOf(server.item, 'revocation_endpoint')],
          says: { how: `a revocation endpoint in ${placeOf(site, server.item.final_url)}` },
        });
      const found = inWords(
        site,
        (sentence) =>
          REVOCATION.test(sentence) && CREDENTIAL.test(sentence) && ACCESS.credentials?.test(sentence) === true,
      );
      return { ...found, says: { ...found.says, how: `${found.says.page}: "${found.says.quote}"` } };
    },
  },
  oauth_metadata: {
    about:
      '1 when metadata holds what is asked: `servers` (a protected resource names its authorization servers), `registration` (clients register by a call), `agent_auth` (a block for agents with an address to register at, identity and credential types), `open` (agents may register as anonymous or by an assertion, scopes are named, and there is a claim or revocation address).',
    find(site, { what }) {
      // One document may be both: each is looked for in either.
      const servers = site.machine.filter(
        ({ kind, empty }) => (kind === 'authorization_server' || kind === 'protected_resource') && !empty,
      );
      const resources = site.machine.filter(({ kind, empty }) => kind === 'protected_resource' && !empty);
      const blocks = servers.map((document) => ({ document, block: objectOf(objectOf(document.value).agent_auth) }));
      const holding = (() => {
        if (what === 'servers')
          return resources.find(({ value }) => wordsOf(objectOf(value).authorization_servers).length > 0);
        if (what === 'registration')
          return servers.find(({ value }) => typeof objectOf(value).registration_endpoint === 'string');
        const full = blocks.filter(({ block }) => isFull(block));
        if (what === 'agent_auth') return full[0]?.document;
        return full.find(
          ({ block, document }) => isOpen(block) && wordsOf(objectOf(document.value).scopes_supported).length > 0,
        )?.document;
      })();
      const hidden = !holding && (isHidden(site) || mayStandAt(site, METADATA));
      return levels(
        { sure: holding ? 1 : 0, possible: holding || hidden ? 1 : 0 },
        {
          sources: holding ? [sourceOf(holding.item)] : absenceAt(site, METADATA),
          says: {
            at: holding ? placeOf(site, holding.item.final_url) : '',
            absence: absenceWords(site, 'OAuth metadata', METADATA),
          },
        },
      );
    },
  },
  registration_words: {
    about:
      'How many pages or documents say how access is got. `what`: `asked` (a person must be asked), `self` (a person makes a key alone), `agent` (auth.md tells an agent where to register).',
    find(site, { what }) {
      return inWords(site, (sentence) => tellsRegistration(sentence, String(what)));
    },
  },
  registration_answers: {
    about: '1 when an address for the registration of agents answered something other than "not found".',
    find(site) {
      const uris = site.machine.flatMap(({ value }) => {
        const block = objectOf(objectOf(value).agent_auth);
        return [block.register_uri, objectOf(value).registration_endpoint].filter((uri) => typeof uri === 'string');
      });
      const asked = site.items.filter(({ url }) => uris.includes(url));
      const there = asked.find((item) => item.status !== null && item.status !== 404 && item.problem === null);
      const unknown =
        !there && (asked.length === 0 ? uris.length > 0 : asked.some((item) => standing(site, item) === 'unknown'));
      return levels(
        { sure: there ? 1 : 0, possible: there || unknown ? 1 : 0 },
        { sources: asked.slice(0, 1).map((item) => sourceOf(item)), says: { at: String(uris[0] ?? '') } },
      );
    },
  },
});
