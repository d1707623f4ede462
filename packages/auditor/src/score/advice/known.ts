import { objectOf, wordOf } from '../../read/parse-data.ts';
import type { Page, PageRole, Site } from '../../read/site.ts';
import { pricesIn } from '../../read/text/prices.ts';
import { type Plan, plansOf } from '../claims/plans.ts';
import { homeOf, isArticle, isOwn, pathOf } from '../presence.ts';
import { words } from './format.ts';

/** A price as it was read. `currency` is undefined where the sign of it is one of several currencies. */
type KnownPrice = {
  name: string;
  amount: number;
  currency: string | undefined;
  period: string;
  limits: ReadonlyMap<string, string>;
};

/** What was read of a site that its own snippets may say: each text bounded, on one line. Undefined is not read. */
export type Known = {
  url: string;
  name: string | undefined;
  description: string | undefined;
  telephone: string | undefined;
  email: string | undefined;
  profiles: readonly string[];
  address: Readonly<Record<string, string>> | undefined;
  hours: readonly string[];
  pages: readonly { url: string; title: string; description: string; role: PageRole }[];
  prices: readonly KnownPrice[];
  questions: readonly { question: string; answer: string }[];
  collected_on: string;
};

const PAGES_MAX = 30;
const PRICES_MAX = 30;
const QUESTIONS_MAX = 10;

export function knownOf(site: Site): Known {
  const home = homeOf(site);
  const own = site.pages.filter((page) => page.format === 'html' && !isArticle(page) && isOwn(site, page.url));
  const nodes = own.flatMap((page) => page.data.map(({ value }) => value));
  const first = (field: string) => nodes.map((value) => wordOf(value[field])).find((value) => value !== undefined);
  return {
    url: `${site.origin}/`,
    name: nameOf(home),
    description: orNothing(home?.meta.get('description') ?? home?.meta.get('og:description'), 300),
    telephone: linked(own, 'tel:', /^\+?[\d][\d ()./-]{5,24}$/) ?? orNothing(first('telephone'), 30),
    email: linked(own, 'mailto:', /^[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}$/),
    profiles: profilesOf(home),
    address: addressOf(nodes),
    hours: hoursOf(nodes),
    pages: pagesOf(site, own),
    prices: pricesOf(site),
    questions: questionsOf(own),
    collected_on: site.collected_on,
  };
}

const orNothing = (text: string | undefined, most: number): string | undefined => words(text ?? '', most) || undefined;

/** What the site calls itself: its own word for it, else its organisation's name, else the title without its claim. */
function nameOf(home: Page | undefined): string | undefined {
  const typed = home?.data.find(({ types }) => types.some((type) => /Organization$|Business$|^WebSite$/.test(type)));
  const title = home?.title.split(/\s[|–—·-]\s/)[0];
  return orNothing(home?.meta.get('og:site_name') ?? wordOf(typed?.value.name) ?? title, 100);
}

function linked(pages: readonly Page[], scheme: string, form: RegExp): string | undefined {
  for (const { links } of pages)
    for (const { url } of links) {
      if (!url.toLowerCase().startsWith(scheme)) continue;
      const target = decoded(url.slice(scheme.length, 200).split('?')[0] ?? '').trim();
      if (form.test(target)) return target;
    }
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

const PROFILE =
  /^https:\/\/(?:[\w-]{1,20}\.)?(?:linkedin\.com\/company\/[\w-]{2,100}|(?:github|x|twitter)\.com\/[\w-]{2,60}|(?:facebook|instagram|youtube|tiktok|pinterest)\.com\/[\w.@-]{2,100})\/?$/;

/** Profiles that the home page links; a link to share something is none, nor is one to a project. */
const profilesOf = (home: Page | undefined): string[] =>
  [
    ...new Set(
      (home?.links ?? [])
        .map(({ url }) => url)
        .filter((url) => PROFILE.test(url) && !/\/(?:share|intent|sharer)/.test(url)),
    ),
  ].slice(0, 6);

const ADDRESS = ['streetAddress', 'postalCode', 'addressLocality', 'addressRegion', 'addressCountry'] as const;

function addressOf(nodes: readonly Readonly<Record<string, unknown>>[]): Known['address'] {
  for (const node of nodes) {
    const given = objectOf(node.address);
    if (!given) continue;
    const parts = ADDRESS.flatMap((name) => {
      const value = orNothing(wordOf(given[name]), 120);
      return value === undefined ? [] : [[name, value] as const];
    });
    if (parts.length > 0) return Object.fromEntries(parts);
  }
  return undefined;
}

/** Opening hours as structured data write them: `Mo-Fr 09:00-18:00`. */
const hoursOf = (nodes: readonly Readonly<Record<string, unknown>>[]): string[] =>
  nodes
    .flatMap(({ openingHours }) => (Array.isArray(openingHours) ? openingHours : [openingHours]))
    .filter((one): one is string => typeof one === 'string' && /^[A-Za-z,\- ]{2,30}\s?[\d:,\- ]{4,40}$/.test(one))
    .slice(0, 7);

const ORDER: readonly PageRole[] = [
  ...(['home', 'product', 'pricing', 'docs', 'integrations', 'signup', 'help', 'contact', 'about'] as const),
  ...(['terms', 'refund', 'privacy', 'security', 'status', 'changelog', 'customers', 'other'] as const),
];

/** The pages that were read, once each, those of the offer first. */
function pagesOf(site: Site, own: readonly Page[]): Known['pages'] {
  const found = new Map<string, Known['pages'][number]>();
  const ending = endingOf(own);
  const said = countsOf(own.flatMap(({ sentences }) => [...new Set(sentences)]));
  const described = countsOf(own.flatMap(({ meta }) => meta.get('description') ?? []));
  for (const page of own) {
    const url = new URL(page.url);
    if (url.search !== '' || page.shell || !ORDER.includes(page.role) || found.has(pathOf(page.url))) continue;
    const named = page.title.endsWith(ending) ? page.title.slice(0, -ending.length || undefined) : page.title;
    const title = words(named || page.headings[0]?.text || '', 100);
    const given = page.meta.get('description') ?? '';
    // What every page says of itself, its template says of the site.
    const sentence = page.sentences.find((one) => one.length >= 40 && /\p{L}[.!]$/u.test(one) && said.get(one) === 1);
    const description = words(page.role === 'home' || described.get(given) === 1 ? given : (sentence ?? ''), 160);
    if (title !== '') found.set(pathOf(page.url), { url: url.href, title, description, role: page.role });
  }
  return [...found.values()]
    .filter(({ url }) => url.startsWith('https://') || site.origin.startsWith('http://'))
    .sort((a, b) => ORDER.indexOf(a.role) - ORDER.indexOf(b.role))
    .slice(0, PAGES_MAX);
}

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** What the titles of most pages end with, from a sign on: ` | Help | Acme`. */
function endingOf(own: readonly Page[]): string {
  const endings = own.flatMap(({ title }) =>
    [...title.matchAll(/\s[|–—·-]\s/g)].map(({ index }) => title.slice(index)),
  );
  const [most] = [...countsOf(endings)]
    .filter(([, count]) => count > 2 && count > own.length / 2)
    .sort(([a], [b]) => b.length - a.length);
  return most?.[0] ?? '';
}

/** Countries whose currency has the sign of the dollar, too. */
const OTHER_DOLLARS = /\.(?:au|ca|nz|sg|hk|mx|tw|bz|jm|tt|cl|co|ar)$/;

/** The prices of plans and products, each name with its amount once. */
function pricesOf(site: Site): KnownPrice[] {
  const found = new Map<string, KnownPrice>();
  const dollars = OTHER_DOLLARS.test(new URL(site.origin).hostname);
  for (const plan of plansOf(site)) {
    const name = words(plan.name, 80);
    for (const { amount, currency, period } of plan.prices.slice(0, 2)) {
      const key = `${name} ${amount} ${period}`.toLowerCase();
      if (name === '' || found.has(key) || amount >= 1e9) continue;
      const doubtful = currency === '' || (currency === 'USD' && (dollars || !isUs(plan)));
      const known = { name, amount, currency: doubtful ? undefined : currency, period, limits: plan.limits };
      if (found.size < PRICES_MAX) found.set(key, known);
    }
  }
  return found.size > 0 ? [...found.values()] : pricesOfRows(site);
}

const CODES: Readonly<Record<string, string>> = { '€': 'EUR', '£': 'GBP', EUR: 'EUR', GBP: 'GBP', CHF: 'CHF' };

/** Rows of tables that begin with words and have one price: what is left where no plan was made out, in any language. */
function pricesOfRows(site: Site): KnownPrice[] {
  const pages = site.pages.filter((page) => !isArticle(page) && (page.role === 'pricing' || page.role === 'product'));
  const rows = pages.flatMap(({ tables }) => tables.flatMap((table) => table.rows));
  return rows
    .flatMap(([label = '', ...cells]) => {
      const name = words(label, 80);
      const [price, ...more] = pricesIn(cells.join(' ; ').slice(0, 500));
      if (!price || more.length > 0 || !/\p{L}{3}/u.test(name) || pricesIn(label).length > 0) return [];
      const sign = /[€£]|EUR|GBP|CHF/.exec(price.words)?.[0] ?? '';
      return [{ name, amount: price.amount, currency: CODES[sign], period: '', limits: new Map<string, string>() }];
    })
    .slice(0, PRICES_MAX);
}

/** No other dollar is named on the page of the plan. */
const isUs = ({ item }: Plan): boolean => !/\b(?:CAD|AUD|NZD|SGD|HKD|MXN)\b/.test((item.text ?? '').slice(0, 500_000));

/** Headings that are questions, with the text below them. */
function questionsOf(own: readonly Page[]): Known['questions'] {
  const found = new Map<string, string>();
  for (const page of own) {
    const asked = page.headings.filter(({ text }) => /[?？؟]\s*$/.test(text));
    if (asked.length === 0) continue;
    const lines = page.text.split('\n').map((line) => line.trim());
    const headings = new Set(page.headings.map(({ text }) => text.trim()));
    for (const { text } of asked) {
      const start = lines.indexOf(text.trim());
      const rest = start < 0 ? [] : lines.slice(start + 1, start + 8);
      const end = rest.findIndex((line) => headings.has(line));
      const answer = words((end < 0 ? rest : rest.slice(0, end)).join(' '), 400);
      const question = words(text, 160);
      if (answer !== '' && question !== '' && found.size < QUESTIONS_MAX && !found.has(question))
        found.set(question, answer);
    }
  }
  return [...found].map(([question, answer]) => ({ question, answer }));
}
