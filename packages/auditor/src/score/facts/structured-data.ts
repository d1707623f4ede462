import { isFilled } from '../../read/objects.ts';
import type { Page, Site, StructuredData } from '../../read/site.ts';
import { type Fact, list } from '../fact.ts';
import { finding, percent, share } from '../finding.ts';
import { absenceOn, counted, homeOf, isArticle, isOwn, listed, placeOf } from '../presence.ts';
import { isAsked } from '../prices/asked-prices.ts';

/** Groups of types of schema.org, by the last words of their names, which subtypes keep: HardwareStore is a Store. */
const GROUPS: Readonly<Record<string, RegExp>> = {
  /** Who it is. */
  identity:
    /(?:Organization|Corporation|Business|Store|Shop|Restaurant|Hotel|Motel|Hostel|Resort|Campground|BedAndBreakfast|LodgingBusiness|School|University|Dentist|Physician|Hospital|Clinic|Pharmacy|Attorney|Notary|Airline|Library|Museum|Electrician|Plumber|HVACBusiness|Locksmith|RoofingContractor|GeneralContractor|HousePainter|Bakery|CafeOrCoffeeShop|BarOrPub|Winery|Brewery|Salon|Spa|Gym|HealthClub|Casino|NGO|Person|WebSite|RealEstateAgent|TravelAgency|AutoRepair|AutoDealer|GasStation|Service_?Provider|Project|Brand)$/,
  /** A place that people go to or call, whose own entry describes what it sells. */
  place:
    /(?:Business|Store|Shop|Restaurant|Hotel|Motel|Hostel|Resort|Campground|BedAndBreakfast|School|Dentist|Physician|Hospital|Clinic|Pharmacy|Attorney|Notary|Library|Museum|Electrician|Plumber|Locksmith|Contractor|HousePainter|Bakery|CafeOrCoffeeShop|BarOrPub|Winery|Brewery|Salon|Spa|Gym|HealthClub|RealEstateAgent|TravelAgency|AutoRepair|AutoDealer|GasStation)$/,
  /** What is offered. */
  offer:
    /(?:Product|ProductGroup|ProductModel|Service|SoftwareApplication|WebApplication|MobileApplication|VideoGame|Offer|AggregateOffer|OfferCatalog|WebAPI|APIReference|SoftwareSourceCode|Course|CourseInstance|Event|Festival|Trip|TouristTrip|Accommodation|Apartment|House|HotelRoom|Room|Suite|CampingPitch|Vehicle|Car|Book|Dataset|DataCatalog|Menu|MenuItem|LoanOrCredit|FinancialProduct|BankAccount|InsurancePlan|CreativeWorkSeries|Movie|MusicAlbum|PodcastSeries)$/,
  /** Questions with their answers. */
  questions: /(?:FAQPage|QAPage|Question)$/,
};

/** What a theme writes into the elements around every text: a work of somebody, and the parts of its page. */
const OF_THEMES: ReadonlySet<string> = new Set(
  'CreativeWork WebPageElement WPHeader WPFooter WPSideBar SiteNavigationElement'.split(' '),
);
const saysMore = (type: string): boolean => !OF_THEMES.has(type.replace(/^.*[/:]/, ''));

type Node = { page: Page; data: StructuredData; value: Readonly<Record<string, unknown>>; types: readonly string[] };

const nodesOf = new WeakMap<Site, readonly Node[]>();

/** All typed nodes of all pages, those inside others too (a publisher, a seller, an offer): bounded, since the data is the site's. */
function nodes(site: Site): readonly Node[] {
  const known = nodesOf.get(site);
  if (known) return known;
  const budget = { left: 20_000 };
  const all = site.pages.flatMap((page) => page.data.flatMap((data) => inside(page, data, budget)));
  nodesOf.set(site, all);
  return all;
}

function inside(page: Page, data: StructuredData, budget: { left: number }): Node[] {
  const found: Node[] = [];
  let left = 500;
  const visit = (value: unknown, depth: number): void => {
    if (value === null || typeof value !== 'object' || depth > 8 || left-- <= 0 || budget.left-- <= 0) return;
    if (Array.isArray(value)) {
      for (const one of value) visit(one, depth + 1);
      return;
    }
    const object = value as Record<string, unknown>;
    const types = value === data.value ? data.types : typesIn(object['@type']);
    if (types.length > 0) found.push({ page, data, value: object, types });
    for (const [key, inner] of Object.entries(object)) if (key !== '@graph') visit(inner, depth + 1);
  };
  visit(data.value, 0);
  return found;
}

const typesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === 'string').map(bare);

const bare = (type: string): string => type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/i, '');

const isOf = ({ types }: Pick<Node, 'types'>, group: string): boolean => {
  const pattern = GROUPS[group];
  return pattern !== undefined && types.some((type) => pattern.test(bare(type)));
};

/** Each of these properties, or one of them (`a|b`), is filled. */
const meets = ({ value }: Node, wanted: readonly string[]): boolean =>
  wanted.every((names) => names.split('|').some((name) => isFilled(value[name])));

const typesSeen = (found: readonly Node[]): string => listed([...new Set(found.flatMap(({ types }) => types))], 6);
/** The pages that these are on, each with the first of them. */
const pagesWith = (found: readonly Node[]) =>
  [...Map.groupBy(found, ({ page }) => page.url).values()].flatMap(([first]) =>
    first ? [{ item: first.page.item, excerpt: first.data.excerpt }] : [],
  );

const htmlPages = (site: Site): Page[] => site.pages.filter(({ format }) => format === 'html');

export const structuredDataFacts: Record<string, Fact> = {
  meta_described: {
    about: 'How many pages say in meta elements what they are: a description, or a title or type of Open Graph.',
    find(site) {
      const described = htmlPages(site).filter(({ meta }) =>
        ['description', 'og:title', 'og:description', 'twitter:title'].some((name) => isFilled(meta.get(name))),
      );
      const graph = described.some(({ meta }) => isFilled(meta.get('og:title')));
      return finding(site, {
        at: described.map(({ item, meta }) => ({ item, excerpt: meta.get('description') ?? meta.get('og:title') })),
        searched: absenceOn(site, ['pricing']),
        show: 1,
        says: { kinds: graph ? 'a description or Open Graph tags' : 'a description' },
      });
    },
  },
  typed_data: {
    about:
      'How many pages carry typed data of a group (`identity`, `place`, `offer`, `questions`; without one: any type), with the properties in `with` filled (`a|b`: one of them).',
    find(site, args) {
      const group = typeof args.group === 'string' ? args.group : undefined;
      const wanted = list(args, 'with');
      const found = nodes(site).filter((node) => (group === undefined || isOf(node, group)) && meets(node, wanted));
      return finding(site, {
        at: pagesWith(found),
        searched: absenceOn(site, ['pricing', 'product']),
        says: { types: typesSeen(found), looked: counted(htmlPages(site).length, 'page') },
      });
    },
  },
  data_share: {
    about:
      'Percent of the pages read that carry typed data. Not counted: what a theme writes into elements (a creative work, the parts of a ' +
      'page), and law and documentation, which are often on a platform of another.',
    find(site) {
      const aside = ['terms', 'privacy', 'refund', 'docs', 'status'];
      const pages = htmlPages(site).filter(({ role }) => !aside.includes(role));
      const speaks = ({ form, types }: StructuredData) => types.some((type) => form === 'json-ld' || saysMore(type));
      const marked = pages.flatMap(({ item, data }) => {
        const one = data.find(speaks);
        return one ? [{ item, excerpt: one.excerpt }] : [];
      });
      return share(site, marked.length, pages.length, {
        at: marked,
        says: { of: counted(pages.length, 'page') },
      });
    },
  },
  data_faults: {
    about:
      'How many blocks of structured data do not parse, have no type, or are offers without a price or a name of what is offered.',
    find(site) {
      const broken = htmlPages(site).filter(({ broken_data }) => broken_data > 0);
      const bad = nodes(site).filter((node) => isFaulty(node));
      const faults = [
        ...broken.map(({ url }) => `a block that does not parse (${placeOf(site, url)})`),
        ...bad.map(({ page, types }) => `${types.join('/')} without its price or name (${placeOf(site, page.url)})`),
      ];
      return finding(site, {
        at: [...broken.slice(0, 2), ...pagesWith(bad).slice(0, 3)],
        count: broken.reduce((sum, { broken_data }) => sum + broken_data, bad.length),
        show: 5,
        says: { list: listed(faults) },
      });
    },
  },
  identity_anchors: {
    about:
      'By how many things the identity can be looked up elsewhere: profiles in sameAs, a registered identifier (two points), an address with a telephone number (two points).',
    find(site) {
      const [best] = nodes(site)
        .filter((node) => isOf(node, 'identity') && namesSite(site, node))
        .map((node) => ({ node, anchors: anchorsOf(node) }))
        .sort((a, b) => b.anchors - a.anchors);
      return finding(site, { at: best ? pagesWith([best.node]) : [], count: best?.anchors ?? 0 });
    },
  },
  offers_priced: {
    about:
      'How many offers in structured data have a price with a currency. `paid`: only what is asked; zero counts where the whole offer is free.',
    find(site, { paid = false }) {
      const found = nodes(site).filter((node) => !isArticle(node.page) && isPriced(site, node.value, paid === true));
      const prices = new Set(found.flatMap(({ value }) => pricesOf(value).map(String)));
      return finding(site, { at: pagesWith(found), count: prices.size, says: { list: listed([...prices], 5) } });
    },
  },
  data_agrees: {
    about:
      'Percent of the pages with an offer in structured data whose visible text also has the name of the offer. Needs three pages, or the home page.',
    find(site) {
      const named = nodes(site).filter(
        (node) => isOf(node, 'offer') && typeof node.value.name === 'string' && !node.page.shell,
      );
      const pages = new Map(named.map((node) => [node.page.url, node]));
      const agreeing = [...pages.values()].filter(({ page, value }) =>
        fold(page.full_text + page.title).includes(fold(String(value.name))),
      );
      return finding(site, { at: pagesWith(agreeing), count: percent(agreeing.length, pages.size) });
    },
  },
};

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

function isFaulty({ value, types }: Node): boolean {
  const offer = types.some((type) => bare(type) === 'Offer');
  if (offer)
    return (
      !isFilled(value.price) &&
      !isFilled(value.priceSpecification) &&
      !isFilled(value.itemOffered) &&
      !isFilled(value.url) &&
      !isFilled(value.description)
    );
  return types.some((type) => bare(type) === 'Product') && !isFilled(value.name) && !isFilled(value['@id']);
}

/** The price of an offer, or both ends of the range of several. */
const pricesOf = ({ price, lowPrice, highPrice }: Readonly<Record<string, unknown>>): unknown[] =>
  isFilled(price) ? [price] : [lowPrice, highPrice].filter(isFilled);

function isPriced(site: Site, value: Readonly<Record<string, unknown>>, paid: boolean): boolean {
  const prices = pricesOf(value);
  if (prices.length === 0 || !isFilled(value.priceCurrency)) return false;
  return !paid || prices.some((price) => isAsked(site, Number(String(price).replace(',', '.'))));
}

/** An identity that names the site: its address is the site's, or it has none and is on the home page. */
function namesSite(site: Site, { page, value }: Node): boolean {
  const url = typeof value.url === 'string' ? URL.parse(value.url, page.url) : null;
  if (url) return isOwn(site, url.href);
  return page === homeOf(site) || page.role === 'contact' || page.role === 'about' || isFilled(value.sameAs);
}

const IDENTIFIERS = ['identifier', 'vatID', 'taxID', 'duns', 'leiCode', 'iso6523Code', 'globalLocationNumber', 'naics'];

function anchorsOf({ value }: Node): number {
  const profiles = (Array.isArray(value.sameAs) ? value.sameAs : [value.sameAs]).filter(
    (one) => typeof one === 'string' && /^https?:\/\//.test(one),
  ).length;
  const registered = IDENTIFIERS.some((name) => isFilled(value[name])) ? 2 : 0;
  const place = isFilled(value.address) && isFilled(value.telephone) ? 2 : 0;
  return profiles + registered + place;
}
