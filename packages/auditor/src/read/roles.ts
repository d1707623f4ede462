import {
  decidingRoles,
  isDocsHost,
  isSubject,
  namedRoles,
  plainLetters,
  roleOfJoined,
  roleOfPair,
  writtenPath,
} from '../page-roles.ts';
import { pathOfStandard } from '../standards/standards.ts';
import { asksPerson } from './html/form-fields.ts';
import type { PageRole } from './site.ts';
import { pricesIn } from './text/prices.ts';

/** Words in the title, where the path says nothing. */
const byTitle: readonly (readonly [PageRole, RegExp])[] = [
  [
    'pricing',
    /(?<!\p{L})(?:pricing|prices|plans|rates|preise|tarifs|precios|tarifas|prezzi|prijzen|preços)(?!\p{L})/iu,
  ],
  [
    'terms',
    /(?<!\p{L})(?:terms (?:of|and)|geschäftsbedingungen|agb|conditions générales|condiciones generales|condizioni generali|algemene voorwaarden|termos e)(?!\p{L})/iu,
  ],
  [
    'privacy',
    /(?<!\p{L})(?:privacy|datenschutz(?:erklärung)?|confidentialité|privacidad|privacidade|privacyverklaring)(?!\p{L})/iu,
  ],
  ['refund', /\b(?:refund|return) policy\b/i],
  ['changelog', /\b(?:changelog|release notes)\b/i],
  [
    'help',
    /(?<!\p{L})(?:faq|frequently asked|help cent(?:er|re)|support|häufige fragen|questions fréquentes|preguntas frecuentes|domande frequenti|veelgestelde vragen|perguntas frequentes)(?!\p{L})/iu,
  ],
  ['docs', /\b(?:documentation|api reference|developer)\b/i],
  ['contact', /(?<!\p{L})(?:contact|kontakt|contacto|contatti)(?!\p{L})/iu],
  ['about', /(?<!\p{L})(?:about|über uns|à propos|sobre nosotros|chi siamo|over ons|sobre nós)(?!\p{L})/iu],
];

/** Hosts that serve one purpose: `docs.example.com`. */
const hostRoles = new Set<PageRole>(['docs', 'status', 'help', 'blog', 'security', 'changelog']);

const known: ReadonlySet<string> = new Set(decidingRoles);

/**
 * The role of a page: home, a document for agents, then its path from the last part to the first, its host, what the
 * collector took it for, its title.
 *
 * @param home address of the home page, without query
 * @param hint the role of its item
 */
export function roleOf(url: URL, home: string, title: string, hint: string): PageRole {
  const path = plainLetters(writtenPath(url.pathname));
  const isHome =
    url.origin + url.pathname === home || (url.origin === new URL(home).origin && path === pathOfStandard('markdown'));
  if (isHome || hint === 'home' || hint === 'home_markdown') return 'home';
  if (isForAgents(path.split('/').at(-1) ?? '')) return 'agent';
  const parts = path.slice(0, 500).split('/', 20).map(plainPart).filter(Boolean);
  // Articles are named after what they are about, not after what they are.
  // The name of the site itself is no purpose: news.com is no blog.
  const isNamed = url.hostname === new URL(home).hostname && !isDocsHost(url.hostname);
  const label = isNamed ? '' : (url.hostname.split('.', 1)[0] ?? '');
  const inHelp = [label, ...parts.slice(0, -1)].some((part) => part === 'hc' || roleOfPart(part) === 'help');
  if (!inHelp && parts.slice(0, -1).some((part) => roleOfPart(part) === 'blog')) return 'blog';
  for (const [at, part] of [...parts.entries()].toReversed()) {
    const named = roleOfPart(part) ?? roleOfJoined(part.split('-'))?.role;
    const role = isSubject(part, [label, ...parts.slice(0, at)].map(roleOfPart)) ? undefined : named;
    // A help centre calls its pages articles.
    if (role && !(inHelp && role === 'blog')) return role;
  }
  if (inHelp) return 'help';
  const host = roleOfPart(label);
  if (host && hostRoles.has(host)) return host;
  // What a page calls itself says more than the words of a link to it.
  const named = roleOfName(title);
  if (named) return named;
  if (known.has(hint)) return hint as PageRole;
  return byTitle.find(([, pattern]) => pattern.test(title.slice(0, 200)))?.[0] ?? 'other';
}

/** What a title begins with: `Pricing` of `Pricing – Mill`. */
export const nameIn = (title: string): string => (title.slice(0, 200).split(/\s[|–—·:-]\s/)[0] ?? '').trim();

/**
 * What a page is for by the beginning of its title, or by the first of two things that it names: `Contact and booking`. How one gets
 * started with an API is documentation.
 */
export function roleOfName(title: string): PageRole | undefined {
  const name = plainPart(nameIn(title).toLowerCase().replace(/\s+/g, '-'));
  const role = roleOfPart(name) ?? roleOfPart(name.split(/-(?:and|&|und|et|y|e|en)-/)[0] ?? '');
  return role === 'signup' && OF_API.test(title.slice(0, 200)) ? 'docs' : role;
}
const OF_API = /\s[|–—·:-]\s[^|–—·]{0,60}\b(?:API|docs|documentation|developers?)$/i;

/** Roles that a page gives to those below its address. */
const SECTIONS: readonly PageRole[] = ['blog', 'docs', 'help'];

/** Gives pages below one that is known as blog, documentation or help its role, where their own address says nothing. */
export function giveRolesOfSections(pages: readonly { path: string; role: PageRole }[]): void {
  const sections = pages
    .filter(({ path, role }) => SECTIONS.includes(role) && path.length > 1)
    .map(({ path, role }) => ({ start: path.replace(/(?:\/index)?(?:\.\w{2,5})?\/?$/, '/'), role }));
  for (const page of pages) {
    const above = sections.find(({ start }) => page.path.startsWith(start) && page.path.length > start.length);
    if (above && (page.role === 'other' || above.role === 'blog')) page.role = above.role;
  }
}

/** Programs that make documentation, by what they write into each page about themselves. */
const MAKES_DOCS = /^(?:mkdocs|docusaurus|sphinx|mintlify|gitbook|vitepress|vuepress|antora|starlight|docfx|mdbook)\b/i;

/** How one starts with a program. */
const STARTS: ReadonlySet<string> = new Set(['quick-start', 'quickstart', 'getting-started']);

type MadePage = {
  path: string;
  meta: ReadonlyMap<string, string>;
  text: string;
  forms: readonly { fields: readonly string[] }[];
  code: readonly string[];
  role: PageRole;
};

/** A page with so many samples of code is documentation: one or two are in any text on programs. */
const SAMPLES = 3;
/** More than one word with a sign that timetables, poems and recipes do not have. */
const isSample = (code: string): boolean => /\S\s+\S/.test(code) && /[{}$<>=;|\\]|--\w|\w\(|\w\/\w/.test(code);
const isDated = ({ meta }: MadePage): boolean => meta.has('article:published_time');

/**
 * Gives documentation its role by what it is made with. Pages that a generator of documentation made are documentation where their address
 * says nothing else, or how to start; pages with samples of code, where it says nothing. Neither are pages that ask who one is, nor those
 * without a name of a role that name a price.
 */
export function giveRolesOfDocs(pages: readonly MadePage[]): void {
  for (const page of pages) {
    const asks = page.forms.some(({ fields }) => fields.some(asksPerson));
    if (asks) continue;
    const unpriced = page.role === 'other' && pricesIn(page.text).length === 0;
    if (unpriced && !isDated(page) && page.code.filter(isSample).length >= SAMPLES) page.role = 'docs';
    if (!MAKES_DOCS.test(page.meta.get('generator') ?? '')) continue;
    const parts = page.path.split('/').filter(Boolean);
    const name = plainPart(parts.at(-1) ?? '');
    const starts = page.role === 'signup' && STARTS.has(name);
    // Below its root such a site has manuals, at its root whatever a company says, too.
    const other = unpriced && parts.length > 1;
    if (starts || other) page.role = 'docs';
  }
}

const isForAgents = (file: string): boolean =>
  (file.startsWith('llms') && file.endsWith('.txt')) ||
  ['agent.md', 'agents.md', 'auth.md', 'claude.md'].includes(file) ||
  (file.endsWith('.md') && file.includes('skill'));

export const plainPart = (part: string): string =>
  plainLetters(part)
    .replace(/\.(?:html?|md|php|aspx?|txt)$/, '')
    .replaceAll('_', '-');

/** A part is a name of a role, or two words of which one is: `privacy-policy`, `our-services`. */
export function roleOfPart(part: string): PageRole | undefined {
  const exact = namedRoles.get(part);
  if (exact) return exact.role;
  const pair = part.split('-');
  return pair.length === 2 ? roleOfPair(pair)?.role : undefined;
}
