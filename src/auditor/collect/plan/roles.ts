/**
 * What a page is for, by its path, then by the words of links to it, then by its title: the first pattern that fits.
 * Patterns look at whole words, of which a path has few.
 */
const patterns: readonly (readonly [role: string, pattern: RegExp])[] = [
  ['pricing', /^(pricing|prices?|plans?|rates|tariffs?|tarif|preise|fees)$/],
  ['docs', /^(docs|documentation|developers?|reference|api|apis|guides?|manual|mcp)$/],
  ['terms', /^(terms|tos|legal|conditions|agb|eula|sla|dpa)$/],
  ['refund', /^(refunds?|cancel|cancellations?|returns|billing)$/],
  ['privacy', /^(privacy|datenschutz)$/],
  ['security', /^(security|trust|compliance)$/],
  ['status', /^(status|uptime)$/],
  ['changelog', /^(changelog|changes|releases|updates|news)$/],
  ['help', /^(help|support|faqs?)$/],
  ['signup', /^(signup|register|start|checkout|booking|book|reserve|demo|pay|payment|quickstart|onboarding|accounts?)$/],
  ['integrations', /^(integrations?|apps|connectors?|sdks?|plugins|embed)$/],
  ['customers', /^(customers?|testimonials|reviews)$/],
  ['compare', /^(compare|comparisons?|vs|alternatives?)$/],
  ['product', /^(products?|services?|features?|solutions?|offers?|promotions?|tools|shop|catalog|stay|rooms)$/],
  ['contact', /^(contacts?|kontakt|impressum)$/],
  ['about', /^(about|company|team)$/],
  ['blog', /^(blog|posts|articles)$/],
];
/** Patterns of several words. */
const phrases: readonly (readonly [role: string, phrase: string])[] = [
  ['changelog', 'whats new'],
  ['changelog', 'release notes'],
  ['signup', 'sign up'],
  ['signup', 'get started'],
  ['signup', 'getting started'],
  ['signup', 'quick start'],
  ['customers', 'case studies'],
  ['customers', 'case study'],
  ['customers', 'use cases'],
  ['product', 'how it works'],
  ['about', 'about us'],
  ['contact', 'contact us'],
];

/** Subjects of documentation that decide criteria: each is looked for like a role of its own. */
const subjects: readonly (readonly [subject: string, pattern: RegExp])[] = [
  ['limits', /^(limits?|quotas?|throttling)$/],
  ['errors', /^errors?$/],
  ['auth', /^(auth|authentication|authorization|oauth|permissions|scopes|roles)$/],
  ['webhooks', /^(webhooks?|events?|notifications)$/],
  ['versioning', /^(versioning|versions|deprecations?|deprecated|lifecycle)$/],
  ['sdks', /^(sdks?|libraries|clients|cli)$/],
  ['quickstart', /^(quickstart|start|started|onboarding|installation|install|setup)$/],
  ['mcp', /^(mcp|agents?)$/],
  ['commerce', /^(commerce|billing|subscriptions?|payments?)$/],
  ['audit', /^(audit|logs?|activity|history|export)$/],
  ['platform', /^(platform|overview|introduction|concepts)$/],
  ['services', /^(supported|integrations?|computing|providers?)$/],
  ['glossary', /^(glossary|definitions|methodology|terminology)$/],
];

const wordsOf = (text: string): string[] =>
  text
    .slice(0, 400)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Segments of a path without extension: `/docs/usage-errors.md` is docs, usage-errors. */
export const segmentsOf = (url: string): string[] =>
  new URL(url).pathname
    .split('/')
    .filter((part) => part !== '')
    .map((part, at, all) => (at === all.length - 1 ? part.replace(/\.(html?|md|mdx|txt|php|aspx?)$/i, '') : part));

function roleOfWords(words: readonly string[]): string | undefined {
  const line = ` ${words.join(' ')} `;
  const phrase = phrases.find(([, text]) => line.includes(` ${text} `));
  return phrase?.[0] ?? patterns.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0];
}

/** The role of a page. Articles are articles, whatever they are about. */
export function roleOf(url: string, linkText: string, title = ''): string {
  const segments = segmentsOf(url);
  if (segments.length === 0) return 'home';
  if (segments.slice(0, -1).some((part) => /^(blog|posts|articles|news)$/i.test(part))) return 'blog';
  // A whole segment says more than a word in one, and the last more than those before.
  const last = segments.at(-1)?.toLowerCase() ?? '';
  const whole = patterns.find(([, pattern]) => pattern.test(last))?.[0];
  if (whole !== undefined) return whole;
  if (wordsOf(last).length <= 5) {
    const inLast = roleOfWords(wordsOf(last));
    if (inLast !== undefined) return inLast;
  }
  for (const part of segments.slice(0, -1)) {
    const role = patterns.find(([, pattern]) => pattern.test(part.toLowerCase()))?.[0];
    if (role !== undefined) return role;
  }
  const [byText, byTitle] = [wordsOf(linkText), wordsOf(title)];
  return (byText.length <= 5 ? roleOfWords(byText) : undefined) ?? (byTitle.length <= 5 ? roleOfWords(byTitle) : undefined) ?? 'other';
}

/** The subject of a page of the documentation or of help, by its path, then by the words of a link. */
export function subjectOf(url: string, linkText: string): string | undefined {
  const segments = segmentsOf(url);
  if (segments.some((part) => /^(blog|posts|articles|news)$/i.test(part))) return undefined;
  const bySegment = wordsOf(segments.at(-1) ?? '');
  const byText = wordsOf(linkText);
  for (const words of [bySegment, byText.length <= 5 ? byText : []]) {
    const found = subjects.find(([, pattern]) => words.some((word) => pattern.test(word)));
    if (found) return found[0];
  }
  return undefined;
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

export const subjectOrder: readonly string[] = subjects.map(([subject]) => subject);
