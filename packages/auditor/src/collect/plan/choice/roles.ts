import {
  AND,
  isDocsHost,
  isSubject,
  namedRoles,
  plainLetters,
  roleOfJoined,
  roleOfPair,
  writtenPath,
} from '../../../page-roles.ts';
import { BETWEEN_LINKS } from '../../parse/reading.ts';

/**
 * What begins with one of these is of its role: names of several words, and words that are looked for as the name of a page, and which
 * below documentation name a subject.
 */
const beginnings: readonly (readonly [words: string, role: string])[] = [
  ...[...namedRoles].filter(([name]) => name.includes('-')).map(([name, { role }]) => [name, role] as const),
  ['terms-of', 'terms'],
  ['cancel', 'refund'],
  ['changes', 'changelog'],
  ...['pay', 'payment', 'account', 'accounts'].map((word) => [word, 'signup'] as const),
];

/** The subject of pages on an interface as a whole: `/docs/api-errors` is about errors. */
const GENERAL = 'api';

/** Subjects of documentation that decide criteria: each is looked for like a role of its own. */
const subjectWords: readonly (readonly [subject: string, words: string])[] = [
  [GENERAL, 'api apis endpoints endpoint'],
  ['limits', 'limits limit quotas quota throttling'],
  ['errors', 'errors error'],
  ['auth', 'authentication auth authorization oauth permissions scopes roles keys'],
  ['webhooks', 'webhooks webhook notifications events'],
  ['mcp', 'mcp'],
  ['versioning', 'versioning versions deprecation deprecations deprecated lifecycle'],
  ['platform', 'platform'],
  ['overview', 'overview introduction concepts'],
  ['quickstart', 'quickstart start started onboarding installation install setup'],
  ['sdks', 'sdks sdk libraries clients cli'],
  ['commerce', 'commerce billing subscriptions subscription payments'],
  ['audit', 'audit logs activity history export'],
  ['agents', 'agents agent'],
  ['providers', 'supported computing providers'],
  ['glossary', 'glossary definitions methodology terminology'],
];

const subjects: ReadonlyMap<string, { name: string; rank: number }> = new Map(
  subjectWords.flatMap(([name, words]) => words.split(' ').map((word, rank) => [word, { name, rank }])),
);

/** Of several pages about a subject, the one about all of it. */
const general = new Set(['overview', 'introduction', 'basics']);

const wordsOf = (text: string): string[] =>
  plainLetters(text.slice(0, 400))
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Segments of a path without extension: `/docs/usage-errors.md` is docs, usage-errors. */
export const segmentsOf = (url: string): string[] =>
  writtenPath(new URL(url).pathname)
    .split('/')
    .filter((part) => part !== '')
    .map((part, at, all) => (at === all.length - 1 ? part.replace(/\.(html?|mdx?|txt|php|aspx?)$/i, '') : part));

type NamedPurpose = Pick<Purpose, 'role' | 'rank'>;

const roleOfSegment = (segment: string) => namedRoles.get(plainLetters(segment));

/** What a page is for, and how good it is for that: 0 is best. */
export type Purpose = { role: string; rank: number; subject?: string; subject_rank: number };

/** What a page about the company calls it, where it does not name it. */
const COMPANY = new Set(['us', 'me', 'our', 'company', 'team']);

/** One word, one of two that `and` joins, or the first or last of a few: what is in the middle of many says little. */
function roleOfWords(words: readonly string[]): NamedPurpose | undefined {
  const name = words.join('-');
  const whole = namedRoles.get(name);
  if (whole) return whole;
  const beginning = beginnings.find(([begins]) => `${name}-`.startsWith(`${begins}-`));
  if (beginning) return { role: beginning[1], rank: 0 };
  if (words.length === 1) return undefined;
  // `Payments and fees`: two names of one page.
  if (words.length === 3 && AND.has(words[1] ?? ''))
    return roleOfJoined(words) ?? namedRoles.get(words[0] ?? '') ?? namedRoles.get(words[2] ?? '');
  const found = words.length === 2 ? roleOfPair(words) : namedRoles.get(words[0] ?? '');
  // `About the sandbox` is no page about the company.
  const subject = words.slice(1).filter((word) => word !== 'the');
  if (found?.role === 'about' && words[0] === 'about' && words.length > 2 && !COMPANY.has(subject[0] ?? ''))
    return undefined;
  return words.length > 4 || !found ? undefined : { role: found.role, rank: found.rank + words.length };
}

/** The first of the texts of links to a page that names what it is for in few words. */
const roleOfTexts = (texts: readonly (readonly string[])[]): NamedPurpose | undefined =>
  texts.map((text) => (text.length <= 4 ? roleOfWords(text) : undefined)).find((role) => role !== undefined);

/** Help centres keep articles that are no news: on a host of their own, or below /help, /support or /hc. */
function inHelpCentre(url: string, segments: readonly string[]): boolean {
  const before = [new URL(url).host.split('.', 1)[0] ?? '', ...segments.slice(0, -1)];
  return before.some((part) => part === 'hc' || roleOfSegment(part)?.role === 'help');
}

export function purposeOf(url: string, linkText: string, note = ''): Purpose {
  const segments = segmentsOf(url);
  if (segments.length === 0 && new URL(url).search === '') return { role: 'home', rank: 0, subject_rank: 0 };
  const isHelp = inHelpCentre(url, segments);
  const ofHost = isDocsHost(new URL(url).hostname) ? 'docs' : undefined;
  const above = new Set([ofHost, ...segments.slice(0, -1).map((part) => roleOfSegment(part)?.role)]);
  if (above.has('blog') && !isHelp) return { role: 'blog', rank: 0, subject_rank: 0 };
  // What is compared has names of its own: `/vs/google-reviews`.
  if (above.has('compare')) return { role: 'compare', rank: 0, subject_rank: 0 };
  // Help centres number their articles.
  const last = wordsOf((segments.at(-1) ?? '').replace(/^\d{4,20}-/, ''));
  const texts = linkText.split(BETWEEN_LINKS).map(wordsOf);
  const parents = segments.slice(0, -1);
  const inParents = () => {
    const roles = parents.map((part, at) =>
      isSubject(plainLetters(part), [ofHost, ...parents.slice(0, at).map((one) => roleOfSegment(one)?.role)])
        ? undefined
        : roleOfSegment(part),
    );
    const found = roles.findLast((role) => role !== undefined);
    return found && { role: found.role, rank: found.rank + 1 };
  };
  const docs = ofHost && { role: ofHost, rank: 1 };
  const help = isHelp ? { role: 'help', rank: 1 } : undefined;
  const named = isSubject(last.join('-'), above) ? undefined : roleOfWords(last);
  const role = named ?? help ?? inParents() ?? docs ?? roleOfTexts(texts);
  // What is said about a link says less than the address and the link itself.
  const isDocs = role?.role === 'docs' || role === undefined;
  const places = [last, ...texts.filter(({ length }) => length <= 5), isDocs ? wordsOf(note) : []];
  const found = places.map((words) => {
    const named = words.flatMap((word) => subjects.get(word) ?? []);
    return named.find(({ name }) => name !== GENERAL) ?? named[0];
  });
  const place = found.findIndex((one) => one !== undefined);
  const subject = found[place];
  const isGeneral = last.some((word) => general.has(word));
  const inDocs = segments.slice(0, -1).some((part) => roleOfSegment(part)?.role === 'docs');
  return {
    role: role?.role ?? 'other',
    rank: role?.rank ?? 0,
    ...(subject === undefined ? {} : { subject: subject.name }),
    subject_rank: Math.max(0, place) * 2 + (subject?.rank ?? 0) / 2 - (inDocs ? 2.5 : 0) - (isGeneral ? 0.75 : 0),
  };
}

/** Roles in the order in which their pages are asked for. */
export const roleOrder: readonly string[] = [
  'pricing',
  'docs',
  'terms',
  'help',
  'product',
  'signup',
  'refund',
  'security',
  'changelog',
  'integrations',
  'privacy',
  'status',
  'customers',
  'compare',
  'contact',
  'about',
  'blog',
];

export const subjectOrder: readonly string[] = subjectWords.map(([subject]) => subject);
