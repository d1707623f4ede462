import type { Site } from '../../read/site.ts';
import type { Price } from '../../read/text/prices.ts';
import { pathOfStandard } from '../../standards/standards.ts';
import { provenFirst } from '../claims/hits.ts';
import type { Fact } from '../fact.ts';
import { finding, percent, share } from '../finding.ts';
import {
  absenceAt,
  absenceOn,
  homeOf,
  isArticle,
  isForeign,
  listed,
  mayBeOnPages,
  mayExistAt,
  placeOf,
  placesOf,
  saying,
} from '../presence.ts';
import {
  isAsked,
  linkWords,
  pricedProducts,
  pricingLinks,
  pricingPages,
  visiblePrices,
} from '../prices/asked-prices.ts';
import { conflictingQuantities } from '../prices/conflicting-quantities.ts';
import { type PriceForm, priceForms } from '../prices/price-forms.ts';

const DOCUMENTS = ['/pricing.md', '/pricing.json', pathOfStandard('llms_txt')];

/** Whether prices may be in a document for machines that was not seen. */
const mayBePublished = (site: Site) => mayExistAt(site, DOCUMENTS) && 100;

const QUOTE =
  /\b(?:contact (?:us|sales) for (?:a |our )?(?:price|pricing|quote|rates)|(?:request|get|ask for|free) (?:an? )?(?:free )?(?:price |custom )?(?:quote|estimate)|custom pricing|price (?:up)?on (?:request|application)|prices? (?:vary|varies)|call for (?:a )?(?:price|pricing|quote)|tailored pricing|preis auf anfrage|sur devis)\b/i;
const FREE =
  /\b(?:completely free|free of charge|free and open[- ]source|free, open[- ]source|free to use|at no (?:cost|charge)|100 ?% free|is free\b(?! of\b)|is an? free (?:[\w-]{1,20} ){0,2}(?:service|api|app|tool|software|library|plan|platform)\b|kostenlos|gratuit|gratis)/i;
/** Names what is free, and as what it is sold: a car park, a room or a seat may be free, too. */
const FREE_OFFER =
  /\b(?:plans?|tiers?|accounts?|memberships?|subscriptions?|software|library|apps?|services?|api|self-hosting|admission|entry|editions?|hosting|courses?|lessons?)\b[^.;]{0,60}\b(?:free|at no (?:cost|charge))\b(?! of\b(?! charge))|\bfree (?:plan|tier|account|to use|software|app|service|api|edition|admission|entry)\b/i;

const asked = (site: Site, prices: readonly Price[]): number[] =>
  prices.map(({ amount }) => amount).filter((amount) => isAsked(site, amount));

const formsFor = (site: Site, structured: boolean): PriceForm[] =>
  priceForms(site).filter((form) => form.structured || !structured);

const named = (site: Site, forms: readonly PriceForm[]): string =>
  listed([...new Set(forms.map(({ form, item }) => `${form} at ${placeOf(site, item.final_url)}`))], 3);

/** Where they are, each document once. */
const placesWith = (forms: readonly PriceForm[]) => [
  ...new Map(forms.map((form) => [form.item.final_url, form])).values(),
];

export const pricingFacts: Record<string, Fact> = {
  pricing_pages: {
    about:
      'How many pages are about prices, those included that only scripts fill and those that links are named after.',
    find(site) {
      const pages = pricingPages(site).map(({ item }) => ({ item, excerpt: '' }));
      const links = pages.length > 0 ? [] : pricingLinks(site);
      const linked = links.slice(0, 1).map(({ page, text }) => ({ item: page.item, excerpt: text }));
      const count = pages.length + new Set(links.map(({ url }) => url)).size;
      const silent = `On ${placesOf(site, pages, 2)} no amount with a currency is in the delivered text`;
      return finding(site, {
        at: pages.length > 0 ? pages : linked,
        count,
        open: count === 0 && mayBeOnPages(site, ['pricing']),
        searched: absenceAt(site, ['/pricing']),
        show: 2,
        says: { words: pages.length > 0 ? silent : links[0] ? linkWords(site, links[0].url) : '' },
      });
    },
  },
  prices_visible: {
    about:
      'How many different amounts are in the delivered text of pages of the offer; zero counts where nothing else is asked.',
    find(site) {
      const { pages, amounts } = visiblePrices(site);
      const words = pages.flatMap(({ prices }) =>
        prices.filter(({ amount }) => isAsked(site, amount)).map(({ words }) => words),
      );
      const searched = absenceOn(site, ['pricing', 'product'], 5);
      return finding(site, {
        at: pages.map(({ page, sentence }) => ({ item: page.item, excerpt: sentence })),
        count: amounts.length,
        open: amounts.length === 0 && mayBeOnPages(site, ['home', 'pricing'], 'empty') && 100,
        searched: searched.slice(0, 3),
        says: {
          list: listed(words, 5),
          looked: listed(
            searched.map(({ url }) => placeOf(site, url)),
            5,
          ),
        },
      });
    },
  },
  scripted_home: {
    about: '1 when the home page is empty without scripts: what it may say of prices is drawn by them.',
    find(site) {
      const home = homeOf(site);
      return finding(site, { at: home ? [home] : [], count: home?.shell === true });
    },
  },
  price_words: {
    about:
      'Sentences that speak of a price without an amount. `what`: `quote` (on request) or `free` (no price is asked).',
    find(site, { what }) {
      const roles = ['home', 'pricing', 'product', 'contact', 'docs', 'about'];
      const pages = site.pages.filter((page) => roles.includes(page.role) && !isArticle(page));
      const isFree = what === 'free';
      const found = saying(pages, (sentence) => (isFree ? FREE : QUOTE).test(sentence));
      const { at, quote } = provenFirst(site, found, (sentence) => !isFree || FREE_OFFER.test(sentence));
      return finding(site, {
        at,
        sure: 0,
        open: mayBeOnPages(site, ['home', 'pricing'], 'empty') || isForeign(site),
        show: 2,
        says: { quote },
      });
    },
  },
  prices_published: {
    about:
      'How many different prices above zero are in a form for machines: structured data, JSON, Markdown or plain text. A free offer that has no other price counts as one. `structured`: only data with named fields.',
    find(site, { structured = false }) {
      const forms = formsFor(site, structured === true);
      const amounts = new Set(forms.flatMap(({ prices }) => asked(site, prices)));
      const priced = forms.filter(({ prices }) => asked(site, prices).length > 0);
      const free =
        amounts.size === 0 && visiblePrices(site).amounts.length === 0 && forms.some(({ structured }) => structured);
      const shown = priced.length > 0 ? priced : forms;
      return finding(site, {
        at: placesWith(shown),
        count: free ? 1 : amounts.size,
        open: !free && amounts.size === 0 && mayBePublished(site),
        searched: absenceAt(site, DOCUMENTS),
        says: { forms: named(site, shown), looked: 'structured data, /pricing.md, /pricing.json and llms.txt' },
      });
    },
  },
  price_coverage: {
    about:
      'Percent of the visible amounts that are in a form for machines too. `structured`: only data with named fields. 100 when prices are in such a form and no page shows others.',
    find(site, { structured = false }) {
      const forms = formsFor(site, structured === true).filter(({ prices }) => asked(site, prices).length > 0);
      const known = new Set(forms.flatMap(({ prices }) => asked(site, prices)));
      const { amounts } = visiblePrices(site);
      const given = amounts.filter((amount) => known.has(amount)).length;
      return finding(site, {
        at: placesWith(forms),
        count: amounts.length === 0 && forms.length > 0 ? 100 : percent(given, amounts.length),
        open: mayBePublished(site),
        says: { given, of: amounts.length, forms: named(site, forms) },
      });
    },
  },
  product_price_coverage: {
    about:
      'Percent of the pages of single products with a visible price whose structured data give one that is visible there.',
    find(site) {
      const pages = pricedProducts(site);
      const marked = pages.filter(({ page, amounts }) =>
        priceForms(site).some(
          ({ item, structured, prices }) =>
            structured && item === page.item && asked(site, prices).some((a) => amounts.has(a)),
        ),
      );
      return share(site, marked.length, pages.length, { at: marked.map(({ page }) => page.item) });
    },
  },
  price_periods: {
    about: 'Percent of the machine forms whose prices name their period or unit; 100 where no visible price has one.',
    find(site) {
      const forms = priceForms(site).filter(({ prices }) => asked(site, prices).length > 0);
      const periods = visiblePrices(site).pages.some(({ prices }) => prices.some(({ period }) => period));
      const prices = forms.flatMap((form) => form.prices.filter(({ amount }) => isAsked(site, amount)));
      const with_period = new Set(prices.filter(({ period }) => period).map(({ amount }) => amount)).size;
      const all = new Set(prices.map(({ amount }) => amount)).size;
      const count = periods ? percent(with_period, all) : all > 0 ? 100 : 0;
      return finding(site, { at: placesWith(forms), count, open: mayBePublished(site) });
    },
  },
  price_conflicts: {
    about:
      'How many quantities of plans a document for machines gives that the pages about prices, which give others of that unit, do not.',
    find(site) {
      const found = conflictingQuantities(site);
      const places = found.slice(0, 1).map(({ item, words }) => ({ item, excerpt: words }));
      const visible = visiblePrices(site).pages.map(({ page }) => page.item);
      return finding(site, {
        at: places.length > 0 ? [...places, ...visible] : [],
        count: found.length,
        sure: 0,
        because: found.length > 0 ? ['conflict'] : [],
        show: 2,
        says: {
          list: listed(
            found.map(({ value, unit }) => `${value} (${unit})`),
            3,
          ),
        },
      });
    },
  },
  price_terms: {
    about:
      'Percent of the structured prices that come with a limit, unit, period or availability in fields of their own.',
    find(site) {
      const forms = priceForms(site).filter(({ structured, prices }) => structured && asked(site, prices).length > 0);
      const whole = forms.reduce((sum, { prices }) => sum + prices.length, 0);
      const part = forms.reduce((sum, { with_terms }) => sum + with_terms, 0);
      return finding(site, { at: placesWith(forms), count: percent(part, whole), open: mayBePublished(site) });
    },
  },
};
