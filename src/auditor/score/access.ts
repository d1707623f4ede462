import type { MachineDocument, Page, ReadItem, Site } from '../read/site.ts';
import { isArticle } from './seen.ts';

/** Pages that may describe access; not news and not comparisons. */
const ROLES = [
  'docs',
  'agent',
  'security',
  'help',
  'integrations',
  'signup',
  'product',
  'pricing',
  'other',
  'home',
  'privacy',
];

type Text = { item: ReadItem; sentences: readonly string[] };

/** Sentences of pages that may describe access, and of documents for agents. */
export function texts(site: Site): Text[] {
  const pages = site.pages
    .filter((page: Page) => ROLES.includes(page.role) && !isArticle(page))
    .map(({ item, sentences, headings, code }) => ({
      item,
      sentences: [...headings.map(({ text }) => text), ...sentences, ...code.flatMap((block) => block.split('\n'))],
    }));
  const read = new Set(pages.map(({ item }) => item.final_url));
  const documents = [
    ...site.llms.map(({ item }) => item),
    ...site.machine.filter(({ kind }) => kind === 'auth_md').map(({ item }) => item),
  ].filter((item) => !read.has(item.final_url));
  return [...pages, ...documents.map((item) => ({ item, sentences: (item.text ?? '').split(/\n|(?<=\.)\s/) }))];
}

/** Signs of access at all, by kind. Each is a sentence with an object of access in it. */
export const ACCESS: Readonly<Record<string, RegExp>> = {
  credentials:
    /\b(?:API[- ]keys?|access tokens?|API tokens?|bearer tokens?|personal tokens?|write keys?|secret keys?|publishable keys?|client secret|OAuth|JWT)\b|\bAuthorization: ?Bearer\b/i,
  accounts:
    /\b(?:single sign-on|SSO|SAML|two-factor|2FA|multi-factor|MFA|role-based|access control|user roles|team (?:members|roles|seats)|sign(?:ed)? in|log(?:ged)? ?in)\b/i,
};

/** Ways to give less than everything. Each names what is limited, not only that something is. */
export const LESSER: readonly { name: string; words: RegExp }[] = [
  {
    name: 'read only or write',
    words:
      /\b(?:read[- ]only|write[- ]only|read or write|read and write|read\/write|read\/only)\b[^.]{0,80}\b(?:keys?|tokens?|access|scopes?|permissions?|roles?|credentials?)\b|\b(?:keys?|tokens?|access|scopes?|permissions?|roles?|credentials?)\b[^.]{0,80}\b(?:read[- ]only|write[- ]only|read or write|read and write|cannot read|cannot write)\b/i,
  },
  {
    name: 'keys of different power',
    words:
      /\b(?:publishable|public|restricted|secret|admin|test|live|sandbox)(?: API)? keys?\b[^.]{0,120}\b(?:publishable|public|restricted|secret|admin|test|live|sandbox)(?: API)? keys?\b|\b(?:two|three|four|several|\d) (?:key types|types of (?:API )?(?:keys|tokens)|authentication modes)\b|\brestricted (?:API )?keys?\b/i,
  },
  {
    name: 'tokens limited to some objects',
    words:
      /\b(?:scoped|fine-grained|limited|restricted|bound)\b[^.]{0,40}\b(?:tokens?|keys?|credentials?)\b|\b(?:tokens?|keys?|credentials?)\b[^.]{0,60}\b(?:scoped|limited|restricted|bound) (?:only )?to\b|\b(?:authorizes|grants)\b[^.]{0,60}\bexactly one\b/i,
  },
  {
    name: 'roles',
    words:
      /\b(?:owner|admin(?:istrator)?|editor|member|viewer|maintainer|billing manager|collaborator)s?\b(?:,| and| or|\/)[^.]{0,40}\b(?:admin(?:istrator)?|editor|member|viewer|maintainer|read[- ]only|collaborator)s?\b|\brole-based (?:access|permissions)\b|\b(?:roles?|permissions?)\b[^.]{0,60}\b(?:allowed|may|can) (?:to )?(?:read|write|create|edit|delete|perform)\b/i,
  },
  { name: 'a separate test mode', words: /\b(?:test mode|sandbox (?:keys?|environment|mode|credentials))\b/i },
];

/** Scopes as they are written: `read:orders`, `scope="write"`. */
export const SCOPE =
  /(?<![\w/.:-])(?:(?:read|write|admin|manage|create|delete):[a-z][a-z_*-]{1,30}|[a-z][a-z_-]{2,30}[:.](?:read|write|readonly|admin|manage))(?![\w/])/g;
export const SCOPE_VALUE = /\bscopes?\s?[=:]\s?["'`]?([a-z][a-z_:.-]{1,40})["'`]?/gi;
/** Scopes of identity give no power over what is offered. */
export const IDENTITY_SCOPES = new Set(['openid', 'profile', 'email', 'address', 'phone', 'offline_access']);

export const REVOCATION =
  /\b(?:revok(?:e[sd]?|ing)|revocation|rotat(?:e[sd]?|ing|ion)|expir(?:e[sd]?|y|ation|ing)|short-lived|invalidat(?:e|ed))\b/i;
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
  wordsOf(block.identity_types_supported).some((type) => /anonymous|assertion/.test(type)) &&
  ['claim_uri', 'claim_endpoint', 'revocation_uri', 'revocation_endpoint'].some(
    (name) => typeof block[name] === 'string',
  );

export const REGISTRATION: Readonly<Record<string, RegExp>> = {
  asked:
    /\b(?:contact us|email us|e-mail us|request (?:API )?access|apply for (?:API )?access|ask us)\b[^.]{0,80}\b(?:API|keys?|access|credentials?)\b/i,
  self: /\b(?:create|generate|get|copy|find|mint|issue|manage|self-issue)\b[^.]{0,60}\b(?:API[- ]?keys?|access tokens?|API tokens?|tokens?|write keys?|keys)\b/i,
  agent:
    /\b(?:register_uri|agent_auth|dynamic client registration|without (?:an account|human|any human|a human|user)|no (?:account|human)[- \w]{0,30}(?:needed|required|in the loop))\b/i,
};
