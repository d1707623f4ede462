import { isObject, objectsIn } from '../../read/objects.ts';
import type { ReadItem, Site } from '../../read/site.ts';
import { withoutEnd } from '../../read/text/plain-text.ts';
import { shallowOrNothing } from '../../shallow-json.ts';
import { periodBehind } from '../statements/periods.ts';
import { fold } from './folded.ts';
import { quantitiesIn, withHeader } from './quantities.ts';
import { type Text, textsOf } from './texts.ts';

/** Plans, rates and products with a price, as different documents give them. */
export type Plan = {
  name: string;
  item: ReadItem;
  form: 'table' | 'section' | 'json-ld' | 'json';
  prices: readonly Price[];
  /** What it holds by unit: `seats: 3`. A unit that is named twice with two numbers is left out. */
  limits: ReadonlyMap<string, string>;
  /** It is beside others in rows or lists that share what they say. */
  comparable: boolean;
  excerpt: string;
};
type Price = { amount: number; currency: string; period: string };
/** Where a price begins and ends in its text. */
type PriceSpan = { from: number; to: number };

const before = /(US\$|A\$|C\$|NZ\$|[$€£¥₹]|\bR ?(?=\d\d))\s?(\d[\d.,]{0,14})/g;
const after = /\b(\d[\d.,]{0,14})\s?(USD|EUR|GBP|CHF|ZAR|JPY|CAD|AUD|SEK|NOK|DKK|€|£)(?![a-z])/gi;
const signs: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  A$: 'AUD',
  C$: 'CAD',
  NZ$: 'NZD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  R: 'ZAR',
};
const ofFree = /^(?:free|custom|contact(?: us| sales)?|on request)(?:$|[\s,.—–-])/i;

/** `1,299.00`, `1.299,00` and `1299` are one amount. */
function amountOf(text: string): number {
  const digits = text.replace(/[.,]$/, '');
  const decimal = /[.,](\d{1,2})$/.exec(digits);
  const whole = (decimal ? digits.slice(0, -decimal[0].length) : digits).replace(/[.,]/g, '');
  return Number(`${whole}.${decimal?.[1] ?? '0'}`);
}

function periodOf(rest: string): string {
  const next = rest.slice(0, 30).toLowerCase();
  const first =
    /^[\s\d.,]{0,6}(?:\/|per|a|each|billed)?\s?(month|mo\b|year|yr|annual|week|day|night|hour|user|seat|person)/.exec(
      next,
    );
  const word =
    first?.[1] ??
    (/\bmonthly|per month|\/mo/.test(next) ? 'month' : /\bannual|yearly|per year/.test(next) ? 'year' : '');
  if (word === '') return periodBehind(rest);
  return word.startsWith('mo') ? 'month' : word === 'yr' || word === 'annual' ? 'year' : word;
}

export function pricesIn(text: string): (Price & PriceSpan)[] {
  if (!/\d/.test(text)) return [];
  const bounded = text.slice(0, 3000);
  const found: (Price & PriceSpan)[] = [];
  for (const match of bounded.matchAll(before))
    found.push({
      amount: amountOf(match[2] as string),
      currency: signs[(match[1] as string).trim()] ?? 'USD',
      period: periodOf(bounded.slice(match.index + match[0].length)),
      ...{ from: match.index, to: match.index + match[0].length },
    });
  for (const match of bounded.matchAll(after))
    found.push({
      amount: amountOf(match[1] as string),
      currency: signs[match[2] as string] ?? (match[2] as string).toUpperCase(),
      period: periodOf(bounded.slice(match.index + match[0].length)),
      ...{ from: match.index, to: match.index + match[0].length },
    });
  return found.filter(({ amount }) => Number.isFinite(amount));
}

/** `Room: 50€` is cut before its amount, too, and before what opens a range or says from where on; `Room 2 €50` is not. */
const AMOUNT_BEFORE_SIGN = /(?:\d{1,6}(?:[.,]\d{1,2})? ?[-–—] ?)?\d{1,6}(?:[ .,]\d{3}){0,3}(?:[.,]\d{1,2})? ?$/;
const FROM = /(?:^|[\s:])(?:ab|von|nur|bis|je|from|only|up to|à partir de|dès|desde|da|vanaf|a partir de)$/i;
const named = (text: string): string => {
  const at = text.search(/\s[–—:|]\s|\s-\s(?!\d)|[$€£¥₹(]|\bR ?\d\d|\b\d{1,9} ?(?:USD|EUR|GBP)/);
  let name = at < 0 ? text : text.slice(0, at);
  if (/^[€£¥₹$](?! ?\d)/.test(text.slice(name.length))) name = name.replace(AMOUNT_BEFORE_SIGN, '');
  return ended(ended(name).replace(FROM, ''));
};
const ended = (text: string): string => withoutEnd(text, /[\s:–—-]/).trim();
const isName = (name: string): boolean =>
  /\p{L}/u.test(name) && name.length <= 50 && !/[?!.]$/.test(name) && name.split(' ').length <= 6;

function limitsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const limits = new Map<string, string>();
  const twice = new Set<string>();
  for (const line of lines)
    for (const { number, unit, per } of quantitiesIn(line.slice(0, 200))) {
      const key = per === '' ? `${unit}s` : `${unit}s per ${per}`;
      const known = limits.get(key);
      if (known !== undefined && known !== number) twice.add(key);
      limits.set(key, number);
    }
  for (const key of twice) limits.delete(key);
  return limits;
}

/** Plans as columns (their names in the header) or as rows (a price in each). */
function inTables({ item, page, role }: Text): Plan[] {
  return (page?.tables ?? []).flatMap(({ rows }) => {
    const [header = [], ...rest] = withHeader(rows);
    if (header.length < 2 || rest.length < 2) return [];
    const priced = (cells: readonly string[]) => cells.slice(1).filter((cell) => pricesIn(cell).length > 0).length;
    const prices = rest.filter((row) => priced(row) >= 2 && ofPrice.test(row[0] ?? ''));
    if (priced(header) >= 2 || prices.length > 0) return inColumns(item, header, rest);
    const rowsWithPrice = rest.filter((row) => priced(row) >= 1);
    if (rowsWithPrice.length >= 2) return rowsWithPrice.slice(0, 40).flatMap((row) => inRow(item, header, row));
    const compares = role === 'pricing' && header.length >= 3 && header.slice(1).every((head) => isName(named(head)));
    if (compares) return inColumns(item, header, rest);
    const measured = rest.filter((row) => row.slice(1).filter((cell) => /\d/.test(cell)).length >= 2);
    return (role === 'product' || role === 'pricing') && header.length >= 3 && measured.length >= 2
      ? measured.slice(0, 40).flatMap((row) => inRow(item, header, row))
      : [];
  });
}

function inColumns(item: ReadItem, header: readonly string[], rest: readonly (readonly string[])[]): Plan[] {
  return header.slice(1).flatMap((head, at) => {
    const name = named(head);
    if (!isName(name)) return [];
    const cells = rest.filter((row) => ofPrice.test(row[0] ?? '')).map((row) => row[at + 1] ?? '');
    const lines = rest.map((row) => `${row[at + 1] ?? ''} ${row[0] ?? ''}`);
    const prices = pricesIn(`${head} ${cells.join(' ; ')}`).slice(0, 2);
    return [{ name, item, form: 'table' as const, prices, limits: limitsOf(lines), comparable: true, excerpt: head }];
  });
}

function inRow(item: ReadItem, header: readonly string[], row: readonly string[]): Plan[] {
  const label = named(row[0] ?? '');
  const name = /^\d{1,3}\*?$/.test(label) ? `${named(header[0] ?? '')} ${label}`.trim() : label;
  if (!isName(name)) return [];
  const cells = row.slice(1);
  const prices = pricesIn(cells.map((cell, at) => `${cell} ${periodHead(header[at + 1])}`).join(' ; ')).slice(0, 3);
  const limits = limitsOf(cells.map((cell, at) => `${cell} ${header[at + 1] ?? ''}`));
  const excerpt = row.join(' ').slice(0, 200);
  return [{ name, item, form: 'table', prices, limits, comparable: row.length >= 3, excerpt }];
}

/** The same plan by the month and by the year is one. */
export const keyOf = ({ name }: Pick<Plan, 'name'>): string =>
  fold(name)
    .replace(/ (?:monthly|annual|annually|yearly|month|year|plan)(?= )/g, '')
    .trim();

/** The label of a row of prices. */
const ofPrice = /^$|price|cost|fee|month|annual|year|billed|rate|per /i;
const periodHead = (head = ''): string =>
  /month|year|night|week|day/i.exec(head)?.[0]
    ? `per ${/month|year|night|week|day/i.exec(head)?.[0]?.toLowerCase()}`
    : '';

/** The name in an entry of a list, before its price or, on pages of what is sold, behind it: `Sea bass £22.50`, `£70 Garden room per night`. */
function entryName(entry: string, role: string): string {
  const first = named(entry);
  if (first !== '' || (role !== 'pricing' && role !== 'product')) return first;
  const [price] = pricesIn(entry);
  const rest = price?.from === 0 ? entry.slice(price.to).trim() : '';
  return /^\p{Lu}/u.test(rest) && !NOT_SOLD.test(rest) ? ended(rest.replace(PER, '')) : '';
}
/** What one pays for, behind what one gets. */
const PER = / (?:per|pro|je|par|por|al) \p{L}{2,12}$/u;
/** Sums that are added, held back, saved or given, and no price of a thing. */
const NOT_SOLD =
  /^[MK]\b|(?<!\p{L})(?:off|savings?|saved|discount|deposit|average|billion|million|credit|worth|under|over|above|mindest\p{L}{0,20}|anzahlung|pfand|aufpreis|zuschlag|acompte|supplément|anticipo|acconto|supplemento|toeslag|fees?|charge|delivery|shipping|postage|raised|processed|cashback|gift|voucher|referral|minimum|rabatt|gutschein|kaution|\p{L}{0,12}gebühr|versand|lieferung|remise|caution|frais|livraison|descuento|fianza|gastos|envío|sconto|cauzione|spese|spedizione|korting|borg|verzending|desconto|caução|taxa|envio)(?!\p{L})/iu;

/** Entries of a list with one price each, two at least: `Student: €120`, `Sea bass £22.50`. */
function inLists({ item, page, role }: Text): Plan[] {
  return (page?.lists ?? []).flatMap((list) => {
    const priced = list.filter(
      (entry) => entry.length <= 160 && pricesIn(entry).length === 1 && isName(entryName(entry, role)),
    );
    if (priced.length < 2) return [];
    return priced.slice(0, 40).map((entry) => ({
      ...{ name: entryName(entry, role), item, form: 'section' as const, prices: pricesIn(entry) },
      ...{ limits: limitsOf([entry]), comparable: false, excerpt: entry },
    }));
  });
}

/** What a page says under a heading. */
type Section = { level: number; title: string; lines: string[] };

/** Headings with a price in them or in the first lines below, at least two of one level. */
function inSections({ item, page, role }: Text): Plan[] {
  if (!page || page.headings.length < 2) return [];
  const lines = page.text.split('\n');
  const sections: Section[] = [];
  let next = 0;
  for (const line of lines) {
    const heading = page.headings[next];
    if (heading && line.trim() === heading.text.trim()) {
      sections.push({ level: heading.level, title: heading.text.trim(), lines: [] });
      next++;
    } else sections[sections.length - 1]?.lines.push(line);
  }
  const priced = sections.filter(({ title, lines: below }) => {
    const first = [title, ...below.slice(0, 4)];
    return (
      isName(named(title)) &&
      (first.some((line) => line.length < 90 && pricesIn(line).length > 0) ||
        below.slice(0, 2).some((line) => ofFree.test(line)) ||
        (role === 'pricing' && CALLED_FREE.test(title)))
    );
  });
  const counted = new Map(priced.map((section) => [section, countedIn(section.lines)]));
  const countedOf = (section: Section) => counted.get(section) ?? [];
  return priced.flatMap((section) => {
    const beside = priced.filter(({ level }) => level === section.level);
    if (beside.length < 2) return [];
    const others = beside.filter((other) => other !== section && other.lines.length >= 2 && section.lines.length >= 2);
    const shared_counts =
      role === 'pricing' ? sharedCounts(section, others.slice(0, MOST_PLANS), countedOf) : NO_SHARED_COUNTS;
    const limits = new Map([...limitsOf(section.lines.slice(0, 40)), ...shared_counts.limits]);
    const shared =
      shared_counts.count > 0 || others.some((other) => sharesWith(limits, limitsOf(other.lines.slice(0, 40))));
    const head = [section.title, ...section.lines.slice(0, 4)].filter((line) => line.length < 90).join(' ; ');
    return [
      {
        name: named(section.title),
        item,
        form: 'section' as const,
        prices: pricesIn(head).slice(0, 2),
        limits,
        comparable: shared,
        excerpt: section.title,
      },
    ];
  });
}

/** The plan that costs nothing: `Hobby (free)`. */
const CALLED_FREE = /\((?:free|kostenlos|gratis|gratuit|gratuito)\)$/i;
/** A short line that begins with how many one gets, or with no bound: `Up to 100 gadgets`, `Unlimited gadgets`. */
const COUNTED =
  /^(?:(?:up to|bis zu|jusqu['’]à|hasta|fino a|tot|até)\s)?(?:([1-9]\d{0,2}(?:[.,]\d{3}){1,3}|[1-9]\d{0,8})|unlimited|unbegrenzte?|illimité|ilimitad[oa]s?|illimitat[oie]|onbeperkte?)\s(?=\p{L})/iu;
/** What is left, sold or said by others is nothing that a plan holds; a year counts nothing. */
const NOT_HELD =
  /^(?:19|20)\d\d\s|\b(?:stock|left|reviews?|ratings?|sold|enrolled|lager|floor|avis|reseñas|recensioni)\b/i;
/** How many plans are beside each other, and lines that they share before these say what each holds. */
const MOST_PLANS = 12;
const LEAST_SHARED = 2;

type Counted = { thing: string; number: string | undefined };
type SharedCounts = { count: number; limits: ReadonlyMap<string, string> };
const NO_SHARED_COUNTS: SharedCounts = { count: 0, limits: new Map() };

/** What lines of a plan count, of any thing. */
const countedIn = (lines: readonly string[]): Counted[] =>
  lines.slice(0, 40).flatMap((line) => {
    const [whole, number] = line.length <= 60 && !NOT_HELD.test(line) ? (COUNTED.exec(line) ?? []) : [];
    const thing = whole === undefined || pricesIn(line).length > 0 ? '' : fold(line.slice(whole.length)).trim();
    return /\p{L}{3}/u.test(thing) ? [{ thing, number }] : [];
  });

/** What a plan has as many or more or fewer of as plans beside it, in lines that differ by their number alone. */
function sharedCounts(
  section: Section,
  others: readonly Section[],
  countedOf: (of: Section) => readonly Counted[],
): SharedCounts {
  const beside = new Map(others.flatMap(countedOf).map(({ thing, number }) => [thing, number]));
  const own = countedOf(section).filter(({ thing }) => beside.has(thing));
  const bounded = own.filter(({ thing, number }) => (number ?? beside.get(thing)) !== undefined);
  if (own.length < LEAST_SHARED || bounded.length === 0) return NO_SHARED_COUNTS;
  const limits = bounded.flatMap(({ thing, number }) => (number === undefined ? [] : [[thing, number] as const]));
  return { count: bounded.length, limits: new Map(limits) };
}
const sharesWith = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  [...a.keys()].some((unit) => b.has(unit));

const amountIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^[$€£]?\d[\d.,]{0,14}$/.test(value)
    ? amountOf(value.replace(/^[$€£]/, ''))
    : undefined;
};

/** Objects with a name and a member whose key speaks of a price. */
function inJson(item: ReadItem, value: unknown, form: 'json' | 'json-ld', around: string): Plan[] {
  return objectsIn(value).flatMap((object) => {
    const name = object.name ?? object.displayName ?? object.title ?? object.plan;
    if (typeof name !== 'string' || !isName(named(name))) return [];
    const nested = isObject(object.offers) ? [object, object.offers] : [object];
    const prices = nested.flatMap((part) =>
      Object.entries(part).flatMap(([key, raw]) => {
        if (!/price|amount|cost/i.test(key) || /id$|currency|valid/i.test(key)) return [];
        const amount = amountIn(raw);
        const currency = String(
          part.priceCurrency ?? part.currency ?? /usd|eur|gbp/i.exec(key)?.[0] ?? around,
        ).toUpperCase();
        const period = /year|annual/i.test(key) ? 'year' : /month/i.test(key) ? 'month' : '';
        return amount === undefined ? [] : [{ amount: /cents/i.test(key) ? amount / 100 : amount, currency, period }];
      }),
    );
    if (prices.length === 0) return [];
    const listedFeatures = object.features ?? object.includes ?? object.limits;
    const lines = Array.isArray(listedFeatures)
      ? listedFeatures.filter((one) => typeof one === 'string').slice(0, 40)
      : [];
    return [
      { name: named(name), item, form, prices, limits: limitsOf(lines), comparable: form === 'json', excerpt: name },
    ];
  });
}

/** JSON documents and fenced JSON of Markdown pages that speak of plans. */
function machinePlans(site: Site): Plan[] {
  const documents = site.machine
    .filter(({ kind, empty }) => !empty && (kind === 'pricing_json' || kind === 'json'))
    .flatMap(({ item, value }) => inJson(item, value, 'json', ''));
  const data = site.pages.flatMap((page) => page.data.flatMap(({ value }) => inJson(page.item, value, 'json-ld', '')));
  const fenced = textsOf(site).flatMap(({ item, page }) =>
    (page?.code ?? [])
      .filter((code) => /^\s{0,8}[{[]/.test(code) && /price/i.test(code))
      .flatMap((code) =>
        inJson(item, shallowOrNothing(code), 'json', /"currency": ?"([A-Z]{3})"/.exec(code)?.[1] ?? ''),
      ),
  );
  return [...documents, ...data, ...fenced];
}
const ownRoles = ['pricing', 'home', 'product', 'agent', 'refund', 'help', 'docs', 'signup'];
/** Plans that are compared of one document. */
const MOST = 100;
const plansBySite = new WeakMap<Site, readonly Plan[]>();

/** Of the site's own pages; what others charge (comparisons, articles) is left out. */
export function plansOf(site: Site): readonly Plan[] {
  const known = plansBySite.get(site);
  if (known) return known;
  const own = textsOf(site).filter(({ role }) => ownRoles.includes(role));
  const documents = [
    ...own.map((text) => [...inTables(text), ...inSections(text), ...inLists(text)]),
    ...Map.groupBy(machinePlans(site), ({ item }) => item.final_url).values(),
  ];
  const plans = documents.flatMap((found) => found.slice(0, MOST));
  plansBySite.set(site, plans);
  return plans;
}
