import type { Page, ReadItem, Site } from '../read/site.ts';
import { shallowOrNothing } from '../shallow-json.ts';
import { isArticle, markdownPages } from './seen.ts';

/**
 * Prices as text and data state them. An amount counts with its currency only: `$29`, `29,90 €`, `CHF 1'200`, `R360`. Sums in
 * millions are no prices.
 */
export type Price = {
  amount: number;
  /** As it is written: `$29`. */
  words: string;
  /** Per month, per user, … stands beside it. */
  period: boolean;
};

/** Where prices are given to machines, and in which form. */
export type PriceForm = {
  item: ReadItem;
  form: 'JSON-LD' | 'microdata' | 'RDFa' | 'JSON' | 'Markdown' | 'plain text';
  /** Data with named fields, not prose. */
  structured: boolean;
  prices: readonly Price[];
  /** Of structured ones: how many say a unit, a limit, a period or what is available. */
  with_terms: number;
  excerpt: string;
};

const SIGNS = String.raw`US\$|CA\$|AU\$|NZ\$|HK\$|S\$|A\$|C\$|R\$|[$€£¥₹₩₽₺₫₱₪฿₦₴]`;
const CODES =
  'USD|EUR|GBP|JPY|CHF|AUD|CAD|NZD|SGD|HKD|SEK|NOK|DKK|PLN|CZK|HUF|RON|INR|BRL|ZAR|MXN|TRY|ILS|AED|SAR|KRW|CNY|THB|MYR|IDR|PHP|NGN|KES|UAH';
const WORDS = 'Kč|zł|kr|Ft|lei|Rs|RM|Fr';
const NUMBER = String.raw`\d{1,3}(?:[ ,.'’]\d{3}){1,3}(?:[.,]\d{1,2})?|\d{1,9}(?:[.,]\d{1,4})?`;
const BEFORE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${SIGNS}|(?:${CODES}|${WORDS})\.?)\s?(?<amount>${NUMBER})(?!\d)`,
  'gu',
);
const AFTER = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?<amount>${NUMBER})(?:,-)?\s?(?:[€£₽₺₫₴₪](?!\s?\d)|(?:${CODES}|${WORDS})(?![\p{L}\d]))`,
  'gu',
);
/** Rand are written with a bare R, which names other things too: several of them are needed. */
const RAND = /(?<![\p{L}\d])R\s?(?<amount>\d{2,7}(?:[.,]\d{2})?)(?![\p{L}\d])/gu;
/** Fees that are a share: `2.9% + 30¢`, `5 % commission`. Written as percent, so that they are compared with their like. */
const SHARE =
  /(?<![\p{L}\d.,])(?<amount>\d{1,2}(?:[.,]\d{1,3})?)\s?%(?=\s?(?:\+|(?:per|of (?:each|every|the|all)) (?:successful )?(?:transaction|sale|order|booking|payment|card charge|charge|donation)|(?:(?:transaction|processing|service|platform|card|booking) )?(?:fees?|commission)\b))/gu;
const CENTS = /(?<![\p{L}\d.,])(?<amount>\d{1,3}(?:\.\d{1,2})?)\s?(?:¢|cents?\b)/gu;
const MAGNITUDE = /^\s?(?:million|billion|trillion|mio|mrd|bn|[MBTmb](?![\p{L}/]))/u;
const PERIOD =
  /(?:\/|\bper\b|\beach\b|\bevery\b|\ban?\b)\s{0,2}(?:\d{1,3}(?:[,.]\d{3})?\s)?(?:calendar )?(?:months?|mo|years?|yr|annum|weeks?|days?|nights?|hours?|hr|minutes?|users?|seats?|members?|persons?|people|requests?|calls?|credits?|units?|gb|1k|1m|million)\b|\b(?:monthly|yearly|annual(?:ly)?|weekly|daily|one[- ]time|once|lifetime|forever)\b|\b(?:pro|je)\s(?:monat|jahr|nutzer|nacht|tag)\b|\bpar\s(?:mois|an|utilisateur|nuit)\b|\bal\s(?:mes|año)\b/i;

/** All prices of a text, in order. */
export function pricesIn(text: string): Price[] {
  const found = new Map<number, Price>();
  const take = (pattern: RegExp, divisor = 1) => {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const amount = amountOf(match.groups?.amount ?? '');
      if (
        amount === undefined ||
        MAGNITUDE.test(text.slice(end, end + 10)) ||
        /^[kK](?!\p{L})/u.test(text.slice(end, end + 2))
      )
        continue;
      if (!found.has(match.index))
        found.set(match.index, {
          amount: amount / divisor,
          words: match[0].trim(),
          period: PERIOD.test(text.slice(end, end + 32)),
        });
    }
  };
  take(BEFORE);
  take(AFTER);
  take(SHARE);
  take(CENTS, 100);
  if ([...text.matchAll(RAND)].length >= 3) take(RAND);
  return [...found].sort(([a], [b]) => a - b).map(([, price]) => price);
}

/** `1.234,50`, `1,234.50`, `1 234`, `29.9` as a number. */
function amountOf(words: string): number | undefined {
  const plain = words.replace(/[ '’]/g, '');
  const cents = /^0[.,](\d{1,4})$/.exec(plain) ?? /[.,](\d{1,2}|\d{4})$/.exec(plain);
  const whole = (cents ? plain.slice(0, -(cents[1] ?? '').length - 1) : plain).replace(/[.,]/g, '');
  const amount = Number(`${whole}.${cents?.[1] ?? '0'}`);
  return Number.isFinite(amount) ? amount : undefined;
}

/** Words that tell a price of the offer from another sum on a page that is not about prices. */
const OF_OFFER =
  /\b(?:prices?|priced|pricing|costs?|from|starting|starts|only|just|fees?|rates?|plans?|free|buy|order|book|subscribe|tickets?|admission|tuition|membership|deposit|pay)\b|\b(?:ab|nur|preis|kosten|à partir|prix|desde|precio|da|prezzo|vanaf|prijs)\b/i;

/** Sums that nobody is asked to pay: what customers save, what was raised. */
const OTHER_SUM =
  /\b(?:sav(?:e|es|ed|ing|ings)|raised|revenue|earn(?:s|ed|ing|ings)?|worth|funding|processed|invested|donated|prizes?|fines?|penalt(?:y|ies)|lost|budget)\b/i;
const SURELY_ASKED = /\b(?:starting|starts at|prices?|priced|pricing|plans?|per (?:user|seat|person|night)|fees?)\b/i;

type VisiblePrices = {
  pages: readonly { page: Page; prices: readonly Price[]; sentence: string }[];
  /** Distinct amounts that are asked. */
  amounts: readonly number[];
};

const visibleOf = new WeakMap<Site, VisiblePrices>();

/** Prices in the text of pages of the offer: those about prices, or else the home page, or else pages of products. */
export function visiblePrices(site: Site): VisiblePrices {
  const known = visibleOf.get(site);
  if (known) return known;
  const own = site.pages.filter((page) => page.format === 'html' && !page.shell && !isArticle(page));
  const of = (take: (page: Page) => boolean, all: boolean) =>
    own.filter(take).flatMap((page) => {
      const sentences = page.sentences.filter(
        (sentence) =>
          isBare(sentence) ||
          ((!OTHER_SUM.test(sentence) || SURELY_ASKED.test(sentence)) &&
            pricesIn(sentence).some(({ period }) => period || OF_OFFER.test(sentence))),
      );
      const prices = all ? pricesIn(page.text) : sentences.flatMap(pricesIn);
      const words = prices[0]?.words ?? '';
      const sentence = page.sentences.find((one) => one.includes(words)) ?? '';
      return prices.length > 0 ? [{ page, prices, sentence }] : [];
    });
  let pages = of(({ role }) => role === 'pricing', true);
  if (pages.length === 0) pages = of(({ role }) => role === 'home', false);
  if (pages.length === 0) pages = of(({ role }) => role === 'product' || role === 'other' || role === 'signup', false);
  const all = [...new Set(pages.flatMap(({ prices }) => prices.map(({ amount }) => amount)))];
  const above = all.filter((amount) => amount > 0);
  const free = above.length === 0 && !priceForms(site).some(({ prices }) => prices.some(({ amount }) => amount > 0));
  const amounts = free ? all : above;
  const visible = { pages, amounts };
  visibleOf.set(site, visible);
  return visible;
}

/**
 * Whether an amount is one that the offer asks. Zero is one only where all of the offer is free and its pages say so as an
 * amount (`0 USD per month`): beside paid plans, the price of a free one tells nothing.
 */
export const isAsked = (site: Site, amount: number): boolean =>
  amount > 0 || visiblePrices(site).amounts.includes(amount);

/** Little but a price and its period: the cell of a table, the number of a card. */
function isBare(sentence: string): boolean {
  const [price, ...others] = pricesIn(sentence);
  if (!price || others.length > 0 || sentence.length > 60) return false;
  const rest = sentence.replace(price.words, ' ').replace(PERIOD, ' ');
  return rest.split(/[^\p{L}]+/u).filter(Boolean).length <= 3;
}

const formsOf = new WeakMap<Site, readonly PriceForm[]>();

/** All forms in which prices stand for machines. */
export function priceForms(site: Site): readonly PriceForm[] {
  const known = formsOf.get(site);
  if (known) return known;
  const forms = [...marked(site), ...documents(site), ...texts(site)].filter(({ prices }) => prices.length > 0);
  formsOf.set(site, forms);
  return forms;
}

const FORMS = { 'json-ld': 'JSON-LD', microdata: 'microdata', rdfa: 'RDFa' } as const;

function marked(site: Site): PriceForm[] {
  return site.pages
    .filter((page) => !isArticle(page))
    .flatMap((page) =>
      page.data.map((data) => {
        const { prices, with_terms } = pricedObjects(data.value);
        return { item: page.item, form: FORMS[data.form], structured: true, prices, with_terms, excerpt: data.excerpt };
      }),
    );
}

function documents(site: Site): PriceForm[] {
  const kinds = ['pricing_json', 'json', 'ucp', 'acp'];
  return site.machine
    .filter(({ kind, empty }) => kinds.includes(kind) && !empty)
    .map(({ item, value }) => {
      const { prices, with_terms } = pricedObjects(value);
      return { item, form: 'JSON' as const, structured: true, prices, with_terms, excerpt: excerptOf(item, prices[0]) };
    });
}

function texts(site: Site): PriceForm[] {
  const pages = markdownPages(site).filter((page) => !isArticle(page));
  const items = new Set([
    ...pages.map(({ item }) => item),
    ...site.llms.map(({ item }) => item),
    ...site.machine.filter(({ kind, empty }) => kind === 'pricing_md' && !empty).map(({ item }) => item),
  ]);
  return [...items].flatMap((item) => {
    const text = item.text ?? '';
    const form = /markdown|\.md$/.test(`${item.content_type} ${item.final_url}`)
      ? ('Markdown' as const)
      : ('plain text' as const);
    const periods = /\/\s?mo\b|\/\s?month|monthly|per month|\/\s?yr|\/\s?year|yearly|annual/i.test(text);
    const prices = pricesIn(text).map((price) => ({
      ...price,
      period: price.period || (periods && text.includes('|')),
    }));
    const prose: PriceForm = {
      item,
      form,
      structured: false,
      prices,
      with_terms: 0,
      excerpt: excerptOf(item, prices[0]),
    };
    return [prose, ...fenced(item, text)];
  });
}

/** Blocks of JSON in Markdown. */
function fenced(item: ReadItem, text: string): PriceForm[] {
  return text
    .split('```')
    .filter((block, at) => at % 2 === 1 && /^json\w*\s/i.test(block))
    .flatMap((block) => {
      const { prices, with_terms } = pricedObjects(shallowOrNothing(block.slice(block.indexOf('\n'))));
      return [
        { item, form: 'JSON' as const, structured: true, prices, with_terms, excerpt: excerptOf(item, prices[0]) },
      ];
    });
}

/** The words around a price in the body. */
function excerptOf(item: ReadItem, price: Price | undefined): string {
  const text = item.text ?? '';
  const at = price ? Math.max(0, text.indexOf(price.words)) : 0;
  return text
    .slice(Math.max(0, at - 80), at + 160)
    .replace(/\s+/g, ' ')
    .trim();
}

const AMOUNT =
  /^(?:price|unit_?amount|cost|low_?price|high_?price|fee|(?:monthly|annual|yearly|base|list|unit)_?(?:price|cost|fee|amount)|(?:price|cost|amount)_?(?:monthly|annual|yearly|usd|eur|gbp|per_?\w{1,12}))$/i;
const TERMS =
  /limit|quota|included|requests|calls|seats|events|period|interval|billing|duration|unit(?:text|code|_)|availability|eligible|shipping|returnpolicy|valid|stock|inventory/i;

/** What stands below these keys has amounts too, which nobody pays. */
const LIMITS = /^(?:limits?|quotas?|allowances?)$/i;

/** Objects with an amount, however deep; bounded, since the data is the site's. */
function pricedObjects(root: unknown): { prices: Price[]; with_terms: number } {
  const prices: Price[] = [];
  let with_terms = 0;
  let left = 5000;
  const visit = (value: unknown, depth: number, terms: boolean): void => {
    if (value === null || typeof value !== 'object' || depth > 12 || left-- <= 0) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one, depth + 1, terms);
      return;
    }
    const entries = Object.entries(value as Record<string, unknown>);
    // An amount is one of money where a currency stands beside it: limits have amounts too.
    const money = entries.some(([key]) => /^(?:price_?)?currency(?:_?code)?$/i.test(key));
    const own = terms || entries.some(([key]) => TERMS.test(key));
    for (const [key, inner] of entries) {
      const priced = AMOUNT.test(key) || (money && /^(?:amount|value)$/i.test(key));
      const amount = priced ? numberOf(inner) : undefined;
      if (amount !== undefined) {
        prices.push({ amount, words: String(inner), period: own || /month|year|annual/i.test(key) });
        if (own) with_terms++;
      } else if (!LIMITS.test(key)) visit(inner, depth + 1, own && /spec|offer|price/i.test(key));
    }
  };
  visit(root, 0, false);
  return { prices, with_terms };
}

const numberOf = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && /^\s?[$€£]?\d{1,9}(?:[.,]\d{1,4})?\s?$/.test(value)
    ? amountOf(value.replace(/[$€£\s]/g, ''))
    : undefined;
};

/** Pages of single products that show a price. */
export function pricedProducts(site: Site): { page: Page; amounts: Set<number> }[] {
  return site.pages
    .filter((page) => page.format === 'html' && (page.role === 'product' || isProduct(page)) && !isArticle(page))
    .flatMap((page) => {
      const amounts = new Set(pricesIn(page.text).flatMap(({ amount }) => (isAsked(site, amount) ? [amount] : [])));
      return amounts.size > 0 ? [{ page, amounts }] : [];
    });
}

const isProduct = (page: Page): boolean =>
  page.data.some(({ types }) => types.some((type) => /(?:^|\/)Product$/.test(type)));
