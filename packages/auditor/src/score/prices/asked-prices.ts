import type { Page, PageRole, Site } from '../../read/site.ts';
import { squeezed } from '../../read/text/plain-text.ts';
import { PERIOD, type Price, pricesIn } from '../../read/text/prices.ts';
import { blocksOf } from '../own/blocks.ts';
import { isArticle, labelOf, placeOf, presenceOf } from '../presence.ts';
import { commonEnd } from '../statements/names.ts';
import { priceForms } from './price-forms.ts';

/** Words that distinguish a price of the offer from another sum on a page that is not about prices. */
const OF_OFFER =
  /\b(?:prices?|priced|pricing|costs?|from|starting|starts|only|just|fees?|rates?|plans?|free|buy|order|book|subscribe|tickets?|admission|tuition|membership|deposit|pay)\b|\b(?:ab|nur|preis|kosten|à partir|prix|desde|precio|da|prezzo|vanaf|prijs)\b/i;

/** What is sold, before its price: `lessons are £38`. */
const SOLD_FOR =
  /\b(?:adults?|child(?:ren)?|seniors?|concessions?|sessions?|lessons?|class(?:es)?|treatments?|appointments?|consultations?)\b[^.;]{0,30}\b(?:is|are|at|for|from|costs?)\s{1,2}\D{0,3}\d/i;

/** Sums that nobody is asked to pay: what customers save, what was raised. */
const OTHER_SUM =
  /\b(?:sav(?:e|es|ed|ing|ings)|raised|revenue|earn(?:s|ed|ing|ings)?|worth|funding|processed|invested|donated|prizes?|fines?|penalt(?:y|ies)|lost|budget|gave|given|grants?|salar(?:y|ies)|wages?|capital|kapital|stammkapital|capitale|spent|founded)\b/i;
const SURELY_ASKED = /\b(?:starting|starts at|prices?|priced|pricing|plans?|per (?:user|seat|person|night)|fees?)\b/i;

const DELIVERED =
  /\b(?:shipping|ships?|shipped|deliver(?:y|ed|s)?|postage|livraison|livrons|port|envíos?|entregas?|spedizion[ei]|consegn[ae]|bezorg\w{0,8}|verzend\w{0,8}|frete|portes)\b|versand|liefer/i;
const FOR_NOTHING =
  /\b(?:free|no charge|kostenlos|kostenfrei|gratis|gratuit\w{0,2}|offert\w{0,2}|gratuit[oa]s?)\b|grátis|(?:kosten|porto|fracht)frei/i;
const FROM_SUM =
  /(?:\b(?:over|above|from|exceeding|more than|at least|ab|von mindestens|über|dès|à partir de|au-delà de|a partir de|superior(?:es|i)? a|más de|oltre(?: i)?|da|sopra i|vanaf|boven(?: de)?|acima de)|(?<=\s)(?:dès|über))\s{0,2}$/iu;

/** What an insurer or a fund pays the customer. */
const PAID_BY_OTHERS = /\b(?:claim up to|your insurer|insurance (?:pays|covers))\b/i;

/** What the offerer pays himself. */
const OWN_COST =
  /\b(?:costs? us|we (?:pay|paid|spend|spent)|kostet uns|nous coûte|nos cuesta|ci costa|kost ons|nos custa)\b/i;

/** Without what nobody is asked to pay: the sums from which delivery is free, and what the offerer pays himself. */
const askedOf = (text: string): string =>
  text
    .split(/(?<=[.!?])\s|\n/)
    .filter((sentence) => !OWN_COST.test(sentence))
    .map(withoutThreshold)
    .join('\n');

function withoutThreshold(sentence: string): string {
  if (!DELIVERED.test(sentence) || !FOR_NOTHING.test(sentence)) return sentence;
  return pricesIn(sentence).reduce((rest, { words }) => {
    const [before = '', ...after] = rest.split(words);
    return FROM_SUM.test(before) ? before + after.join(words) : rest;
  }, sentence);
}

type VisiblePrices = {
  pages: readonly { page: Page; prices: readonly Price[]; sentence: string }[];
  /** Distinct amounts that are asked. */
  amounts: readonly number[];
};

/** The currency in the head of a column: `Price (€)`, `CHF per month`. */
const CURRENCY_HEAD = /[$€£¥]|\b(?:USD|EUR|GBP|CHF|AUD|CAD|NZD|SGD|SEK|NOK|DKK|PLN|CZK|INR|ZAR|JPY)\b/;

/** Amounts in tables whose currency is in the head of their column only. */
function columnPrices({ tables }: Page): Price[] {
  return tables.flatMap(({ rows }) =>
    (rows[0] ?? []).flatMap((head, column) => {
      const currency = /\d/.test(head) || head.length > 40 ? undefined : CURRENCY_HEAD.exec(head)?.[0];
      if (currency === undefined) return [];
      const cells = rows.slice(1).map((row) => row[column] ?? '');
      return cells
        .filter((cell) => /^(?:from )?\d[\d.,'’ ]{0,10}$/.test(cell))
        .flatMap((cell) => pricesIn(`${currency} ${cell.replace('from ', '')}`))
        .map((price) => ({ ...price, period: PERIOD.test(head) }));
    }),
  );
}

/** How a list of what others do is headed: `Most other apps`. Of services and treatments, others are often one's own. */
const OF_OTHERS =
  /^(?:most|other|typical|traditional|conventional|competing|andere|übliche|herkömmliche|d['’]autres|les autres|otr[oa]s|altr[ie]|outr[oa]s)\s.{0,40}\b(?:apps?|tools?|providers?|agenc(?:y|ies)|software|platforms?|companies|vendors?|banks?|competitors?|anbieter|agenturen|programme|applications|outils|agences|aplicaciones|herramientas|agencias|proveedores|applicazioni|strumenti|agenzie|fornitori|aanbieders|bureaus|ferramentas|agências|fornecedores)\b/i;

/** Sentences below a heading about others that is beside one of the same level with the name of the site: two columns that compare. */
function saidOfOthers(site: Site, page: Page): ReadonlySet<string> {
  const headed = page.headings.filter(({ text }) => OF_OTHERS.test(text));
  if (headed.length === 0) return new Set();
  const names = new Set([labelOf(site), commonEnd(site.pages.map(({ title }) => title))].map(squeezed).filter(Boolean));
  const heads = page.headings.flatMap((heading, at, all) => {
    const beside = [all[at - 1], all[at + 1]].filter((other) => other?.level === heading.level);
    const compared = beside.some((other) => names.has(squeezed(other?.text ?? '')));
    return compared && headed.includes(heading) ? [heading.text] : [];
  });
  return new Set(blocksOf(page).flatMap((sentences) => (heads.includes(sentences[0] ?? '') ? sentences : [])));
}

const visibleOf = new WeakMap<Site, VisiblePrices>();

/** Whose text has prices: that of a role alone where one of those before shows none. The first are read whole. */
const PRICED_ROLES: readonly (readonly PageRole[])[] = [
  ['pricing'],
  ['home'],
  ['product', 'other', 'signup'],
  ['help'],
];

/** Prices in the text of pages of the offer: those about prices, or else the home page, or else pages of products, or else answers to questions. */
export function visiblePrices(site: Site): VisiblePrices {
  const known = visibleOf.get(site);
  if (known) return known;
  const own = site.pages.filter((page) => page.format === 'html' && !page.shell && !isArticle(page));
  const of = (take: (page: Page) => boolean, all: boolean) =>
    own.filter(take).flatMap((page) => {
      const others = saidOfOthers(site, page);
      const sentences = page.sentences.filter(
        (sentence) =>
          !others.has(sentence) &&
          !PAID_BY_OTHERS.test(sentence) &&
          (!OTHER_SUM.test(sentence) || SURELY_ASKED.test(sentence)) &&
          (isBare(sentence) ||
            pricesIn(sentence).some(({ period }) => period || OF_OFFER.test(sentence) || SOLD_FOR.test(sentence))),
      );
      const prices = all
        ? [...pricesIn(askedOf(page.text)), ...columnPrices(page)]
        : sentences.map(askedOf).flatMap(pricesIn);
      const words = prices[0]?.words ?? '';
      const sentence = page.sentences.find((one) => one.includes(words)) ?? '';
      return prices.length > 0 ? [{ page, prices, sentence }] : [];
    });
  let pages: VisiblePrices['pages'] = [];
  for (const roles of PRICED_ROLES)
    if (pages.length === 0) pages = of(({ role }) => roles.includes(role), roles.includes('pricing'));
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
 * amount (`0 USD per month`): beside paid plans, the price of a free one says nothing.
 */
export const isAsked = (site: Site, amount: number): boolean =>
  amount > 0 || visiblePrices(site).amounts.includes(amount);

/** Little but a price and its period, or an old price and a new one: the cell of a table, the number of a card. */
function isBare(sentence: string): boolean {
  const prices = pricesIn(sentence);
  const [one, other = one] = prices;
  if (!one || !other || prices.length > 2 || sentence.length > 60) return false;
  // An old price and a new one are not far from each other.
  if (Math.max(one.amount, other.amount) > 2 * Math.min(one.amount, other.amount)) return false;
  const rest = prices.reduce((rest, { words }) => rest.replace(words, ' '), sentence).replace(PERIOD, ' ');
  return rest.split(/[^\p{L}]+/u).filter(Boolean).length <= 3;
}

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

/** Pages about prices, those included that only scripts fill. */
export const pricingPages = (site: Site): Page[] =>
  site.pages.filter((page) => page.role === 'pricing' && page.format === 'html' && !isArticle(page));

const PRICING_LINK =
  /^(?:our )?(?:pricing|prices|plans|plans (?:and|&) pricing|pricing (?:and|&) plans|rates|fees|preise|tarifs?|precios|prezzi|prijzen)$/i;

/** Links named after prices that do not lead to nothing: a page that is too short to be read is still announced. */
export const pricingLinks = (site: Site): { page: Page; url: string; text: string }[] =>
  site.pages
    .flatMap((page) => page.links.map(({ url, text }) => ({ page, url, text: text.trim() })))
    .filter(({ url, text }) => {
      if (!PRICING_LINK.test(text)) return false;
      const item = site.items.find((one) => one.url === url && one.method === 'GET');
      return item === undefined || presenceOf(site, item) !== 'absent';
    });

/** Why a page that a link names after prices says nothing. */
export function linkWords(site: Site, url: string): string {
  const item = site.items.find((one) => one.url === url && one.method === 'GET');
  const place = placeOf(site, url);
  if (!item) return `A page about prices is linked (${place}) and was not read`;
  return presenceOf(site, item) === 'there'
    ? `A page about prices is linked (${place}) and holds next to no text`
    : `A page about prices is linked (${place}) and could not be read (${item.problem?.replace('_', ' ') ?? item.status})`;
}
