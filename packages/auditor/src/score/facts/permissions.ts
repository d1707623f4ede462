import type { MachineDocument, Site } from '../../read/site.ts';
import { pathsOfStandards } from '../../standards/standards.ts';
import {
  ACCESS,
  CREDENTIAL,
  declaredScopes,
  ENDINGS,
  isEnded,
  isFull,
  isOpen,
  isStated,
  lesserPowers,
  MADE_ROLES,
  objectOf,
  REVOCATION,
  saysRegistration,
  texts,
  wordsOf,
  writtenScopes,
} from '../agent-access/access.ts';
import { toolsOf } from '../agent-access/cards.ts';
import { beginningOf, type Fact, type FactResult, list } from '../fact.ts';
import { finding, percent, provenAt } from '../finding.ts';
import {
  absenceAt,
  absenceOn,
  absenceWords,
  isForeign,
  listed,
  mayBeOnPages,
  mayExistAt,
  placeOf,
  placesOf,
  presenceOf,
} from '../presence.ts';
import { en } from '../statements/languages/en.ts';
import { provesByItself, statementOf } from '../statements/statement.ts';

const METADATA = pathsOfStandards('authorization_server', 'protected_resource');

/** What is missing where there is none, or where it leads nowhere. */
const metadataWords = ({ unauthorized }: Site): string =>
  unauthorized.length > 0 ? 'OAuth metadata that leads somewhere' : 'OAuth metadata';

const mayBeSaid = (site: Site): boolean => mayBeOnPages(site, ['home', 'docs', 'security']) || isForeign(site);

/** A fact of words: how many pages have such a sentence. */
function inWords(site: Site, words: (sentence: string) => boolean, denied: readonly string[] = []): FactResult {
  const at = texts(site).flatMap(({ item, sentences, explains }) => {
    const excerpt = sentences.find((one) => one.length <= 600 && words(one) && isStated(site, one, denied))?.trim();
    return excerpt === undefined ? [] : [{ item, excerpt, explains }];
  });
  const proves = ({ excerpt }: { excerpt: string }) => provesByItself(statementOf(excerpt, site, en));
  const printed = at.find(proves);
  return finding(site, {
    at,
    sure: at.filter(({ explains }) => explains).length,
    open: at.length === 0 && mayBeSaid(site) && 100,
    searched: absenceOn(site, ['docs', 'security', 'help']),
    show: 2,
    says: provenAt((printed ?? at[0]) && placeOf(site, (printed ?? at[0])?.item.final_url ?? ''), printed?.excerpt),
  });
}

/** Metadata of OAuth that holds something. One document may be of both kinds. */
const oauthOf = (site: Site, kinds = ['authorization_server', 'protected_resource']): MachineDocument[] =>
  site.machine.filter(({ kind, empty }) => kinds.includes(kind) && !empty);

/** The metadata that holds what a ladder asks for. */
function holding(site: Site, what: unknown): MachineDocument | undefined {
  const servers = oauthOf(site);
  if (what === 'servers')
    return oauthOf(site, ['protected_resource']).find(
      ({ value }) => wordsOf(objectOf(value).authorization_servers).length > 0,
    );
  if (what === 'registration')
    return servers.find(({ value }) => typeof objectOf(value).registration_endpoint === 'string');
  const full = servers.filter(({ value }) => isFull(objectOf(objectOf(value).agent_auth)));
  if (what === 'agent_auth') return full[0];
  if (what === 'ended') return full.find(({ value }) => isEnded(objectOf(objectOf(value).agent_auth)));
  return full.find(
    ({ value }) => isOpen(objectOf(objectOf(value).agent_auth)) && wordsOf(objectOf(value).scopes_supported).length > 0,
  );
}

export const permissionFacts: Record<string, Fact> = {
  access_words: {
    about:
      'How many pages speak of access. `what`: `credentials` (keys, tokens, OAuth) or `accounts` (sign-in, roles, SSO).',
    find: (site, { what }) =>
      inWords(
        site,
        (sentence) =>
          (ACCESS[String(what)]?.test(sentence) ?? false) || (what === 'accounts' && MADE_ROLES.test(sentence)),
      ),
  },
  security_schemes: {
    about: 'How many schemes of security descriptions of the API and OAuth metadata declare.',
    find(site) {
      const schemes = site.apis.flatMap(({ item, security_schemes }) =>
        Object.keys(security_schemes).map((name) => ({ name, item })),
      );
      const servers = oauthOf(site).map(({ item }) => ({ name: 'OAuth metadata', item }));
      const found = [...schemes, ...servers];
      const count = new Set(found.map(({ name }) => name)).size;
      return finding(site, {
        at: found,
        count,
        open: count === 0 && mayExistAt(site, METADATA),
        show: 2,
        says: { list: listed(found), absence: absenceWords(site, metadataWords(site), METADATA) },
      });
    },
  },
  lesser_powers: {
    about:
      'How many ways pages name to give less than everything: read only, keys of different power, tokens for some objects, roles, a test mode, a table of roles. `only`: these ways alone; `not`: all but these.',
    find(site, args) {
      const [only, not] = [list(args, 'only'), list(args, 'not')];
      const found = lesserPowers(site).filter(
        ({ name }) => (only.length === 0 || only.includes(name)) && !not.includes(name),
      );
      return finding(site, {
        at: found.map(({ item, sentence }) => ({ item, excerpt: sentence })),
        sure: 0,
        open: found.length === 0 && mayBeSaid(site) && 5,
        says: { list: listed(found, 5), ...provenAt(found[0] && placeOf(site, found[0].item.final_url)) },
      });
    },
  },
  scopes: {
    about:
      'How many different scopes are enumerated: in OAuth metadata, descriptions and cards; on pages they are words, and count where they name a power (read, write, admin, …), more than one of them where something else shows that they work.',
    find(site) {
      const declared = [...declaredScopes(site)].map(([name, item]) => ({ name, item, excerpt: name }));
      const written = [...writtenScopes(site)]
        .filter(([name]) => !declared.some((one) => one.name === name))
        .map(([name, { item, sentence, witnessed }]) => ({ name, item, excerpt: sentence, witnessed }));
      const all = [...declared, ...written];
      const words = written.filter(({ witnessed }) => witnessed).length;
      return finding(site, {
        at: [...declared.slice(0, 2), ...written.slice(0, 2)],
        count: declared.length + Math.max(words, Math.min(1, written.length)),
        sure: declared.length,
        open: mayExistAt(site, METADATA) && 10,
        show: 4,
        says: { list: listed(all, 5), where: placesOf(site, all, 2) },
      });
    },
  },
  operations_scoped: {
    about: 'Percent of operations that name their scopes, or of MCP tools that carry annotations, whichever is more.',
    find(site) {
      const operations = site.apis.flatMap((api) => api.operations);
      const scoped = operations.filter(({ scopes }) => scopes.length > 0);
      const tools = site.machine.filter(({ kind }) => kind === 'mcp_card' || kind === 'mcp_live').map(toolsOf);
      const most = tools.sort((a, b) => b.length - a.length)[0] ?? [];
      const annotated = most.filter((tool) => Object.keys(objectOf(tool.annotations)).length > 0);
      const unseen = site.items.some((item) => item.role === 'mcp_live' && presenceOf(site, item) === 'unknown');
      return finding(site, {
        at: site.apis,
        count: Math.max(percent(scoped.length, operations.length), percent(annotated.length, most.length)),
        open: unseen && 100,
        show: 1,
      });
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
        return finding(site, {
          at: [{ item: server.item, excerpt: 'revocation_endpoint' }],
          says: { how: `a revocation endpoint in ${placeOf(site, server.item.final_url)}` },
        });
      const found = inWords(
        site,
        (sentence) =>
          REVOCATION.test(sentence) && CREDENTIAL.test(sentence) && ACCESS.credentials?.test(sentence) === true,
        ENDINGS,
      );
      return { ...found, says: { ...found.says, how: `it is spoken of at ${found.says.page}` } };
    },
  },
  authorization_nowhere: {
    about:
      'How many documents of OAuth metadata lead to a page of authorization that is not there. They count for nothing.',
    find(site) {
      const found = site.unauthorized.map((item) => ({
        item,
        excerpt: beginningOf(item.text ?? ''),
        name: placeOf(site, item.final_url),
      }));
      return finding(site, {
        ...{ at: found, show: 2, because: found.length > 0 ? ['conflict'] : [] },
        says: { list: listed(found, 3) },
      });
    },
  },
  oauth_metadata: {
    about:
      '1 when metadata holds what is asked: `servers` (a protected resource names its authorization servers), `registration` (clients register by a call), `agent_auth` (a block for agents with an address to register at, identity and credential types), `open` (agents may register as anonymous or by an assertion, and scopes are named), `ended` (a claim or revocation address).',
    find(site, { what }) {
      const document = holding(site, what);
      return finding(site, {
        at: document ? [document] : [],
        open: !document && mayExistAt(site, METADATA),
        searched: absenceAt(site, METADATA),
        says: { absence: absenceWords(site, metadataWords(site), METADATA) },
      });
    },
  },
  registration_words: {
    about:
      'How many pages or documents say how access is got. `what`: `asked` (a person must be asked), `self` (a person makes a key alone), `agent` (auth.md says where an agent registers).',
    find: (site, { what }) => inWords(site, (sentence) => saysRegistration(sentence, String(what))),
  },
  registration_answers: {
    about: '1 when an address for the registration of agents answered something other than "not found".',
    find(site) {
      const uris = site.machine.flatMap(({ value }) => {
        const block = objectOf(objectOf(value).agent_auth);
        return [block.register_uri, objectOf(value).registration_endpoint].filter((uri) => typeof uri === 'string');
      });
      const asked = site.items.filter(({ url }) => uris.includes(url));
      return finding(site, {
        at: asked,
        count: asked.some((item) => item.status !== null && item.status !== 404 && item.problem === null),
        open: asked.length === 0 ? uris.length > 0 : asked.some((item) => presenceOf(site, item) === 'unknown'),
        show: 1,
        says: { at: String(uris[0] ?? '') },
      });
    },
  },
};
