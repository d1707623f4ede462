import type { Site } from '../../read/site.ts';
import { isAsked, linkWords, pricedProducts, pricingLinks, pricingPages, visiblePrices } from '../asked-prices.ts';
import { conflictingQuantities } from '../conflicting-quantities.ts';
import { type Fact, sourceOf, surely } from '../fact.ts';
import { type PriceForm, priceForms } from '../price-forms.ts';
import type { Price } from '../prices.ts';
import {
  absenceAt,
  absenceOn,
  homeOf,
  isArticle,
  isForeign,
  isHidden,
  levels,
  listed,
  mayBeOnPages,
  mayStandAt,
  placeOf,
  share,
  unlessHidden,
} from '../seen.ts';

const DOCUMENTS = ['/pricing.md', '/pricing.json', '/llms.txt'];

/** Whether prices may stand in a document for machines that was not seen. */
const mayBePublished = (site: Site): boolean => isHidden(site) || mayStandAt(site, DOCUMENTS);

const QUOTE =
  /\b(?:contact (?:us|sales) for (?:a |our )?(?:price|pricing|quote|rates)|(?:request|get|ask for|free) (?:an? )?(?:free )?(?:price |custom )?(?:quote|estimate)|custom pricing|price (?:up)?on (?:request|application)|prices? (?:vary|varies)|call for (?:a )?(?:price|pricing|quote)|tailored pricing|preis auf anfrage|sur devis)\b/i;
const FREE =
  /\b(?:completely free|free of charge|free and open[- ]source|free, open[- ]source|free to use|at no (?:cost|charge)|100 ?% free|is free\b(?! of\b)|kostenlos|gratuit|gratis)/i;

const asked = (site: Site, prices: readonly Price[]): number[] =>
  prices.map(({ amount }) => amount).filter((amount) => isAsked(site, amount));

const formsFor = (site: Site, structured: boolean): PriceForm[] =>
  priceForms(site).filter((form) => form.structured || !structured);

/** Of what the visible pages ask, how much the forms give: the distinct amounts. */
function coverage(site: Site, forms: readonly PriceForm[]): { given: number[]; missing: number[] } {
  const known = new Set(forms.flatMap(({ prices }) => asked(site, prices)));
  const { amounts } = visiblePrices(site);
  return { given: amounts.filter((a) => known.has(a)), missing: amounts.filter((a) => !known.has(a)) };
}

const named = (site: Site, forms: readonly PriceForm[]): string =>
  listed([...new Set(forms.map(({ form, item }) => `${form} at ${placeOf(site, item.final_url)}`))], 3);

const sourcesOf = (forms: readonly PriceForm[]) => {
  const items = new Map(forms.map((form) => [form.item.final_url, form]));
  return [...items.values()].slice(0, 3).map(({ item, excerpt }) => sourceOf(item, excerpt));
};

export const pricingFacts: Record<string, Fact> = unlessHidden({
  pricing_pages: {
    about:
      'How many pages are about prices, those included that only scripts fill and those that links are named after.',
    find(site) {
      const pages = pricingPages(site);
      const links = pages.length > 0 ? [] : pricingLinks(site);
      const count = pages.length + new Set(links.map(({ url }) => url)).size;
      const hidden = count === 0 && mayBeOnPages(site, ['pricing']);
      return levels(
        { sure: count, possible: hidden ? 1 : count },
        {
          sources:
            pages.length > 0
              ? pages.slice(0, 2).map(({ item }) => sourceOf(item))
              : links.length > 0
                ? links.slice(0, 1).map(({ page, text }) => sourceOf(page.item, text))
                : absenceAt(site, ['/pricing']),
          says: {
            words:
              pages.length > 0
                ? `On ${listed(
                    pages.map(({ url }) => placeOf(site, url)),
                    2,
                  )} no amount with a currency stands in the delivered text`
                : links[0]
                  ? linkWords(site, links[0].url)
                  : '',
          },
        },
      );
    },
  },
  prices_visible: {
    about:
      'How many different amounts stand in the delivered text of pages of the offer; zero counts where nothing else is asked.',
    find(site) {
      const { pages, amounts } = visiblePrices(site);
      const hidden = amounts.length === 0 && mayBeOnPages(site, ['home', 'pricing'], 'empty');
      const words = pages.flatMap(({ prices }) =>
        prices.filter(({ amount }) => isAsked(site, amount)).map(({ words }) => words),
      );
      return levels(
        { sure: amounts.length, possible: hidden ? 100 : amounts.length },
        {
          sources:
            pages.length > 0
              ? pages.slice(0, 3).map(({ page, sentence }) => sourceOf(page.item, sentence))
              : absenceOn(site, ['pricing', 'product']),
          says: {
            list: listed(words, 5),
            count: amounts.length,
            pages: listed(
              pages.map(({ page }) => placeOf(site, page.url)),
              3,
            ),
            looked: listed(
              absenceOn(site, ['pricing', 'product'], 5).map(({ url }) => placeOf(site, url)),
              5,
            ),
          },
        },
      );
    },
  },
  scripted_home: {
    about: '1 when the home page is empty without scripts: what it may say of prices is drawn by them.',
    find(site) {
      const home = homeOf(site);
      return surely(home?.shell ? 1 : 0, { sources: home ? [sourceOf(home.item)] : [], says: {} });
    },
  },
  price_words: {
    about:
      'Sentences that speak of a price without an amount. `what`: `quote` (on request) or `free` (no price is asked).',
    find(site, { what }) {
      const pattern = what === 'free' ? FREE : QUOTE;
      const found = site.pages
        .filter(
          (page) => ['home', 'pricing', 'product', 'contact', 'docs', 'about'].includes(page.role) && !isArticle(page),
        )
        .flatMap((page) => {
          const sentence = page.sentences.find((one) => pattern.test(one));
          return sentence ? [{ page, sentence }] : [];
        });
      const hidden = mayBeOnPages(site, ['home', 'pricing'], 'empty') || isForeign(site);
      return levels(
        { sure: 0, likely: found.length, possible: hidden ? 1 : found.length },
        {
          sources: found.slice(0, 2).map(({ page, sentence }) => sourceOf(page.item, sentence)),
          says: {
            quote: found[0]?.sentence.slice(0, 160) ?? '',
            page: found[0] ? placeOf(site, found[0].page.url) : '',
          },
        },
      );
    },
  },
  prices_published: {
    about:
      'How many different prices above zero stand in a form for machines: structured data, JSON, Markdown or plain text. A free offer that has no other price counts as one. `structured`: only data with named fields.',
    find(site, { structured = false }) {
      const forms = formsFor(site, structured === true);
      const amounts = new Set(forms.flatMap(({ prices }) => asked(site, prices)));
      const priced = forms.filter(({ prices }) => asked(site, prices).length > 0);
      const free =
        amounts.size === 0 && visiblePrices(site).amounts.length === 0 && forms.some(({ structured }) => structured);
      const count = free ? 1 : amounts.size;
      const hidden = count === 0 && mayBePublished(site);
      const shown = priced.length > 0 ? priced : forms;
      return levels(
        { sure: count, possible: hidden ? 100 : count },
        {
          sources: shown.length > 0 ? sourcesOf(shown) : absenceAt(site, DOCUMENTS),
          says: {
            count,
            forms: named(site, shown),
            looked: 'structured data, /pricing.md, /pricing.json and llms.txt',
          },
        },
      );
    },
  },
  price_coverage: {
    about:
      'Percent of the visible amounts that stand in a form for machines too. `structured`: only data with named fields. 100 when prices stand in such a form and no page shows others.',
    find(site, { structured = false }) {
      const forms = formsFor(site, structured === true).filter(({ prices }) => asked(site, prices).length > 0);
      const { given, missing } = coverage(site, forms);
      const whole = given.length + missing.length;
      const percent = whole === 0 ? (forms.length > 0 ? 100 : 0) : Math.round((100 * given.length) / whole);
      const hidden = percent < 100 && mayBePublished(site);
      return levels(
        { sure: percent, possible: hidden ? 100 : percent },
        {
          sources: sourcesOf(forms),
          says: {
            percent,
            given: given.length,
            of: whole,
            missing: listed(missing.map(String), 4),
            forms: named(site, forms),
          },
        },
      );
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
      return share(marked.length, pages.length, {
        sources: marked.slice(0, 3).map(({ page }) => sourceOf(page.item)),
        says: { count: marked.length, of: pages.length },
      });
    },
  },
  price_periods: {
    about: 'Percent of the machine forms whose prices name their period or unit; 100 where no visible price has one.',
    find(site) {
      const forms = priceForms(site).filter(({ prices }) => asked(site, prices).length > 0);
      const periods = visiblePrices(site).pages.some(({ prices }) => prices.some(({ period }) => period));
      const prices = forms.flatMap((form) => form.prices.filter(({ amount }) => isAsked(site, amount)));
      const with_period = new Set(prices.filter(({ period }) => period).map(({ amount }) => amount));
      const all = new Set(prices.map(({ amount }) => amount));
      const percent = all.size === 0 ? 0 : periods ? Math.round((100 * with_period.size) / all.size) : 100;
      return levels(
        { sure: percent, possible: mayBePublished(site) ? 100 : percent },
        { sources: sourcesOf(forms), says: { percent } },
      );
    },
  },
  price_conflicts: {
    about:
      'How many quantities of plans a document for machines gives that the pages about prices, which give others of that unit, do not.',
    find(site) {
      const found = conflictingQuantities(site);
      const [first] = found;
      return levels(
        { sure: 0, likely: found.length },
        {
          because: found.length > 0 ? ['conflict'] : [],
          sources: first
            ? [
                sourceOf(first.item, first.words),
                ...visiblePrices(site)
                  .pages.slice(0, 1)
                  .map(({ page }) => sourceOf(page.item)),
              ]
            : [],
          says: {
            count: found.length,
            list: listed(
              found.map(({ value, unit }) => `${value} (${unit})`),
              3,
            ),
            at: first ? placeOf(site, first.item.final_url) : '',
          },
        },
      );
    },
  },
  price_terms: {
    about:
      'Percent of the structured prices that come with a limit, unit, period or availability in fields of their own.',
    find(site) {
      const forms = priceForms(site).filter(({ structured, prices }) => structured && asked(site, prices).length > 0);
      const whole = forms.reduce((sum, { prices }) => sum + prices.length, 0);
      const part = forms.reduce((sum, { with_terms }) => sum + with_terms, 0);
      const percent = whole === 0 ? 0 : Math.round((100 * part) / whole);
      return levels(
        { sure: percent, possible: mayBePublished(site) ? 100 : percent },
        { sources: sourcesOf(forms), says: { percent } },
      );
    },
  },
});
