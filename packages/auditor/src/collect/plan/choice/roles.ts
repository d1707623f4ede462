/**
 * What a page is for, by its path, then by the words of links to it. The words of a role are in order, best first: /terms is
 * wanted before /eula.
 */
const roleWords: readonly (readonly [role: string, words: string])[] = [
  [
    'pricing',
    'pricing price prices plans plan rates tariffs tariff tarif tarife tarifs preise precios prix fees fee membership memberships tuition',
  ],
  ['docs', 'docs documentation developers developer reference api apis guides guide manual mcp'],
  ['terms', 'terms tos conditions agb sla legal eula dpa'],
  ['refund', 'refund refunds cancellation cancellations cancel returns billing'],
  ['privacy', 'privacy datenschutz privacidad confidentialite'],
  ['security', 'security trust compliance'],
  ['status', 'status uptime'],
  ['changelog', 'changelog changes releases updates'],
  ['help', 'help support faq faqs hilfe ayuda aide'],
  [
    'signup',
    'signup register checkout start booking book reserve demo accounts account payment pay onboarding quickstart registration',
  ],
  ['integrations', 'integrations integration sdks sdk connectors connector plugins plugin apps embed'],
  ['customers', 'customers customer testimonials'],
  ['compare', 'compare comparison comparisons vs alternatives alternative'],
  [
    'product',
    'features feature products product services service solutions solution offers offer promotions tools shop catalog stay rooms produkte produkt leistungen funktionen productos servicios produits',
  ],
  ['contact', 'contact contacts kontakt contacto impressum'],
  ['about', 'about company team'],
  ['blog', 'blog posts articles news'],
];
const phrases: readonly (readonly [phrase: string, role: string])[] = [
  ['terms of', 'terms'],
  ['whats new', 'changelog'],
  ['release notes', 'changelog'],
  ['sign up', 'signup'],
  ['get started', 'signup'],
  ['getting started', 'signup'],
  ['quick start', 'signup'],
  ['case studies', 'customers'],
  ['case study', 'customers'],
  ['use cases', 'customers'],
  ['how it works', 'product'],
  ['uber uns', 'about'],
  ['ueber uns', 'about'],
];

/** Subjects of documentation that decide criteria: each is looked for like a role of its own. */
const subjectWords: readonly (readonly [subject: string, words: string])[] = [
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

type Known = ReadonlyMap<string, { name: string; rank: number }>;
const known = (table: readonly (readonly [string, string])[]): Known =>
  new Map(table.flatMap(([name, words]) => words.split(' ').map((word, rank) => [word, { name, rank }])));
const roles = known(roleWords);
const subjects = known(subjectWords);

/** Of several pages about a subject, the one about all of it. */
const general = new Set(['overview', 'introduction', 'basics']);

const wordsOf = (text: string): string[] =>
  text
    .slice(0, 400)
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Segments of a path without extension: `/docs/usage-errors.md` is docs, usage-errors. */
export const segmentsOf = (url: string): string[] =>
  new URL(url).pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part, at, all) => (at === all.length - 1 ? part.replace(/\.(html?|mdx?|txt|php|aspx?)$/i, '') : part));

/** What a page is for, and how good it is for that: 0 is best. */
export type Purpose = { role: string; rank: number; subject?: string; subject_rank: number };

/** What a page about the company calls it, where it does not name it. */
const COMPANY = new Set(['us', 'me', 'our', 'company', 'team']);

const AND = new Set(['and', 'und', 'et', 'y', 'e', 'en']);

/** One word, one of two that `and` joins, or the first or last of a few: what is in the middle of many says little. */
function roleOfWords(words: readonly string[]): { name: string; rank: number } | undefined {
  const line = `${words.join(' ')} `;
  const phrase = phrases.find(([text]) => line.startsWith(`${text} `));
  if (phrase) return { name: phrase[1], rank: 0 };
  if (words.length === 1) return roles.get(words[0] ?? '');
  // `Payments and fees`: two names of one page.
  if (words.length === 3 && AND.has(words[1] ?? '')) return roles.get(words[0] ?? '') ?? roles.get(words[2] ?? '');
  const found = roles.get(words[0] ?? '') ?? (words.length === 2 ? roles.get(words[1] ?? '') : undefined);
  // `About the sandbox` is no page about the company.
  const subject = words.slice(1).filter((word) => word !== 'the');
  if (found?.name === 'about' && words[0] === 'about' && words.length > 2 && !COMPANY.has(subject[0] ?? ''))
    return undefined;
  return words.length > 4 || !found ? undefined : { name: found.name, rank: found.rank + words.length };
}

/** Help centres keep articles that are no news: on a host of their own, or below /help, /support or /hc. */
function inHelpCentre(url: string, segments: readonly string[]): boolean {
  const before = [new URL(url).host.split('.', 1)[0] ?? '', ...segments.slice(0, -1)];
  return before.some((part) => part === 'hc' || roles.get(part.toLowerCase())?.name === 'help');
}

export function purposeOf(url: string, linkText: string, note = ''): Purpose {
  const segments = segmentsOf(url);
  if (segments.length === 0 && new URL(url).search === '') return { role: 'home', rank: 0, subject_rank: 0 };
  const isHelp = inHelpCentre(url, segments);
  const isArticle = segments.slice(0, -1).some((part) => roles.get(part.toLowerCase())?.name === 'blog');
  if (isArticle && !isHelp) return { role: 'blog', rank: 0, subject_rank: 0 };
  // Help centres number their articles.
  const last = wordsOf((segments.at(-1) ?? '').replace(/^\d{4,20}-/, ''));
  const text = wordsOf(linkText);
  const parents = segments.slice(0, -1).reverse();
  const inParents = () => {
    const found = parents.map((part) => roles.get(part.toLowerCase())).find((role) => role !== undefined);
    return found && { name: found.name, rank: found.rank + 1 };
  };
  const help = isHelp ? { name: 'help', rank: 1 } : undefined;
  const role = roleOfWords(last) ?? help ?? inParents() ?? (text.length <= 4 ? roleOfWords(text) : undefined);
  // What is said about a link says less than the address and the link itself.
  const isDocs = role?.name === 'docs' || role === undefined;
  const places = [last, text.length <= 5 ? text : [], isDocs ? wordsOf(note) : []];
  const found = places.map((words) => words.map((word) => subjects.get(word)).find((one) => one !== undefined));
  const place = found.findIndex((one) => one !== undefined);
  const subject = found[place];
  const isGeneral = last.some((word) => general.has(word));
  const inDocs = segments.slice(0, -1).some((part) => roles.get(part.toLowerCase())?.name === 'docs');
  return {
    role: role?.name ?? 'other',
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
