import type { MachineDocument, Page, ReadItem, Site } from '../../read/site.ts';
import { hasInterface, showsCalls } from '../own/confirmed.ts';
import { isArticle } from '../presence.ts';
import { en } from '../statements/languages/en.ts';
import { phrases } from '../statements/languages/language.ts';
import { denies, statementOf } from '../statements/statement.ts';

/** Pages that may describe access; not news and not comparisons. */
const ROLES = 'docs agent security help integrations signup product pricing customers other home'.split(' ');

type Text = {
  item: ReadItem;
  sentences: readonly string[];
  /** It says how to get in: a heading about it, or a header with credentials in a sample. */
  explains: boolean;
};

const HEADING = /\b(?:authenticat|authoriz|api[- ]keys?|access tokens?|api tokens?|credentials)/i;
const AUTHORIZATION = /\bauthorization["']?\s{0,3}:\s{0,3}["']?(?:bearer|basic|token)\b/i;

/** A header with credentials: `Authorization: Bearer`, `X-Api-Key`. */
const hasHeader = (text: string): boolean =>
  AUTHORIZATION.test(text) ||
  text.split(/[\s"'`:=,]+/).some((word) => /^x-/i.test(word) && /-(?:key|token)$/i.test(word));

const textsOf = new WeakMap<Site, readonly Text[]>();

/** Sentences of pages that may describe access, and of documents for agents. Those that explain it come first. */
export function texts(site: Site): readonly Text[] {
  const known = textsOf.get(site);
  if (known) return known;
  const pages = site.pages
    .filter((page: Page) => ROLES.includes(page.role) && !isArticle(page))
    .map(({ item, role, sentences, headings, code }) => ({
      item,
      sentences: [...headings.map(({ text }) => text), ...sentences, ...code.flatMap((block) => block.split('\n'))],
      explains:
        ['docs', 'agent', 'security', 'integrations', 'help'].includes(role) &&
        (headings.some(({ text }) => HEADING.test(text)) || code.some((block) => hasHeader(block))),
    }));
  const read = new Set(pages.map(({ item }) => item.final_url));
  const documents = [
    ...site.llms.map(({ item }) => item),
    ...site.machine.filter(({ kind }) => kind === 'auth_md').map(({ item }) => item),
  ]
    .filter((item) => !read.has(item.final_url))
    .map((item) => {
      const lines = (item.text ?? '').split('\n');
      return {
        item,
        sentences: lines.flatMap((line) => line.split(/(?<=\.)\s/)),
        explains: lines.some((line) => (line.startsWith('#') && HEADING.test(line)) || hasHeader(line)),
      };
    });
  const all = [...pages, ...documents].sort((one, other) => Number(other.explains) - Number(one.explains));
  textsOf.set(site, all);
  return all;
}

const UNSTATED: ReadonlySet<string> = new Set(['asked', 'planned', 'past']);

/** Whether a sentence says something of the offer: it is not of others, neither asked nor planned nor past, and does not deny this. */
export function isStated(site: Site, sentence: string, denied: readonly string[] = []): boolean {
  const statement = statementOf(sentence, site, en);
  return statement.subject !== 'other' && !UNSTATED.has(statement.modality) && !denies(statement, denied);
}

/** Signs of access at all, by kind. Each is a sentence with an object of access in it. */
export const ACCESS: Readonly<Record<string, RegExp>> = {
  credentials:
    /\b(?:API[- ]keys?|access tokens?|API tokens?|bearer tokens?|personal tokens?|write keys?|secret keys?|publishable keys?|sandbox keys?|service accounts?|client secret|OAuth|JWT)\b|\bAuthorization: ?Bearer\b|\bX-(?:[A-Za-z]{2,20}-){0,3}(?:Key|Token)\b|^(?:tokens|api tokens|api access)$/i,
  accounts:
    /^(?!(?:(?:all|our|only|the) ){0,2}(?:staff|employees|colleagues|assistants)\b).*\b(?:single sign-on|SSO|SAML|two-factor|2FA|multi-factor|MFA|role-based|user roles|team (?:members|roles|seats)|sign(?:ed)? in|log(?:ged)? ?in)\b/i,
};

const OBJECT = /\b(?:keys?|tokens?|scopes?|permissions?|roles?|credentials?|access)\b/i;
const KINDS_OF_KEYS =
  /\b(publishable|public|restricted|secret|admin|test|live|sandbox|read|write)(?:[- ]only)?(?: API)? keys?\b/gi;
const ROLES_OF_PEOPLE =
  /\b(?:owner|admin|administrator|editor|member|viewer|maintainer|collaborator|guest|billing manager)s?\b/gi;

/** Roles that a customer makes or chooses, and rights in the same sentence: `custom roles and permissions`. */
export const MADE_ROLES =
  /\b(?:custom|preset|predefined) (?:user )?roles\b[^.]{0,80}\b(?:manage access|access control|permissions?)\b|\b(?:manage access|access control|permissions?)\b[^.]{0,80}\b(?:custom|preset|predefined) (?:user )?roles\b/i;

/** Ways to give less than everything. Each names what is limited and how, in one clause of a sentence. */
const LESSER: readonly { name: string; limits: (clause: string) => boolean }[] = [
  {
    name: 'reading apart from writing',
    limits: (clause) =>
      /\b(?:read|write)[- ]only\b|\bread (?:or|and) write\b|\b(?:read|write)[- ]scoped?\b|\bcannot (?:read|write)\b/i.test(
        clause,
      ) && OBJECT.test(clause),
  },
  {
    name: 'keys of different power',
    limits: (clause) =>
      distinct(clause, KINDS_OF_KEYS) >= 2 ||
      /\brestricted (?:API )?keys?\b|\b(?:two|three|four|several) (?:key types|types of (?:keys|tokens)|access levels)\b/i.test(
        clause,
      ),
  },
  {
    name: 'tokens for some objects only',
    limits: (clause) =>
      /\b(?:tokens?|keys?|credentials?)\b/i.test(clause) &&
      /\b(?:fine-grained|scoped (?:access )?(?:tokens?|keys?|only|to)|(?:(?<!\brate[- ])limited|restricted|bound|scoped|tied) (?:only )?to|exactly one|(?:one|a single|their own|its own) (?:role|scope)|(?:tokens?|keys?)\W{1,3}(?:are |is )?(?:for each|per) (?:project|environment|workspace|scope|vault|site))\b/i.test(
        clause,
      ),
  },
  {
    name: 'roles',
    limits: (clause) =>
      /\brole-based (?:access|permissions)\b/i.test(clause) ||
      MADE_ROLES.test(clause) ||
      (distinct(clause, ROLES_OF_PEOPLE) >= 2 &&
        /\b(?:admin|administrator|editor|viewer|maintainer|collaborator)s?\b/i.test(clause) &&
        /\b(?:roles?|permissions?|can|may|allowed)\b/i.test(clause)),
  },
  {
    name: 'keys for some origins or addresses only',
    limits: (clause) =>
      /\b(?:keys?|tokens?|credentials?)\b/i.test(clause) &&
      /\b(?:(?:origins?|referr?ers?|domains?|IP|address(?:es)?)\b.{0,20}\b(?:allow|white)-?lists?\b|\b(?:allow|white)-?list(?:s|ed)? .{0,20}\b(?:origins?|referr?ers?|domains?|IP)|(?<!\brate[- ])(?:restrict|limit)(?:ed)? .{0,40}\bto\b.{0,20}\b(?:HTTP referr?ers?|origins?|domains?|IP address(?:es)?))\b/i.test(
        clause,
      ),
  },
  {
    name: 'a separate test mode',
    limits: (clause) => /\b(?:test|sandbox) (?:mode|keys?|credentials)\b/i.test(clause),
  },
];

/** A row of a table, whose first cell says what the others are of: `Roles – admin, member`. */
const rowOf = (sentence: string): string[] =>
  /^\w{3,20}(?: \w{3,20})? [—–] .{3,80}$/.test(sentence) ? [sentence] : [];

/** What a sentence may deny that limits access. A word that a limit itself denies (`cannot write`) is none of them. */
const LIMITS = phrases('read only, write only, restricted, fine grained, scoped, role based, test mode, sandbox');

/** Roles that a page lists under a heading about them, in a table or one after another. */
const ABOUT_ROLES =
  /\b(?:roles (?:and|&) permissions|permissions (?:and|&) roles|(?:user|member|team|account|workspace|organi[sz]ation) (?:roles|permissions)|(?:permission|access) levels)\b/i;
const LISTED_ROLE =
  /^(?:account |team |super |site |billing )?(owner|admin|administrator|editor|member|viewer|maintainer|collaborator|guest|manager|supervisor|staff|employee|operator|developer|author|contributor)s?\b/i;

function listedRoles({ sentences }: Text): string | undefined {
  const listed = sentences.map((one) => LISTED_ROLE.exec(one)?.[1]?.toLowerCase()).filter((role) => role !== undefined);
  return new Set(listed).size < 3 ? undefined : sentences.find((one) => one.length <= 80 && ABOUT_ROLES.test(one));
}

/** The head of a column of roles, in the languages that are read. */
const ROLE = /^(?:roles?|rolle|rôle|rol|ruolo|função|papel|perfil|profil)(?: \([^)]{1,30}\))?$/i;
/** What a page or a part of it that is about roles is called, in these languages. */
const ON_ROLES =
  /\b(?:roles?|permissions?|who (?:may|can)|rollen|rechte|berechtigungen|rôles|permisos|ruoli|permessi|rechten|funções|permissões)\b/i;
/** The same beside prices, where roles are a part of plans. */
const WHO = /\bwho (?:may|can)\b|\b(?:permissions|wer darf|qui peut|quién puede|chi può|wie mag|quem pode)\b/i;
/** A cell that says whether something is allowed. */
const ALLOWED =
  /^(?:[✓✔✗✘×x•●○–—-]|yes|no|ja|nein|nee|oui|non|sí|sì|sim|não|own|read|write|view|edit|full|none)?(?: .{0,60})?$/iu;
const YES = /^(?:[✓✔✗✘×•●]|(?:yes|ja|oui|sí|sì|sim)(?!\p{L}))/iu;
/** What part of the cells of a table says whether something is allowed. */
const MOSTLY = 0.6;

/** Says of each of two roles at least what it may do: in a row each, or in a column each with marks in the cells. */
function listsRoles(rows: readonly (readonly string[])[], named: boolean): boolean {
  const [head = [], ...rest] = rows;
  if (head.length < 3 || rest.length < 2) return false;
  if (ROLE.test(head[0]?.trim() ?? '')) return true;
  const cells = rest.flatMap((row) => row.slice(1));
  const marked = cells.filter((cell) => ALLOWED.test(cell.trim())).length;
  return named && cells.some((cell) => YES.test(cell.trim())) && marked >= cells.length * MOSTLY;
}

/** The first table that says what people may do, with its head. */
function roleTable(site: Site): { item: ReadItem; sentence: string } | undefined {
  for (const { item, role, title, headings, tables } of site.pages) {
    if (role === 'blog' || role === 'compare') continue;
    // Beside prices a table of marks compares plans, unless it says who may do what.
    const names = [title, ...headings.map(({ text }) => text), ...tables.map(({ rows: [[head = ''] = []] }) => head)];
    const named = names.some((text) => (role === 'pricing' ? WHO : ON_ROLES).test(text));
    const table = tables.find(({ rows }) => listsRoles(rows, named));
    if (table) return { item, sentence: (table.rows[0] ?? []).join(' ').trim() };
  }
  return undefined;
}

const distinct = (text: string, pattern: RegExp): number =>
  new Set([...text.matchAll(pattern)].map((match) => (match[1] ?? match[0]).toLowerCase().replace(/s$/, ''))).size;

type LesserPower = { name: string; item: ReadItem; sentence: string };
const lesser = new WeakMap<Site, readonly LesserPower[]>();

/** The ways that texts name, each with a sentence that does. Several facts ask for them. */
export function lesserPowers(site: Site): readonly LesserPower[] {
  const known = lesser.get(site);
  if (known) return known;
  const found = findLesserPowers(site);
  lesser.set(site, found);
  return found;
}

function findLesserPowers(site: Site): LesserPower[] {
  const table = roleTable(site);
  const written = LESSER.flatMap(({ name, limits }) => {
    for (const { item, sentences } of texts(site)) {
      const sentence = sentences.find(
        (one) => one.length <= 500 && [...clausesOf(one), ...rowOf(one)].some(limits) && isStated(site, one, LIMITS),
      );
      if (sentence) return [{ name, item, sentence: sentence.trim() }];
    }
    if (name !== 'roles') return [];
    for (const text of texts(site)) {
      const sentence = listedRoles(text);
      if (sentence) return [{ name, item: text.item, sentence }];
    }
    return [];
  });
  return table ? [...written, { name: 'table of roles', ...table }] : written;
}

/** Scopes as they are written: `read:orders`, `orders.read`, `scope="write"`. Each says what it gives power to do. */
const SCOPE =
  /(?<![\w/.:-])(?:(?:read|write|admin|manage|create|delete):[a-z][a-z_*-]{1,30}|[a-z][a-z_-]{2,30}[:.](?:read|write|readonly|admin|manage))(?![\w/]|\.\w)/g;
const SCOPE_VALUE = /\bscopes?\s{0,2}[=:]\s{0,2}["'`\\]{0,2}([a-z][a-z_:.-]{1,40})/gi;
const POWER = /(?:^|[:._-])(?:read|write|readonly|admin|manage|full|create|delete|update)(?:$|[:._-])/;
/** Scopes of identity give no power over what is offered. */
const IDENTITY_SCOPES = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access']);

const SCOPES = phrases('scope*, token*, key*');
/** What scopes belong to, where a sentence names them without the word. */
const CARRIES = /\b(?:tokens?|keys?)\b/i;

type WrittenScope = {
  item: ReadItem;
  sentence: string;
  /** Beside the words there is an interface, a call that is shown, or a page that explains how to get in. */
  witnessed: boolean;
};

/** What a column or a part of a page of scopes is called. */
const OF_SCOPES = /^(?:(?:key|token|api|oauth) )?(?:scopes?|permissions?)$/i;
/** A scope alone, or the first word of an entry. */
const SCOPE_NAME = /^[a-z][a-z_-]{1,30}(?:[:.][a-z_*-]{1,30}){1,2}(?=$|\s)/;

/** The names in a column that is headed as one of scopes, or listed on a page that has a part about them. */
function listedScopes(site: Site, witnessed: boolean): Map<string, WrittenScope> {
  const found = new Map<string, WrittenScope>();
  for (const { item, role, tables, headings, sentences } of site.pages) {
    if (!ROLES.includes(role)) continue;
    const columns = tables.flatMap(({ rows: [[head = ''] = [], ...rest] }) =>
      OF_SCOPES.test(head.trim()) ? rest : [],
    );
    const entries = headings.some(({ text }) => OF_SCOPES.test(text.trim())) ? sentences : [];
    for (const entry of [...columns.map((row) => row.join(' ').trim()), ...entries]) {
      const name = SCOPE_NAME.exec(entry)?.[0];
      if (name && !found.has(name)) found.set(name, { item, sentence: entry, witnessed });
    }
  }
  return found;
}

/** Scopes that pages name, with a sentence that does. Not those in addresses: they may be another's. */
export function writtenScopes(site: Site): Map<string, WrittenScope> {
  const works = hasInterface(site) || showsCalls(site);
  const found = listedScopes(site, works);
  for (const { item, sentences, explains } of texts(site))
    for (const sentence of sentences) {
      const carried = CARRIES.test(sentence) && distinct(sentence, SCOPE) > 1;
      if (
        !(carried || /\bscope(?:s|d)?\b/i.test(sentence)) ||
        (sentence.includes('://') && /[?&]scope=/.test(sentence))
      )
        continue;
      const names = [
        ...[...sentence.matchAll(SCOPE)].map(([name]) => name),
        ...[...sentence.matchAll(SCOPE_VALUE)].map(([, name = '']) => name.toLowerCase().replace(/[.:_-]{1,3}$/, '')),
      ];
      const powers = names.filter((name) => POWER.test(name) && !IDENTITY_SCOPES.has(name) && !found.has(name));
      if (powers.length === 0 || !isStated(site, sentence, SCOPES)) continue;
      for (const name of powers) found.set(name, { item, sentence: sentence.trim(), witnessed: works || explains });
    }
  return found;
}

export const REVOCATION =
  /\b(?:revok(?:e[sd]?|ing)|revocation|rotat(?:e[sd]?|ing|ion)|expir(?:e[sd]?|y|ation|ing)|short-lived|invalidat(?:e|ed))\b/i;
/** What a sentence denies that says that access does not end. */
export const ENDINGS = phrases('revok*, revocation, rotat*, expir*, invalidat*');
export const CREDENTIAL =
  /\b(?:keys?|tokens?|credentials?|secrets?|sessions?|access|grants?|agents?|connections?|apps?)\b/i;

export const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
export const wordsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

const metadata = (site: Site): MachineDocument[] =>
  site.machine.filter(
    ({ kind, empty }) =>
      (kind === 'authorization_server' || kind === 'protected_resource' || kind === 'mcp_card') && !empty,
  );

/** Scopes that documents for machines declare, with where. */
export function declaredScopes(site: Site): Map<string, ReadItem> {
  const found = new Map<string, ReadItem>();
  const take = (scopes: readonly string[], item: ReadItem) => {
    for (const scope of scopes) if (!IDENTITY_SCOPES.has(scope) && !found.has(scope)) found.set(scope, item);
  };
  for (const { item, value } of metadata(site)) {
    const top = objectOf(value);
    take(wordsOf(top.scopes_supported), item);
    for (const name of ['authentication', 'auth', 'authorization', 'oauth'])
      take([...wordsOf(objectOf(top[name]).scopes), ...Object.keys(objectOf(objectOf(top[name]).scopes))], item);
  }
  for (const api of site.apis) {
    for (const scheme of Object.values(api.security_schemes))
      for (const flow of Object.values(objectOf(objectOf(scheme).flows)))
        take(Object.keys(objectOf(objectOf(flow).scopes)), api.item);
    for (const { scopes } of api.operations) take(scopes, api.item);
  }
  return found;
}

export const isFull = (block: Readonly<Record<string, unknown>>): boolean =>
  (typeof block.register_uri === 'string' || typeof block.identity_endpoint === 'string') &&
  wordsOf(block.identity_types_supported).length > 0 &&
  (wordsOf(block.credential_types_supported).length > 0 ||
    Object.values(block).some((inner) => wordsOf(objectOf(inner).credential_types_supported).length > 0));

export const isOpen = (block: Readonly<Record<string, unknown>>): boolean =>
  wordsOf(block.identity_types_supported).some((type) => /anonymous|assertion/.test(type));

/** Whether it names an address at which access is claimed or revoked. */
export const isEnded = (block: Readonly<Record<string, unknown>>): boolean =>
  ['claim_uri', 'claim_endpoint', 'revocation_uri', 'revocation_endpoint'].some(
    (name) => typeof block[name] === 'string',
  );

/** How access is got: what is done, and to what, in one clause; where a key is made it is what is made. */
const REGISTRATION: Readonly<Record<string, readonly RegExp[]>> = {
  asked: [
    /\b(?:contact us|email us|e-mail us|request (?:API )?access|apply for (?:API )?access|ask us)\b/i,
    /\b(?:API|keys?|access|credentials?)\b/i,
  ],
  self: [
    /\b(?:create|generate|get|copy|mint|issue|manage|self-issue) (?:[\w-]{1,20} ){0,4}(?:API[- ]?keys?|tokens?|keys)\b/i,
  ],
  agent: [
    /\b(?:register_uri|agent_auth|dynamic client registration|without (?:an account|any human|a human))\b/i,
    /\b(?:agents?|clients?|register|registration)\b/i,
  ],
};

/** Whether a sentence says how access is got. `what`: `asked`, `self`, `agent`. */
export function saysRegistration(sentence: string, what: string): boolean {
  const wanted = REGISTRATION[what] ?? [];
  return wanted.length > 0 && clausesOf(sentence).some((clause) => wanted.every((pattern) => pattern.test(clause)));
}

const clausesOf = (sentence: string): string[] => sentence.split(/[:;]|\s[—–]\s/);
