import type { ReadItem, Site } from '../../read/site.ts';
import { amountOf, type Price, pricesIn } from '../../read/text/prices.ts';
import { shallowOrNothing } from '../../shallow-json.ts';
import { isArticle, markdownPages } from '../presence.ts';

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

const formsOf = new WeakMap<Site, readonly PriceForm[]>();

/** All forms of prices for machines. */
export function priceForms(site: Site): readonly PriceForm[] {
  const known = formsOf.get(site);
  if (known) return known;
  const budget = { left: 50_000 };
  const forms = [...marked(site, budget), ...documents(site), ...texts(site)].filter(({ prices }) => prices.length > 0);
  formsOf.set(site, forms);
  return forms;
}

const FORMS = { 'json-ld': 'JSON-LD', microdata: 'microdata', rdfa: 'RDFa' } as const;

function marked(site: Site, budget: { left: number }): PriceForm[] {
  return site.pages
    .filter((page) => !isArticle(page))
    .flatMap((page) =>
      page.data.map((data) => {
        const { prices, with_terms } = pricedObjects(data.value, budget);
        const excerpt = dataWithPrice(page.item, data.excerpt, prices);
        return { item: page.item, form: FORMS[data.form], structured: true, prices, with_terms, excerpt };
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

/** The beginning of written data where it has an amount; else the part of it around the first one. */
function dataWithPrice({ text = '' }: ReadItem, beginning: string, prices: readonly Price[]): string {
  if (WRITTEN.test(beginning)) return beginning;
  const from = Math.max(0, text.indexOf(beginning.slice(0, 80)));
  const amounts = new Set(prices.map(({ words }) => words));
  const at = [...text.slice(from, from + FAR).matchAll(new RegExp(WRITTEN, 'gi'))].find(([, amount = '']) =>
    amounts.has(amount),
  );
  if (!at) return beginning;
  const place = from + at.index;
  return wholeWords(text.slice(Math.max(from, place - 120), place + 160));
}

/** An amount as JSON has it. */
const WRITTEN = /"\w{0,40}(?:price|amount|cost|fee)\w{0,40}"\s{0,9}:\s{0,9}"?(\d[\d.,]{0,12})/i;
/** How far behind the beginning of written data an amount is looked for. */
const FAR = 20_000;

/** Without the rests of words at both ends. */
const wholeWords = (text: string): string =>
  text
    .replace(/^\S*\s+/, '')
    .replace(/\s\S*$/, '')
    .trim();

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

/** Amounts below these keys are limits, and no prices. */
const LIMITS = /^(?:limits?|quotas?|allowances?)$/i;

/** Objects with an amount, however deep; bounded, since the data is the site's. */
function pricedObjects(
  root: unknown,
  budget: { left: number } = { left: 5000 },
): { prices: Price[]; with_terms: number } {
  const prices: Price[] = [];
  let with_terms = 0;
  let left = 5000;
  const visit = (value: unknown, depth: number, terms: boolean): void => {
    if (value === null || typeof value !== 'object' || depth > 12 || left-- <= 0 || budget.left-- <= 0) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one, depth + 1, terms);
      return;
    }
    const entries = Object.entries(value as Record<string, unknown>);
    // An amount is one of money where a currency is beside it: limits have amounts too.
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
